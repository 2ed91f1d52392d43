import Foundation
@testable import PlacemarkCore
import Testing

/// What an attacker finds out who knows how reduced positions are made, and has the map and all the time of the world.
///
/// Each attack is also made on positions that are made wrongly, and succeeds there: so it is one that could.
@Suite("Attacks on reduced positions")
struct AttackTests {
    /// Of a cell, in metres.
    private static let edge = 2040.0

    /// The distances from the middle of a square to points of it: what one cell gives away.
    private static let oneCell: [Double] = {
        var random = SeededRandom(seed: 1)
        return (0..<10_000).map { _ in
            let (x, y) = (
                Double.random(in: -edge / 2...edge / 2, using: &random),
                Double.random(in: -edge / 2...edge / 2, using: &random)
            )
            return (x * x + y * y).squareRoot()
        }.sorted()
    }()

    private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
        sorted[Int(share * Double(sorted.count - 1))]
    }

    /// Whether the estimates are no nearer than those that one cell allows, at each of the quantiles.
    ///
    /// A sample of a few hundred has its own scatter: the quantiles are compared with a margin of 15 % and 100 m.
    private static func areNoNearerThanOneCellAllows(_ errors: [Double]) -> Bool {
        let sorted = errors.sorted()
        return [0.1, 0.25, 0.5, 0.75, 0.9].allSatisfy {
            quantile($0, of: sorted) >= quantile($0, of: oneCell) * 0.85 - 100
        }
    }

    private static func place(_ random: inout SeededRandom) -> Coordinate {
        coordinate(.random(in: -60...70, using: &random), .random(in: -180...180, using: &random))
    }

    // MARK: Averages

    /// How far the average of all samples is from a box at rest: those of a year, with a restart before each.
    private static func errorsOfAverage(_ making: BlurredBox.Making, boxes: Int) -> [Double] {
        (0..<boxes).map { number in
            var random = SeededRandom(seed: UInt64(number))
            let home = place(&random)
            var box = BlurredBox(making, seed: random.next())
            var noise = ReceiverNoise(sigmaInMeters: .random(in: 3...25, using: &random))
            var (north, east) = (0.0, 0.0)
            let samples = 1000
            for interval in 0..<samples {
                box.restart()
                let shown = box.show(noise.next(at: home, &random), interval: interval * 33)
                north += shown.latitude - home.latitude
                east += shortWay(shown.longitude - home.longitude)
            }
            let scale = LocalScale(atLatitude: home.latitude)
            return scale.meters(east: east / Double(samples), north: north / Double(samples)).length
        }
    }

    @Test("the average of a year of samples, with a thousand restarts, is no nearer than one cell allows")
    func average() {
        let errors = Self.errorsOfAverage(.asBuilt, boxes: 100)
        #expect(Self.areNoNearerThanOneCellAllows(errors), "seeds 0..<100: \(errors.sorted())")
    }

    @Test(
        "the average finds the box when the offset is another one in each request, after each restart, or with time",
        arguments: [BlurredBox.Making.secretOfEachRequest, .secretOfEachRestart, .driftInTime])
    func averageOfWrong(_ making: BlurredBox.Making) {
        let errors = Self.errorsOfAverage(making, boxes: 15)
        #expect(!Self.areNoNearerThanOneCellAllows(errors))
        #expect(Self.quantile(0.5, of: errors.sorted()) < 150, "\(errors.sorted())")
    }

    // MARK: Intersections, by who knows the secret

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
        let place = walk(place(&random), north: 5, east: 0)
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

    // MARK: The likeliest place, with a map

    /// How far the likeliest home is from the true one, for who knows each way of the box in time and shape, and only not
    /// where on the map it begins.
    private static func errorOfLikeliest(_ making: BlurredBox.Making, seed: UInt64, commutes: Bool) -> Double {
        var random = SeededRandom(seed: seed)
        let home = place(&random)
        var box = BlurredBox(making, seed: random.next())
        let way = (
            north: Double.random(in: -9000...9000, using: &random),
            east: Double.random(in: -9000...9000, using: &random)
        )
        var track: [(place: Coordinate, shown: Coordinate)] = []
        for interval in 0..<80 {
            // To work with a bend on the way, or to and fro around the home.
            let share = Double.random(in: 0...1, using: &random)
            let place =
                commutes
                ? home.moved(north: way.north * share, east: way.east * share * share)
                : home.moved(north: 2500 * sin(share * 40), east: 2500 * cos(share * 90))
            track.append((place, box.show(place, interval: interval)))
        }
        /// How many samples a home explains that lies so many cells away.
        func score(_ shift: (rows: Double, columns: Double)) -> Int {
            track.count { ReducedCell(of: $0.place, movedBy: shift).center == $0.shown }
        }
        var (best, width) = ((rows: 0.0, columns: 0.0), 1.2)
        // Coarse to fine: 9 by 9 shifts, and again around the best one.
        for _ in 0..<4 {
            let steps = stride(from: -width, through: width, by: width / 4)
            let shifts = steps.flatMap { row in steps.map { (rows: best.rows + row, columns: best.columns + $0) } }
            best = shifts.map { (shift: $0, score: score($0)) }.max { $0.score < $1.score }?.shift ?? best
            width /= 3
        }
        return (best.rows * best.rows + best.columns * best.columns).squareRoot() * edge
    }

    @Test(
        "the likeliest place is no nearer than one cell allows, for a commuter and who crosses borders all the time",
        arguments: [true, false])
    func likeliest(commutes: Bool) {
        let errors = (0..<80).map { Self.errorOfLikeliest(.asBuilt, seed: UInt64($0), commutes: commutes) }
        #expect(Self.areNoNearerThanOneCellAllows(errors), "seeds 0..<80: \(errors.sorted())")
    }

    @Test("the likeliest place is the right one when the cells are not moved by a secret", arguments: [true, false])
    func likeliestOfWrong(commutes: Bool) {
        let errors = (0..<8).map { Self.errorOfLikeliest(.withoutOffset, seed: UInt64($0), commutes: commutes) }
        #expect(Self.quantile(0.5, of: errors.sorted()) < 200, "\(errors.sorted())")
    }
}
