import Gazetteer
import PlacemarkModel

import Glibc

/// What is land round places that water would cover: squares of a grid, so that those of neighbours make one area.
struct InhabitedSquares {
    /// The side of a square: 556 m from south to north.
    private static let sideInUnits = 50_000
    /// How much of the ground round a place is land at least: the middle of a village.
    private static let reachInUnits = 45_000

    private struct Square: Hashable, Comparable {
        var row, column: Int

        static func < (a: Square, b: Square) -> Bool { (a.row, a.column) < (b.row, b.column) }
    }

    private var squares: Set<Square> = []

    init(_ places: [Place]) {
        for place in places {
            let latitude = Int((place.coordinate.latitude * SourcePoint.unitsPerDegree).rounded())
            let longitude = Int((place.coordinate.longitude * SourcePoint.unitsPerDegree).rounded())
            let scale = max(0.1, cos(place.coordinate.latitude * .pi / 180))
            for row in Self.range(round: latitude, Self.reachInUnits, limit: 900_000_000) {
                for column in Self.range(
                    round: longitude, Int(Double(Self.reachInUnits) / scale), limit: 1_800_000_000)
                {
                    squares.insert(Square(row: row, column: column))
                }
            }
        }
    }

    /// The numbers of the squares that reach into this range; none beyond the ends of the earth.
    private static func range(round middle: Int, _ reach: Int, limit: Int) -> ClosedRange<Int> {
        func number(_ units: Int) -> Int {
            let units = min(max(units, -limit), limit - 1)
            return (units + limit) / sideInUnits - limit / sideInUnits
        }
        return number(middle - reach)...number(middle + reach)
    }

    var boundary: SourceBoundary {
        let side = Self.sideInUnits
        let rings = squares.sorted().map { square in
            [(0, 0), (0, 1), (1, 1), (1, 0)].map { north, east in
                SourcePoint(
                    longitude: Int32((square.column + east) * side), latitude: Int32((square.row + north) * side))
            }
        }
        return SourceBoundary(rings: rings, name: "")
    }
}

/// Places with inhabitants that lie in water by their own coordinates, in the file as it would be written: it is refused.
struct DrownedPlaces: Error, CustomStringConvertible {
    var places: [Place]

    var description: String {
        let names = places.map { place in
            "\(place.name) (\(place.isoCountryCode ?? "no country"), \(place.population) inhabitants)"
        }
        return "expected land under all places with inhabitants; \(places.count) lie in water: "
            + names.joined(separator: ", ") + "; look at the zones and coasts there"
    }
}

extension GazetteerWriter {
    /// Throws `DrownedPlaces` when a place with inhabitants lies in water by the layers as they are.
    func refuseDrownedPlaces() throws {
        let drowned = try inhabitedPlacesInWater()
        guard drowned.isEmpty else { throw DrownedPlaces(places: drowned) }
    }
}
