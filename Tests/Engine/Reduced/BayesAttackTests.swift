import Foundation
@testable import PlacemarkModel
import Testing

/// Who has followed a commuter for a week, through restarts and reconnections.
@Suite("Bayes' rule on reduced positions")
struct BayesAttackTests {
    /// How far each estimate is from what it is of, for several secrets and homes.
    private struct Errors {
        var home: [Double] = []
        var work: [Double] = []
        var movedHome: [Double] = []
        var areSteady = true

        init(_ making: BlurredBox.Making, seeds: Range<UInt64>) {
            for seed in seeds {
                let week = CommuterWeek(making, seed: seed)
                let attacker = BayesAttacker(making, watching: week, seed: seed)
                home.append(attacker.home.distance(to: week.home))
                work.append(attacker.work.distance(to: week.work))
                movedHome.append(attacker.movedHome.distance(to: week.movedHome))
                areSteady = areSteady && week.isSteady
            }
        }
    }

    @Test(
        "who knows all but the secret finds home and work no nearer than who knows a square of 2 km, over many secrets")
    func asBuilt() {
        let errors = Errors(.asBuilt, seeds: 0..<40)
        #expect(errors.areSteady, "a restart was seen")
        for (what, errors) in [("home", errors.home), ("work", errors.work)] {
            #expect(errors.mean >= OneCell.meanDistanceInMeters, "\(what), seeds 0..<40: \(errors.sorted())")
            #expect(OneCell.allows(errors), "\(what), seeds 0..<40: \(errors.sorted())")
        }
        // He is no weak attacker: where the offset puts the home, he does find out.
        #expect(errors.movedHome.mean < OneCell.meanDistanceInMeters / 2, "\(errors.movedHome.sorted())")
    }

    @Test(
        "the same attacker finds both when the offset wanders with time, and when there is none",
        arguments: [BlurredBox.Making.driftInTime, .withoutOffset])
    func ofWrong(_ making: BlurredBox.Making) {
        let errors = Errors(making, seeds: 0..<6)
        for (what, errors) in [("home", errors.home), ("work", errors.work)] {
            #expect(errors.mean < OneCell.meanDistanceInMeters / 2, "\(what), seeds 0..<6: \(errors.sorted())")
        }
    }
}
