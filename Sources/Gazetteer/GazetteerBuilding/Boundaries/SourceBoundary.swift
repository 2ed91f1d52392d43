package import PlacemarkModel

/// A vertex as the sources of polygons are read: in units of 1/10,000,000 degree (1.1 cm), which is what OpenStreetMap has.
package struct SourcePoint: Hashable, Sendable, BitwiseCopyable {
    static let unitsPerDegree = 10_000_000.0

    /// East, -1,800,000,000 … 1,800,000,000.
    var longitude: Int32
    /// North, -900,000,000 … 900,000,000.
    var latitude: Int32
}

/// One boundary of a source: an area of the earth, and what the source calls it.
struct SourceBoundary: Sendable {
    /// Outer rings and holes alike: a point is inside when it is inside an odd number of them. The last vertex of a
    /// ring is not the first once more. No ring crosses the antimeridian; it may run along it, and along a pole from
    /// one end of it to the other.
    var rings: [[SourcePoint]]
    /// The name of the state, county, sea or lake; of a time zone its identifier.
    var name: String
    /// ISO 3166-1 alpha-2, where the source knows it.
    var isoCountryCode: String?
    /// What the source calls the next larger unit, where it knows one: a county's state.
    var parent: String?
    /// What people there call a sea or a lake that has another name in English.
    var localName: String?
}

extension SourceBoundary {
    /// A sea or a lake, under its English name.
    init(water rings: [[SourcePoint]], name: String) {
        let english = EnglishWaters.name(of: name)
        self.init(rings: rings, name: english ?? name, localName: english == nil ? nil : name)
    }
}

extension SourcePoint {
    /// The same in degrees.
    package var coordinate: Coordinate { Coordinate(self) }

    /// Nil when the point is not on the earth.
    init?(longitudeUnits: Int, latitudeUnits: Int) {
        guard (-1_800_000_000...1_800_000_000).contains(longitudeUnits),
            (-900_000_000...900_000_000).contains(latitudeUnits)
        else { return nil }
        (longitude, latitude) = (Int32(longitudeUnits), Int32(latitudeUnits))
    }

    /// The nearest vertex to a point in degrees; nil when that is not on the earth, or not a number.
    init?(longitudeDegrees: Double, latitudeDegrees: Double) {
        guard let longitude = Int(exactly: (longitudeDegrees * Self.unitsPerDegree).rounded()),
            let latitude = Int(exactly: (latitudeDegrees * Self.unitsPerDegree).rounded())
        else { return nil }
        self.init(longitudeUnits: longitude, latitudeUnits: latitude)
    }
}

extension [SourcePoint] {
    /// The ring without vertices that repeat the one before, the last and the first included; nil when fewer than three
    /// are left, and so no area.
    var withoutRepetitions: [SourcePoint]? {
        var ring: [SourcePoint] = []
        ring.reserveCapacity(count)
        for point in self where point != ring.last { ring.append(point) }
        while ring.count > 1 && ring.last == ring.first { ring.removeLast() }
        return ring.count >= 3 ? ring : nil
    }
}

extension Coordinate {
    init(_ point: SourcePoint) {
        self.init(
            clampingLatitude: Double(point.latitude) / SourcePoint.unitsPerDegree,
            wrappingLongitude: Double(point.longitude) / SourcePoint.unitsPerDegree)
    }
}
