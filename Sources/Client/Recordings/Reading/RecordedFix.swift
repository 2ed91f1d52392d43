import PlacemarkModel

/// A position as a recording has it, in the units of `Location`. A number that the recording does not have is NaN.
struct RecordedFix {
    var latitude = Double.nan
    var longitude = Double.nan
    /// Whether the receiver solved for the altitude too; nil when the recording does not say.
    var is3D: Bool?
    var horizontalAccuracy = Double.nan
    var altitude = Double.nan
    var ellipsoidalAltitude = Double.nan
    var verticalAccuracy = Double.nan
    var speed = Double.nan
    var course = Double.nan
    var timestamp: Timestamp?
    var isSimulated = false

    /// What the position means to the location manager.
    var event: SourceEvent {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            return .invalidFix(device: nil)
        }
        let is3D = is3D ?? !(altitude.isNaN && ellipsoidalAltitude.isNaN)
        return .fix(
            Location(
                coordinate: coordinate, mode: is3D ? .threeDimensional : .twoDimensional,
                horizontalAccuracy: horizontalAccuracy.asAccuracy,
                altitude: is3D ? altitude.asAltitude : nil,
                ellipsoidalAltitude: is3D ? ellipsoidalAltitude.asAltitude : nil,
                verticalAccuracy: is3D ? verticalAccuracy.asAccuracy : nil, speed: speed.asSpeed,
                course: course.asCourse, timestamp: timestamp, receivedAt: BootInstant(sinceBoot: .zero),
                isSimulated: isSimulated))
    }
}

/// What gpsd 3.22 makes of a dilution of precision, for those that have nothing better (`gpsd_error_model` in
/// gpsd/libgpsd_core.c): the errors of a single range, 95 %, in metres. A differential fix has a quarter of it.
public enum RangeError {
    public static let horizontalInMeters = 19.0
    static let verticalInMeters = 23.0
    static let differentialFactor = 0.25
}
