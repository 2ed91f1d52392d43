import Foundation
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

/// A world of squares of one kilometre, each with a name of its own.
enum Squares {
    /// The square of a point, metres from the corner of one.
    static func hint(east: Double, north: Double) -> NameHint {
        var hint = NameHint()
        hint.locality = UInt32(1000 * (500 + (north / 1000).rounded(.down)) + 500 + (east / 1000).rounded(.down))
        hint.country = 1
        return hint
    }

    static func hint(at place: Coordinate) -> NameHint? {
        let degree = 111_195.0
        let east = (place.longitude - cupertino.longitude) * degree * cos(cupertino.latitude * .pi / 180)
        return hint(east: east, north: (place.latitude - cupertino.latitude) * degree)
    }
}

/// The policy `on-change`, in a world of squares of one kilometre, each with a name of its own.
@Suite("GeocodePolicy: on-change")
struct OnChangeTests {
    private var policy = GeocodePolicy(settings: .init(mode: .onChange))

    /// Tells a fix, and carries out what the policy decides with a geocoder that answers at once.
    private mutating func step(
        east: Double = 0, north: Double = 0, at seconds: Double, accuracy: Double? = 5, hint: NameHint? = nil,
        isAtRest: Bool = false
    ) -> GeocodePolicy.Decision {
        policy.accepted(
            fix(RegionShapes.offset(cupertino, north: north, east: east), at: seconds, accuracy: accuracy),
            hint: hint ?? Squares.hint(east: east, north: north), isAtRest: isAtRest)
        return policy.run(at: seconds)
    }

    @Test("it asks when the names change, however short the way")
    mutating func change() {
        #expect(reason(step(east: 900, at: 0)) == .first)
        #expect(step(east: 980, at: 100) == .hold(.sameNames))
        #expect(reason(step(east: 1020, at: 101)) == .changed)
        // Far, and still in the same square.
        #expect(step(east: 1990, north: 990, at: 300) == .hold(.sameNames))
    }

    @Test("names that change within the interval are asked for at its end, if they still differ")
    mutating func interval() {
        _ = step(east: 500, at: 0)
        #expect(step(east: 1500, at: 20) == .wait(until: at(60)))
        #expect(step(east: 600, at: 30) == .hold(.sameNames))
        #expect(step(east: 1600, at: 40) == .wait(until: at(60)))
        #expect(reason(policy.run(at: 60)) == .changed)
    }

    @Test("within the accuracies of both locations the names have not changed")
    mutating func accuracy() {
        _ = step(east: 990, at: 0, accuracy: 20)
        #expect(step(east: 1010, at: 100, accuracy: 20) == .hold(.sameNames))
        #expect(reason(step(east: 1040, at: 101, accuracy: 20)) == .changed)
    }

    @Test("names that an inaccurate location cannot tell do not count")
    mutating func levels() {
        _ = step(east: 500, at: 0)
        #expect(step(east: 9500, at: 100, accuracy: 4000) == .hold(.sameNames))
        var abroad = Squares.hint(east: 9500, north: 0)
        abroad.country = 2
        #expect(reason(step(east: 9500, at: 101, accuracy: 4000, hint: abroad)) == .changed)
    }

    @Test("finer names are asked for when the location allows them, though they are the same by the hint")
    mutating func refined() {
        policy.accepted(fix(cupertino, at: 0, accuracy: 5000), hint: Squares.hint(east: 0, north: 0))
        policy.asked(for: fix(cupertino, at: 0, accuracy: 5000), at: at(0))
        policy.succeeded(wasLimited: true)
        #expect(step(at: 1) == .wait(until: at(60)))
        #expect(reason(policy.run(at: 60)) == .refined)
    }

    @Test("a failure backs off, and names that are the old ones again need nothing")
    mutating func failure() {
        _ = step(east: 500, at: 0)
        let beyond = fix(RegionShapes.offset(cupertino, north: 0, east: 1500), at: 100)
        policy.accepted(beyond, hint: Squares.hint(east: 1500, north: 0))
        policy.asked(for: beyond, at: at(100))
        policy.failed(at: at(100), randomFraction: 0.999)
        guard case .wait = policy.decision(at: at(130)) else {
            Issue.record("no back-off")
            return
        }
        #expect(reason(policy.decision(at: at(160))) == .retry)
        #expect(step(east: 600, at: 161) == .hold(.sameNames))
    }

    @Test("without a hint it decides as distance-and-time")
    mutating func withoutHint() {
        func fix(_ east: Double, at seconds: Double) -> Location {
            LocationEngineTests.fix(RegionShapes.offset(cupertino, north: 0, east: east), at: seconds)
        }
        policy.accepted(fix(0, at: 0))
        #expect(reason(policy.run(at: 0)) == .first)
        policy.accepted(fix(900, at: 100))
        #expect(policy.run(at: 100) == .hold(.notMoved))
        policy.accepted(fix(1100, at: 101))
        #expect(reason(policy.run(at: 101)) == .moved)
    }

    /// Requests in each hour of a way with so much noise, a fix a second.
    private mutating func requests(
        hours: Int, sigma: Double, told accuracy: Double = 10, _ way: (Double) -> (east: Double, north: Double)
    ) -> [Int] {
        var random = SeededRandom(seed: 5)
        // A sum of twelve uniform numbers is normal enough.
        func noise() -> Double { (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } }
        return (0..<hours).map { hour in
            (0..<3600).count { second in
                let now = Double(hour * 3600 + second)
                let place = way(now)
                return reason(
                    step(
                        east: place.east + sigma * noise(), north: place.north + sigma * noise(), at: now,
                        accuracy: accuracy)) != nil
            }
        }
    }

