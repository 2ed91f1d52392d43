import LocationEngine
import PlacemarkModel
import Testing

@Suite("MotionDetector")
struct MotionDetectorTests {
    private var detector = MotionDetector(profile: ActivityType.other.profile)
    private var walk = Walk()

    /// Lets the box be `metersNorth` of its origin at each fix from one second to another, and returns what changed,
    /// and when.
    private mutating func go(
        from start: Double, to end: Double, _ metersNorth: (Double) -> Double
    ) -> [(change: MotionDetector.Change, at: Double)] {
        var changes: [(MotionDetector.Change, Double)] = []
        for step in 0..<Int(((end - start) / walk.interval).rounded()) {
            let seconds = start + Double(step) * walk.interval
            if let change = detector.accepted(walk.fix(metersNorth(seconds), at: seconds)) {
                changes.append((change, seconds))
            }
        }
        return changes
    }

    @Test("at rest after two minutes, and not before; what it is before cannot be told")
    mutating func pauses() {
        #expect(go(from: 0, to: 119, { _ in 0 }).isEmpty)
        #expect(detector.motion == nil)
        let changes = go(from: 119, to: 600) { _ in 0 }
        #expect(changes.map(\.change) == [.paused])
        #expect(changes.allSatisfy { $0.at <= 130 })
        #expect(detector.motion == .stationary)
    }

    @Test(
        "fault 13: at rest for a day, whatever the receiver says of its jitter",
        arguments: [5.0, 15, 30], [nil, 3.0])
    mutating func stationaryDay(sigma: Double, claimedAccuracy: Double?) {
        for (seed, interval) in zip(UInt64(1)..., [1.0, 10]) {
            detector = MotionDetector(profile: ActivityType.other.profile)
            walk = Walk(
                sigma: sigma, claimedAccuracy: claimedAccuracy, interval: interval, random: SeededRandom(seed: seed))
            let changes = go(from: 0, to: 86_400) { _ in 0 }
            #expect(changes.map(\.change) == [.paused], "seed \(seed)")
            #expect(changes.allSatisfy { $0.at <= 300 }, "seed \(seed)")
        }
    }

    @Test("receivers from 0.1 Hz to 100 Hz come to rest and leave it alike", arguments: [0.01, 0.1, 1, 5, 10])
    mutating func rates(interval: Double) {
        walk = Walk(sigma: 2, claimedAccuracy: 5, interval: interval)
        #expect(go(from: 0, to: 300, { _ in 0 }).map(\.change) == [.paused])
        let changes = go(from: 300, to: 400) { $0 - 300 }
        #expect(changes.map(\.change) == [.resumed])
        #expect(changes.allSatisfy { $0.at <= 330 + 2 * interval }, "\(changes)")
    }

    @Test(
        "a walk is seen within 30 m when the accuracy is good, a fast start within 10 s", arguments: [1.0, 1.4, 3, 15])
    mutating func walkAway(speed: Double) {
        walk = Walk(sigma: 1.5, claimedAccuracy: 5)
        _ = go(from: 0, to: 3600) { _ in 0 }
        #expect(detector.motion == .stationary)
        let changes = go(from: 3600, to: 3660) { ($0 - 3600) * speed }
        #expect(changes.map(\.change) == [.resumed])
        let seconds = (changes.first?.at ?? 9999) - 3600
        #expect(speed <= 3 ? seconds * speed <= 30 : seconds <= 10, "after \(seconds) s")
    }

    @Test("a walk through a jitter of 15 m is seen within 80 m", arguments: [nil, 3.0])
    mutating func walkThroughJitter(claimedAccuracy: Double?) {
        walk = Walk(sigma: 15, claimedAccuracy: claimedAccuracy)
        _ = go(from: 0, to: 3600) { _ in 0 }
        let changes = go(from: 3600, to: 3900) { $0 - 3600 }
        #expect(changes.map(\.change) == [.resumed])
        #expect(changes.allSatisfy { $0.at <= 3600 + 80 }, "\(changes)")
    }

    @Test("a slow drift adds up", arguments: [0.05, 0.1, 0.3])
    mutating func drift(speed: Double) {
        walk = Walk(sigma: 1, claimedAccuracy: 5)
        _ = go(from: 0, to: 3600) { _ in 0 }
        let changes = go(from: 3600, to: 3600 + 60 / speed) { ($0 - 3600) * speed }
        #expect(changes.first?.change == .resumed)
        #expect(changes.first.map { ($0.at - 3600) * speed <= 30 } == true, "\(changes)")
    }

    @Test("a box that walks from the beginning is never at rest, and soon known to move", arguments: [0.2, 1, 10])
    mutating func walksFromTheBeginning(speed: Double) {
        walk = Walk(sigma: 2, claimedAccuracy: 10)
        #expect(go(from: 0, to: 1800, { $0 * speed }).isEmpty)
        #expect(detector.motion == .moving)
        detector = MotionDetector(profile: ActivityType.other.profile)
        _ = go(from: 0, to: 125) { $0 * speed }
        #expect(detector.motion == .moving)
    }

