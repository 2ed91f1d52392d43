import Gazetteer
import PlacemarkModel

import Glibc

/// By how much a country's polygons lie beside the ground.
struct Displacement {
    /// What the polygons are moved by to lie where they should, in metres.
    var north, east: Double

    /// Portugal without its islands, which are too few to tell: of 242 seats of municipalities 194 lie in the polygon of their own
    /// name as it is in the source, and 219 in one that lies 2.25 km farther south and 0.75 km farther east, the best of a grid of
    /// 250 m. Of the 826 places whose county the places' source knows it is 576 and 668. The polygons are too coarse to tell more.
    static let ofCountry = ["PT": Displacement(north: -2250, east: 750)]

    /// West of it lie Portugal's islands.
    private static let westernmostInDegrees = -12.0

    func undone(in rings: [[SourcePoint]]) -> [[SourcePoint]] {
        rings.map { ring in
            guard let first = ring.first, Coordinate(first).longitude > Self.westernmostInDegrees else { return ring }
            return ring.compactMap { $0.moved(north: north, east: east) }
        }
    }
}

extension SourcePoint {
    /// The point so many metres away; nil beyond the ends of the earth.
    func moved(north: Double, east: Double) -> SourcePoint? {
        let cosine = cos(Double(latitude) / Self.unitsPerDegree * .pi / 180)
        return SourcePoint(
            longitudeUnits: Int(longitude) + Int((east / Self.metersPerUnit / cosine).rounded()),
            latitudeUnits: Int(latitude) + Int((north / Self.metersPerUnit).rounded()))
    }
}
