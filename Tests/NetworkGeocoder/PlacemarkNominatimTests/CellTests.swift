import PlacemarkModel
import Testing

@testable import placemark_nominatim

@Suite("Cells")
struct CellTests {
    @Test("a position leaves as the middle of its cell, at most half a diagonal away, everywhere on earth")
    func cells() throws {
        var random = SeededRandom(seed: 16)
        for granularity in Granularity.allCases {
            let most = QueryCell.height(granularity) * 111_700 * 1.2
            for _ in 0..<2000 {
                let position = try #require(
                    Coordinate(
                        latitude: .random(in: -90...90, using: &random),
                        longitude: .random(in: -180...180, using: &random)))
                let middle = QueryCell.middle(of: position, granularity)
                #expect(position.distance(to: middle) <= most, "\(granularity)")
                // A middle is its own middle: what was rounded stays where it is.
                #expect(QueryCell.middle(of: middle, granularity).distance(to: middle) < 0.01)
            }
        }
        for latitude in [-90.0, 90, 0] {
            for longitude in [-180.0, 180, 0] {
                let corner = try #require(Coordinate(latitude: latitude, longitude: longitude))
                _ = QueryCell.middle(of: corner, .city)
            }
        }
    }

    @Test("a cell of a city is never narrower than a kilometre, so a position stays as vague near the poles")
    func width() throws {
        for latitude in stride(from: 0.0, through: 89, by: 1) {
            let here = try #require(Coordinate(latitude: latitude + 0.001, longitude: 10))
            let middle = QueryCell.middle(of: here, .city)
            var east = here
            while QueryCell.middle(of: east, .city) == middle {
                east = try #require(Coordinate(latitude: east.latitude, longitude: east.longitude + 0.0005))
            }
            var west = here
            while QueryCell.middle(of: west, .city) == middle {
                west = try #require(Coordinate(latitude: west.latitude, longitude: west.longitude - 0.0005))
            }
            #expect(west.distance(to: east) > 1000, "\(latitude)")
        }
    }
}
