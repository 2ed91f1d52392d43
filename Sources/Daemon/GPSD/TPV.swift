package import PlacemarkModel

/// gpsd's time-position-velocity report, in gpsd's terms. Numbers that gpsd did not send are NaN.
package struct TPV: Hashable, Sendable {
    var mode = 0
    var status = 0
    package var time: Timestamp?
    var latitude = Double.nan
    var longitude = Double.nan
    var altitudeMSL = Double.nan
    var altitudeHAE = Double.nan
    var eph = Double.nan
    var epx = Double.nan
    var epy = Double.nan
    var epv = Double.nan
    var track = Double.nan
    var epd = Double.nan
    var speed = Double.nan
    var eps = Double.nan
    package var device: String?

    /// STATUS_SIM: the receiver or gpsd says that the fix is made up.
    private static let simulated = 8

    /// What the report means to the location manager, or nil when it means nothing: a mode that gpsd does not have,
    /// or a fix without a position, which a receiver sends while it starts.
    ///
    /// - Parameter satellites: what the receiver has told of them lately.
    package func event(receivedAt now: BootInstant, satellites: Location.Satellites? = nil) -> SourceEvent? {
        switch mode {
        case 0, 1: return .noFix(device: device)
        case 2, 3: break
        default: return nil
        }
        guard !latitude.isNaN, !longitude.isNaN else { return nil }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            return .invalidFix(device: device)
        }
        // gpsd may still carry altitudes of an earlier fix when the mode is 2.
        let is3D = mode == 3
        return .fix(
            Location(
                coordinate: coordinate, mode: is3D ? .threeDimensional : .twoDimensional,
                horizontalAccuracy: horizontalError,
                altitude: is3D ? altitudeMSL.asAltitude : nil,
                ellipsoidalAltitude: is3D ? altitudeHAE.asAltitude : nil,
                verticalAccuracy: is3D ? epv.asAccuracy : nil,
                speed: speed.asSpeed, speedAccuracy: eps.asSpeedAccuracy,
                course: track.asCourse, courseAccuracy: epd.asCourseAccuracy,
                timestamp: time, receivedAt: now, device: device, isSimulated: status == Self.simulated,
                satellites: satellites))
    }

    /// gpsd's `eph`, or else the length of its two components.
    private var horizontalError: Double? {
        if let eph = eph.asAccuracy { return eph }
        guard let epx = epx.asAccuracy, let epy = epy.asAccuracy else { return nil }
        return (epx * epx + epy * epy).squareRoot()
    }
}
