import Glibc
import PlacemarkModel
import Testing

@testable import LocationEngine

/// Which filter is used against fading, and with which numbers: the table of docs/explain/beacons.md.
@Suite("Fading")
struct FadingTests {
    /// What a filter is worth: both errors in dB, root mean square, and how often it takes a beacon at rest for nearer or
    /// farther in an hour.
    private struct Worth {
        var atRest = 0.0
        var walking = 0.0
        var changesPerHour = 0.0
        /// The share of the seconds in which the beacon was within the accuracy.
        var within = 0.0
    }

    private struct Median {
        let seconds: Double
        var readings: [(at: Double, strength: Int)] = []

        mutating func heard(_ strength: Int, at second: Double) -> Double {
            readings.append((second, strength))
            readings.removeAll { $0.at < second - seconds }
            let sorted = readings.map(\.strength).sorted()
            return Double(sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
        }
    }

    private typealias Heard = (_ strength: Int, _ second: Double) -> Double

    /// Ten advertisements a second, looked at once a second.
    private func worth(_ filter: () -> Heard) -> Worth {
        var worth = Worth()
        var (restSeconds, walkSeconds, changes, withinSeconds) = (0.0, 0.0, 0.0, 0.0)
        for seed in 0..<8 {
            for distance in [0.5, 1, 2, 4, 8] {
                var (walk, heard, rule) = (
                    BeaconWalk(seed: UInt64(seed * 100) + UInt64(distance * 10)), filter(), ProximityRule()
                )
                var filtered = 0.0
                for step in 0..<1800 {
                    let second = Double(step) / 10
                    if let strength = walk.strength(atMeters: distance, after: 0.1) {
                        filtered = heard(strength, second)
                    }
                    guard step % 10 == 9, step > 100 else { continue }
                    let error = filtered - BeaconWalk.strength(atMeters: distance)
                    let seen = BeaconDistance(strength: filtered, measuredPower: BeaconWalk.measuredPower)
                    let before = rule.proximity
                    rule.heard(at: seen.meters, now: .second(second))
                    if before != .unknown, before != rule.proximity { changes += 1 }
                    if seen.accuracy >= distance { withinSeconds += 1 }
                    worth.atRest += error * error
                    restSeconds += 1
                }
            }
            var (walk, heard) = (BeaconWalk(seed: UInt64(seed) + 100_000), filter())
            var filtered = 0.0
            for step in 0..<333 {
                let second = Double(step) / 10
                let distance = BeaconWalk.distance(atSecond: second)
                if let strength = walk.strength(atMeters: distance, after: 0.1) { filtered = heard(strength, second) }
                guard step % 10 == 9, step > 30 else { continue }
                let error = filtered - BeaconWalk.strength(atMeters: distance)
                worth.walking += error * error
                walkSeconds += 1
            }
        }
        worth.atRest = (worth.atRest / restSeconds).squareRoot()
        worth.walking = (worth.walking / walkSeconds).squareRoot()
        worth.changesPerHour = changes / restSeconds * 3600
        worth.within = withinSeconds / restSeconds
        return worth
    }

    private var kalman: Worth {
        worth {
            var filter: StrengthFilter?
            return { strength, second in
                if filter == nil {
                    filter = StrengthFilter(first: strength, at: .second(second))
                } else {
                    filter?.heard(strength, at: .second(second))
                }
                return filter?.strength ?? 0
            }
        }
    }

    private func median(seconds: Double) -> Worth {
        worth {
            var median = Median(seconds: seconds)
            return { median.heard($0, at: $1) }
        }
    }

    @Test("of the filters that keep up with somebody who walks, the one that is used changes its mind least")
    func choice() {
        let used = kalman
        let rows =
            [("none", worth { { strength, _ in Double(strength) } })]
            + [2.0, 3, 5, 10].map { ("median of \(Int($0)) s", median(seconds: $0)) } + [("Kalman", used)]
        print("| Filter | at rest, dB | walking past, dB | changes an hour |\n|---|---|---|---|")
        for (name, worth) in rows {
            print(
                "| \(name) | \(worth.atRest.fixed(decimals: 1)) | \(worth.walking.fixed(decimals: 1))"
                    + " | \(worth.changesPerHour.fixed(decimals: 1)) |")
        }
        // Longer ones are where somebody was who has walked on.
        for (name, other) in rows.dropLast() where other.walking < 6 {
            #expect(other.changesPerHour > used.changesPerHour, "\(name): \(other) against \(used)")
        }
        #expect(used.atRest < 4 && used.walking < 5)
    }

    @Test("a beacon is within its accuracy in 95 of 100 cases")
    func accuracy() { #expect(kalman.within > 0.95, "\(kalman.within)") }
}