    @Test("creeping in traffic, 15 m in every minute, is no rest")
    mutating func creeping() {
        walk = Walk(sigma: 2, claimedAccuracy: 10)
        let changes = go(from: 0, to: 3600) { seconds in
            let minute = (seconds / 60).rounded(.down)
            return 15 * minute + min(15, (seconds - minute * 60) * 3)
        }
        #expect(changes.isEmpty)
        #expect(detector.motion == .moving)
    }

    @Test("after a gap, a box that is elsewhere has moved, and one that is where it was has not")
    mutating func gap() {
        walk = Walk(sigma: 3, claimedAccuracy: 8)
        #expect(go(from: 0, to: 600, { _ in 0 }).map(\.change) == [.paused])
        #expect(go(from: 7200, to: 7300, { _ in 0 }).isEmpty)
        #expect(detector.motion == .stationary)
        let changes = go(from: 14_400, to: 14_700) { _ in 200 }
        #expect(changes.map(\.change) == [.resumed, .paused])
        #expect(changes.first.map { $0.at <= 14_410 } == true)
    }

    @Test("a single fix that is far off does not wake a resting box", arguments: [1.0, 10])
    mutating func glitch(interval: Double) {
        walk = Walk(sigma: 2, claimedAccuracy: 5, interval: interval)
        let changes = go(from: 0, to: 7200) { $0 == 3600 ? 500 : 0 }
        #expect(changes.map(\.change) == [.paused])
    }

    @Test(
        "a receiver with minutes between two fixes, or two pairs of them, ends a rest with its third fix elsewhere",
        arguments: [61.0, 90, 600], [false, true])
    mutating func gaps(pause: Double, isInPairs: Bool) {
        walk = Walk(sigma: 2, claimedAccuracy: 5)
        #expect(go(from: 0, to: 600, { _ in 0 }).map(\.change) == [.paused])
        var changes: [(change: MotionDetector.Change, count: Int)] = []
        var count = 0
        for number in 1...12 {
            let meters = number == 3 ? 5000.0 : number <= 6 ? 0 : 1000
            if number == 7 { count = 0 }
            for second in isInPairs && number != 3 ? [0.0, 1] : [0] {
                count += 1
                let fix = walk.fix(meters, at: 600 + Double(number) * pause + second)
                if let change = detector.accepted(fix) { changes.append((change, number < 7 ? 0 : count)) }
            }
        }
        // The stray one of the third minute wakes nobody.
        #expect(changes.map(\.change) == [.resumed])
        #expect(changes.allSatisfy { (1...3).contains($0.count) }, "\(changes)")
    }

    @Test("rests and leaves on the antimeridian and at the pole", arguments: [(0.0, 180.0), (90, 0), (-89.9999, 77)])
    mutating func oddPlaces(latitude: Double, longitude: Double) {
        walk = Walk(claimedAccuracy: 5)
        let origin = coordinate(latitude, longitude)
        var random = SeededRandom(seed: 7)
        var changes: [MotionDetector.Change] = []
        for second in 0..<900 {
            // Jitter of some metres, on both sides of the antimeridian, or round the pole.
            let angle = Double.random(in: -180...180, using: &random)
            let place = coordinate(
                origin.latitude - (latitude == 0 ? 0 : 0.00002 * (latitude > 0 ? 1 : -1)),
                latitude == 0 ? 180 + angle * 1e-7 : angle)
            if let change = detector.accepted(fix(place, at: Double(second))) { changes.append(change) }
        }
        #expect(changes == [.paused])
        for second in 900..<960 {
            let meters = Double(second - 900)
            let place = coordinate(latitude - meters / 111_195 * (latitude < 0 ? -1 : 1), longitude)
            if let change = detector.accepted(fix(place, at: Double(second))) { changes.append(change) }
        }
        #expect(changes == [.paused, .resumed])
    }

    @Test("the recorded box that stands still rests once, from its arrival to its departure")
    mutating func recordedStay() throws {
        let fixes = try RecordedTrip.fixes("still-indoor-sg.nmea")
        // Between its walk to the place and its walk away it stands for 7,700 s, with a step of 20 m in between.
        var rests: [(from: Double, to: Double)] = []
        for fix in fixes {
            let seconds = fixes[0].receivedAt.duration(to: fix.receivedAt).inSeconds
            switch detector.accepted(fix) {
            case .paused: rests.append((seconds, .infinity))
            case .resumed: rests[rests.count - 1].to = seconds
            case nil: break
            }
        }
        let stay = rests.filter { $0.from < 11_300 && $0.to > 3_600 }
        #expect(stay.count == 1, "\(rests)")
        #expect(stay.allSatisfy { $0.from < 3_900 && $0.to > 11_250 }, "\(rests)")
    }

    @Test("the recorded drive rests at no red light of less than two minutes")
    mutating func recordedDrive() throws {
        let fixes = try RecordedTrip.fixes("drive-tokyo-fuji.nmea")
        var moved = Duration.zero
        var previous: Location?
        for fix in fixes {
            _ = detector.accepted(fix)
            if let previous, detector.motion == .stationary, fix.speed ?? 0 > 3 {
                moved += previous.receivedAt.duration(to: fix.receivedAt)
            }
            previous = fix
        }
        // Each departure from a rest takes some seconds to be seen.
        #expect(moved < .seconds(300), "\(moved)")
    }
}
