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

    /// Ten advertisements a second, looked at once a second.
    private func worth(_ filter: () -> StrengthFilters.Heard) -> Worth {
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

    @Test("of the filters that keep up with somebody who walks, the one that is used changes its mind least")
    func choice() {
        let rows = StrengthFilters.all.map { (name: $0.name, worth: worth($0.make)) }
        let used = rows[rows.count - 1].worth
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
    func accuracy() {
        let within = worth(StrengthFilters.kalman).within
        #expect(within > 0.95, "\(within)")
    }
}
