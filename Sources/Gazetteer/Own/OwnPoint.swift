import PlacemarkCore

/// A coordinate in the units of the layer.
struct OwnPoint: Hashable {
    var longitude: Int32
    var latitude: Int32

    init(longitude: Int32, latitude: Int32) { (self.longitude, self.latitude) = (longitude, latitude) }

    init(_ coordinate: Coordinate) {
        // A valid coordinate is at most 1,800,000,000 units from zero.
        longitude = Int32((coordinate.longitude * OwnFormat.unitsPerDegree).rounded())
        latitude = Int32((coordinate.latitude * OwnFormat.unitsPerDegree).rounded())
    }
}
