import Foundation
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

/// Who has a map, and lays a way on it that he knows the shape of.
@Suite("Likeliest place behind reduced positions")
struct LikeliestPlaceAttackTests {
    /// How far the likeliest home is from the true one, for who knows each way of the box in time and shape, and only not
    /// where on the map it begins.
    private static func errorOfLikeliest(_ making: BlurredBox.Making, seed: UInt64, commutes: Bool) -> Double {
        var random = SeededRandom(seed: seed)
        let home = random.place()
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
        return (best.rows * best.rows + best.columns * best.columns).squareRoot() * OneCell.edgeInMeters
    }

    @Test(
        "the likeliest place is no nearer than one cell allows, for a commuter and who crosses borders all the time",
        arguments: [true, false])
    func likeliest(commutes: Bool) {
        let errors = (0..<80).map { Self.errorOfLikeliest(.asBuilt, seed: UInt64($0), commutes: commutes) }
        #expect(OneCell.allows(errors), "seeds 0..<80: \(errors.sorted())")
    }

    @Test("the likeliest place is the right one when the cells are not moved by a secret", arguments: [true, false])
    func likeliestOfWrong(commutes: Bool) {
        let errors = (0..<8).map { Self.errorOfLikeliest(.withoutOffset, seed: UInt64($0), commutes: commutes) }
        #expect(OneCell.quantile(0.5, of: errors.sorted()) < 200, "\(errors.sorted())")
    }
}