    @Test("a box at rest keeps the names with which it came to rest, once it has asked for them")
    mutating func rest() {
        _ = step(east: 950, at: 0)
        #expect(step(east: 1050, at: 20) == .wait(until: at(60)))
        for second in 21..<60 {
            let east = second % 2 == 0 ? 950.0 : 1050
            #expect(step(east: east, at: Double(second), isAtRest: true) == .wait(until: at(60)) || east == 950)
        }
        _ = step(east: 1050, at: 59.5, isAtRest: true)
        #expect(reason(policy.run(at: 60)) == .changed)
        for second in 61..<600 {
            #expect(step(east: second % 2 == 0 ? 950 : 1050, at: Double(second), isAtRest: true) == .hold(.sameNames))
        }
        #expect(reason(step(east: 900, at: 600)) == .changed)
    }

    @Test("a box at rest whose newest location has the old names again does not ask for them")
    mutating func restOnTheOldSide() {
        _ = step(east: 950, at: 0)
        #expect(step(east: 1050, at: 20) == .wait(until: at(60)))
        #expect(step(east: 850, at: 21, isAtRest: true) == .hold(.sameNames))
        #expect(step(east: 850, at: 60, isAtRest: true) == .hold(.sameNames))
        // The placemark is that of the old square, so the new one is asked for when the box is in it.
        #expect(reason(step(east: 1060, at: 61)) == .changed)
    }

    @Test("a box at rest whose newest location has third names keeps those, once it has asked for them")
    mutating func restOnAThirdSide() {
        _ = step(east: 950, north: 950, at: 0)
        #expect(step(east: 1050, north: 950, at: 20) == .wait(until: at(60)))
        #expect(reason(step(east: 1050, north: 1050, at: 60, isAtRest: true)) == .changed)
        for second in 61..<600 {
            let north = second % 2 == 0 ? 950.0 : 1050
            #expect(step(east: 1050, north: north, at: Double(second), isAtRest: true) == .hold(.sameNames))
        }
        #expect(reason(step(east: 1050, north: 900, at: 600)) == .changed)
    }

    @Test("a box that is at rest when a reload switches to it keeps the names of its newest location until it leaves")
    mutating func switchedOnAtRest() {
        policy = GeocodePolicy(settings: .init(distanceInMeters: 10_000))
        _ = step(east: 950, north: 500, at: 0)
        policy.configure(.init(mode: .onChange)) { Squares.hint(at: $0) }
        #expect(step(east: 1100, north: 500, at: 100, isAtRest: true) == .hold(.sameNames))
        #expect(reason(step(east: 1100, north: 500, at: 101)) == .changed)
    }

    @Test("with another world file the names are compared by its own numbers, from its first request on")
    mutating func newWorldFile() {
        func hint(_ locality: UInt32) -> NameHint {
            var hint = NameHint()
            hint.locality = locality
            return hint
        }
        _ = step(east: 500, at: 0, hint: hint(1))
        policy.geocoderReplaced(hint: hint(7))
        #expect(reason(policy.run(at: 100)) == .requested)
        #expect(step(east: 600, at: 200, hint: hint(7)) == .hold(.sameNames))
        #expect(reason(step(east: 700, at: 201, hint: hint(8))) == .changed)
        // At rest as well, where the old number would have been kept.
        policy.geocoderReplaced(hint: hint(1))
        #expect(reason(policy.run(at: 202)) == .requested)
        #expect(step(east: 705, at: 300, hint: hint(1), isAtRest: true) == .hold(.sameNames))
        #expect(step(east: 750, at: 301, hint: hint(1)) == .hold(.sameNames))
    }

    @Test("where the noise is ten times what the receiver tells, a border costs 8 requests in the first hour, then 4")
    mutating func parkedWithNoise() {
        let hours = requests(hours: 24, sigma: 40, told: 10) { _ in (1000, 500) }
        #expect(hours[0] <= 9 && hours.dropFirst().allSatisfy { $0 <= 5 }, "\(hours)")
    }

    @Test("where four names meet it costs no more")
    mutating func corner() {
        let hours = requests(hours: 24, sigma: 40, told: 10) { _ in (1000, 1000) }
        #expect(hours[0] <= 12 && hours.dropFirst().allSatisfy { $0 <= 5 }, "\(hours)")
    }

    @Test("a drive at 20 m/s along a border costs what its own names cost, and not twice as much")
    mutating func borderDrive() {
        // A new pair of squares each 50 s: by the interval, 60 an hour are allowed.
        let along = requests(hours: 4, sigma: 5) { (1000 + 10 * sin($0 / 7), 20 * $0) }
        policy = GeocodePolicy(settings: .init(mode: .onChange))
        let beside = requests(hours: 4, sigma: 5) { (500, 20 * $0) }
        #expect(zip(along, beside).allSatisfy { $0 <= $1 + 6 }, "\(along), \(beside)")
        policy = GeocodePolicy(settings: .init(mode: .onChange))
        // A river road, up and down, between two towns.
        let between = requests(hours: 4, sigma: 5) { (1000 + 15 * sin($0 / 7), 500 + 400 * sin($0 / 300)) }
        #expect(between[0] <= 9 && between.dropFirst().allSatisfy { $0 <= 5 }, "\(between)")
    }

    @Test("a way there and back is no flicker: each town is asked for within the interval")
    mutating func thereAndBack() {
        // Five minutes a square, there and back for eight hours.
        let asked = requests(hours: 8, sigma: 5) { now in
            let way = now.truncatingRemainder(dividingBy: 3000)
            return (1000 / 300 * (way < 1500 ? way : 3000 - way), 500)
        }
        #expect(asked.allSatisfy { $0 >= 9 }, "\(asked)")
    }
}
