@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("GeocodePolicy")
struct GeocodePolicyTests {
    private var policy = GeocodePolicy()

    /// Tells a fix, and carries out what the policy decides with a geocoder that answers at once.
    private mutating func step(_ meters: Double, at seconds: Double, accuracy: Double? = 5) -> GeocodePolicy.Decision {
        policy.accepted(fix(north(meters, of: cupertino), at: seconds, accuracy: accuracy))
        return policy.run(at: seconds)
    }

    @Test("nothing is asked before there is a location")
    func beginning() { #expect(policy.decision(at: at(0)) == .hold(.noLocation)) }

    @Test("the first location is geocoded at once")
    mutating func first() { #expect(reason(step(0, at: 0)) == .first) }

    @Test("distance alone, or time alone, is not enough")
    mutating func both() {
        _ = step(0, at: 0)
        #expect(step(2000, at: 59) == .wait(until: at(60)))
        #expect(step(999, at: 61) == .hold(.notMoved))
        #expect(reason(step(1010, at: 62)) == .moved)
    }

    @Test("a box that moves and stops still gets its placemark, by the timer, for its newest location")
    mutating func timer() {
        _ = step(0, at: 0)
        _ = step(1500, at: 30)
        #expect(step(1600, at: 31) == .wait(until: at(60)))
        let newest = fix(north(1600, of: cupertino), at: 31)
        #expect(policy.decision(at: at(60)) == .geocode(newest, .moved))
    }

    @Test("within a fix's own accuracy the box has not moved")
    mutating func accuracy() {
        _ = step(0, at: 0)
        #expect(step(1500, at: 100, accuracy: 2000) == .hold(.notMoved))
        #expect(reason(step(2100, at: 101, accuracy: 2000)) == .moved)
    }

    @Test("the distance counts from the last geocoded location, so slow drift adds up")
    mutating func drift() {
        _ = step(0, at: 0)
        var requests: [Double] = []
        for minute in 1...300 where reason(step(Double(minute) * 10, at: Double(minute) * 60)) != nil {
            requests.append(Double(minute) * 10)
        }
        #expect(requests == [1010, 2020] || requests == [1000, 2000, 3000])
    }

    @Test("one request is in flight at a time")
    mutating func inFlight() {
        policy.accepted(fix(cupertino, at: 0))
        policy.asked(for: fix(cupertino, at: 0), at: at(0))
        policy.accepted(fix(north(5000, of: cupertino), at: 300))
        #expect(policy.decision(at: at(300)) == .hold(.requestInFlight))
    }

    @Test("failures back off from 60 s, doubling, to at most 15 min", arguments: [0, 0.5, 0.999])
    mutating func backOff(randomFraction: Double) {
        policy.accepted(fix(cupertino, at: 0))
        var now = at(0)
        var delays: [Double] = []
        for _ in 0..<30 {
            guard case .geocode(let location, let reason) = policy.decision(at: now) else {
                Issue.record("not due at \(now)")
                return
            }
            #expect(reason == (delays.isEmpty ? .first : .retry))
            policy.asked(for: location, at: now)
            policy.failed(at: now, randomFraction: randomFraction)
            guard case .wait(let until) = policy.decision(at: now) else {
                Issue.record("no back-off at \(now)")
                return
            }
            delays.append(now.duration(to: until).inSeconds)
            now = until
        }
        #expect(delays[0] == 60)
        #expect(delays.allSatisfy { (60...900).contains($0) })
        #expect(zip(delays, delays.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(delays[4] > 600)
    }

    @Test("after a failure, a box that is back where it was geocoded needs nothing")
    mutating func backAgain() {
        _ = step(0, at: 0)
        policy.accepted(fix(north(1500, of: cupertino), at: 100))
        policy.asked(for: fix(north(1500, of: cupertino), at: 100), at: at(100))
        policy.failed(at: at(100), randomFraction: 0)
        #expect(step(0, at: 200) == .hold(.notMoved))
    }

    @Test("a box that stands still asks a new geocoder at once, by every rule", arguments: GeocodingMode.allCases)
    mutating func newGeocoder(mode: GeocodingMode) {
        policy = GeocodePolicy(settings: .init(mode: mode))
        policy.geocoderReplaced()
        #expect(policy.decision(at: at(0)) == .hold(.noLocation))
        #expect(reason(step(0, at: 0)) == .first)
        policy.geocoderReplaced()
        #expect(reason(policy.run(at: 1)) == .requested)
        #expect(reason(policy.run(at: 2)) == nil)
    }

    @Test("a new geocoder that fails is asked again after the interval, though the box stands still")
    mutating func newGeocoderFails() {
        _ = step(0, at: 0)
        policy.geocoderReplaced()
        policy.asked(for: fix(cupertino, at: 0), at: at(1))
        policy.failed(at: at(1), randomFraction: 0)
        #expect(policy.run(at: 2) == .wait(until: at(46)))
        #expect(reason(policy.run(at: 46)) == .retry)
        #expect(policy.run(at: 47) == .hold(.notMoved))
    }

    @Test("what the one before it was being asked for is forgotten, and so is how often it has failed")
    mutating func newGeocoderInFlight() {
        policy.accepted(fix(cupertino, at: 0))
        policy.asked(for: fix(cupertino, at: 0), at: at(0))
        policy.failed(at: at(0), randomFraction: 0)
        policy.asked(for: fix(cupertino, at: 0), at: at(60))
        policy.geocoderReplaced()
        #expect(reason(policy.run(at: 61)) == .first)
    }

    @Test("a stationary day makes one request by distance-and-time, and 1,440 by distance-or-time")
    mutating func stationaryDay() {
        for (mode, expected) in [(GeocodingMode.distanceAndTime, 1), (.distanceOrTime, 1440)] {
            policy = GeocodePolicy(settings: .init(mode: mode))
            var requests = 0
            for second in 0..<86_400 where reason(step(0, at: Double(second))) != nil { requests += 1 }
            #expect(requests == expected)
        }
    }

    @Test("distance-or-time measures from the previous fix, so a drive never asks by distance")
    mutating func distanceOrTime() {
        policy = GeocodePolicy(settings: .init(mode: .distanceOrTime))
        #expect(reason(step(0, at: 0)) == .first)
        for second in 1..<60 { #expect(step(Double(second) * 30, at: Double(second)) == .hold(.notMoved)) }
        #expect(reason(step(1800, at: 60)) == .elapsed)
        #expect(reason(step(2900, at: 61)) == .moved)
    }

    @Test("every-fix asks at every fix, and only then")
    mutating func everyFix() {
        policy = GeocodePolicy(settings: .init(mode: .everyFix))
        #expect(reason(step(0, at: 0)) == .first)
        #expect(reason(step(0, at: 0.1)) == .moved)
        #expect(policy.run(at: 0.2) == .hold(.sameFix))
    }

    /// Geocodes at second 0 with an accuracy of 5 km, of whose answer names were left out, or none.
    private mutating func startInaccurately(wasLimited: Bool = true) {
        policy.accepted(fix(cupertino, at: 0, accuracy: 5000))
        policy.asked(for: fix(cupertino, at: 0, accuracy: 5000), at: at(0))
        policy.succeeded(wasLimited: wasLimited)
    }

    @Test("fault 14: a fix that allows finer names is geocoded after the interval, though the box has not moved")
    mutating func finer() {
        startInaccurately()
        #expect(step(0, at: 1, accuracy: 5) == .wait(until: at(60)))
        #expect(reason(policy.run(at: 60)) == .refined)
        // Now all is known.
        #expect(step(0, at: 200, accuracy: 4) == .hold(.notMoved))
    }

    @Test("a fix of the same level, or a coarser one, or one that nothing was left out for, is no reason")
    mutating func notFiner() {
        startInaccurately()
        #expect(step(0, at: 100, accuracy: 3500) == .hold(.notMoved))
        #expect(step(0, at: 101, accuracy: 9000) == .hold(.notMoved))
        policy = GeocodePolicy()
        startInaccurately(wasLimited: false)
        #expect(step(0, at: 100, accuracy: 5) == .hold(.notMoved))
    }

    @Test("an accuracy that sways at a level's border brings one request, and no more until the box moves")
    mutating func swayingAccuracy() {
        startInaccurately()
        var requests: [Double] = []
        for second in 1..<3600 where reason(step(0, at: Double(second), accuracy: second % 2 == 0 ? 2900 : 3100)) != nil
        {
            requests.append(Double(second))
            // The placemark of the 2900 m still lacks the finest names.
            policy.asked(for: fix(cupertino, at: Double(second), accuracy: 2900), at: at(Double(second)))
            policy.succeeded(wasLimited: true)
        }
        #expect(requests == [60])
    }
}
