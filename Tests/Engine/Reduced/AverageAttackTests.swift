import Foundation
@testable import PlacemarkModel
import Testing

/// Who takes all samples together, and has the time of the world.
@Suite("Average of reduced positions")
struct AverageAttackTests {
    /// How far the average of all samples is from a box at rest: those of a year, with a restart before each.
    private static func errorsOfAverage(_ making: BlurredBox.Making, boxes: Int) -> [Double] {
        (0..<boxes).map { number in
            var random = SeededRandom(seed: UInt64(number))
            let home = random.place()
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
        #expect(OneCell.allows(errors), "seeds 0..<100: \(errors.sorted())")
    }

    @Test(
        "the average finds the box when the offset is another one in each request, after each restart, or with time",
        arguments: [BlurredBox.Making.secretOfEachRequest, .secretOfEachRestart, .driftInTime])
    func averageOfWrong(_ making: BlurredBox.Making) {
        let errors = Self.errorsOfAverage(making, boxes: 15)
        #expect(!OneCell.allows(errors))
        #expect(OneCell.quantile(0.5, of: errors.sorted()) < 150, "\(errors.sorted())")
    }
}
