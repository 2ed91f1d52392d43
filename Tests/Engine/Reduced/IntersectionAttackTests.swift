import Foundation
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

/// Who even knows the secret, and asks where a home can be that was seen in all these cells.
@Suite("Intersection of reduced positions")
struct IntersectionAttackTests {
    /// A home within 5 m of where a border of two cells, or the corner of several, is.
    private static func homeAtBorder(_ offset: SecretOffset, isCorner: Bool, _ random: inout SeededRandom) -> Coordinate
    {
        func cell(_ place: Coordinate) -> ReducedCell { ReducedCell(of: place, movedBy: offset.offset(at: place)) }
        func walk(_ start: Coordinate, north: Double, east: Double) -> Coordinate {
            var place = start
            while cell(place) == cell(place.moved(north: north, east: east)) {
                place = place.moved(north: north, east: east)
            }
            return place
        }
        let place = walk(random.place(), north: 5, east: 0)
        return isCorner ? walk(place, north: 0, east: 5) : place
    }

    /// The area in square metres in which a home can be, for who knows the secret and all that was shown while the box was
    /// at home: 60 days with ways to elsewhere, from all sides, and a restart each day.
    private static func areaOfIntersection(_ making: BlurredBox.Making, seed: UInt64, isCorner: Bool) -> Double {
        var random = SeededRandom(seed: seed)
        var box = BlurredBox(making, seed: random.next())
        let home = homeAtBorder(box.offset, isCorner: isCorner, &random)
        var noise = ReceiverNoise(sigmaInMeters: .random(in: 3...20, using: &random))
        var shown: Set<Coordinate> = []
        for day in 0..<60 {
            for hour in 0..<8 {
                shown.insert(box.show(noise.next(at: home, &random), interval: day * 90 + hour))
            }
            let (north, east) = (
                Double.random(in: -6000...6000, using: &random), Double.random(in: -6000...6000, using: &random)
            )
            for share in [0.3, 1, 0.6, 0.1] {
                _ = box.show(
                    home.moved(north: north * share, east: east * share), interval: day * 90 + 20 + Int(share * 10))
            }
            box.restart()
        }
        // So far apart that the noise does not reach from one point of the grid to the next but one.
        let (step, half) = (100.0, 25)
        let grid = (-half...half).map { row in
            (-half...half).map { column in
                let point = home.moved(north: Double(row) * step, east: Double(column) * step)
                return ReducedCell(of: point, movedBy: box.offset.offset(at: point)).center
            }
        }
        var count = 0
        for row in 1..<2 * half {
            for column in 1..<2 * half {
                let around = grid[row - 1...row + 1].flatMap { $0[column - 1...column + 1] }
                if shown.isSubset(of: around) { count += 1 }
            }
        }
        return Double(count) * step * step
    }

    @Test(
        "who even knows the secret finds no smaller area for a home at a border than one cell",
        arguments: [false, true])
    func intersection(isCorner: Bool) {
        for seed in UInt64(0)..<6 {
            let area = Self.areaOfIntersection(.asBuilt, seed: seed, isCorner: isCorner)
            #expect(area >= 4e6, "seed \(seed): \(area) square metres")
        }
    }

    @Test("the intersection finds such a home when places do not keep their cells", arguments: [false, true])
    func intersectionOfWrong(isCorner: Bool) {
        for seed in UInt64(0)..<2 {
            let area = Self.areaOfIntersection(.withoutPlaces, seed: seed, isCorner: isCorner)
            #expect(area < (isCorner ? 1e5 : 7e5), "seed \(seed): \(area) square metres")
        }
    }
}
