import PlacemarkModel

/// The numbers of the layer with the user's custom places.
enum CustomPlacesFormat {
    static let headerByteCount = 64
    /// West, south, east, north (Int32).
    static let boxByteCount = 16
    /// The part that an item of the tree stands for (UInt32).
    static let itemByteCount = 4
    /// Feature, first ring, number of rings (UInt32); west edge in units, or radius in millimetres (Int32).
    static let partByteCount = 16
    /// First vertex, number of vertices (UInt32).
    static let ringByteCount = 8
    /// East of the part's west edge (UInt32), north (Int32).
    static let vertexByteCount = 8
    /// Longitude, latitude (Int32), name as string, first property, number of properties (UInt32).
    static let featureByteCount = 20
    /// Key, value as string (UInt32).
    static let propertyByteCount = 8
    /// Coordinates are stored in units of 1/10,000,000 degree (1.1 cm): finer than the six decimals that RFC 7946 advises.
    static let unitsPerDegree = 10_000_000.0
    static let halfTurn: Int64 = 1_800_000_000
    static let fullTurn: Int64 = 3_600_000_000
    /// A node of the tree has this many children; only the last one of a level may have fewer.
    static let childCount = 16
}

/// A coordinate in the units of the layer.
struct CustomPoint: Hashable {
    var longitude: Int32
    var latitude: Int32

    init(longitude: Int32, latitude: Int32) { (self.longitude, self.latitude) = (longitude, latitude) }

    init(_ coordinate: Coordinate) {
        // A valid coordinate is at most 1,800,000,000 units from zero.
        longitude = Int32((coordinate.longitude * CustomPlacesFormat.unitsPerDegree).rounded())
        latitude = Int32((coordinate.latitude * CustomPlacesFormat.unitsPerDegree).rounded())
    }
}
