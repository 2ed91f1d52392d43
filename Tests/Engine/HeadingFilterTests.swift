@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("HeadingFilter")
struct HeadingFilterTests {
    private var filter = HeadingFilter(courseSpeedInMetersPerSecond: 1.4)

    private func compass(_ degrees: Double, at seconds: Double, device: String? = "compass") -> Heading {
        Heading(trueHeading: degrees, origin: .compass, receivedAt: at(seconds), device: device)
    }

    /// Whether a compass's heading is delivered.
    private mutating func delivers(_ degrees: Double, at seconds: Double, device: String? = "compass") -> Bool {
        filter.delivers(compass(degrees, at: seconds, device: device))
    }

    private func moving(_ course: Double?, at seconds: Double, speed: Double? = 10) -> Location {
        var location = fix(cupertino, at: seconds)
        (location.course, location.speed, location.courseAccuracy) = (course, speed, 12)
        return location
    }

    @Test("a heading is delivered when it has turned by a degree from the last delivered one, so a slow turn adds up")
    mutating func turn() {
        var delivered: [Double] = []
        for step in 0...20 {
            let degrees = Double(step) * 0.25
            if filter.delivers(compass(degrees, at: Double(step))) { delivered.append(degrees) }
        }
        #expect(delivered == [0, 1, 2, 3, 4, 5])
        #expect(filter.heading(at: at(20))?.trueHeading == 5)
    }

    @Test(
        "turns are counted the short way, across north too",
        arguments: [(359.5, 0.4, false), (359.5, 0.5, true), (0.5, 359.5, true), (0.4, 359.6, false), (90, 271, true)])
    mutating func acrossNorth(first: Double, second: Double, isDelivered: Bool) {
        #expect(delivers(first, at: 0))
        #expect(delivers(second, at: 1) == isDelivered)
    }

    @Test("a noisy compass of 100 Hz delivers at most ten headings a second")
    mutating func rate() {
        var random = SeededRandom(seed: 2)
        var count = 0
        for hundredth in 0..<1000 {
            let degrees = Double.random(in: 80...100, using: &random)
            if filter.delivers(compass(degrees, at: Double(hundredth) / 100)) { count += 1 }
        }
        #expect((80...100).contains(count))
    }

    @Test("without a compass the course over ground tells it, above walking speed only")
    mutating func course() {
        #expect(filter.accepted(moving(81, at: 0, speed: 1.3)) == nil)
        #expect(filter.accepted(moving(nil, at: 1)) == nil)
        #expect(filter.accepted(moving(81, at: 2, speed: nil)) == nil)
        #expect(filter.heading(at: at(2)) == nil)
        let heading = filter.accepted(moving(81, at: 3, speed: 1.4))
        #expect(
            heading
                == Heading(
                    trueHeading: 81, accuracy: 12, origin: .course, receivedAt: at(3), device: "/dev/ttyACM0"))
        #expect(filter.heading(at: at(3)) == heading)
        #expect(filter.accepted(moving(81.5, at: 4)) == nil)
        #expect(filter.accepted(moving(82.5, at: 5))?.trueHeading == 82.5)
    }

    @Test("a compass wins over the course while it reports, and for 5 s after")
    mutating func compassWins() {
        #expect(filter.accepted(moving(10, at: 0)) != nil)
        #expect(delivers(200, at: 1))
        #expect(filter.accepted(moving(10, at: 2)) == nil)
        #expect(filter.accepted(moving(10, at: 5.9)) == nil)
        #expect(filter.heading(at: at(5.9))?.trueHeading == 200)
        #expect(filter.accepted(moving(10, at: 6))?.origin == .course)
    }

    @Test("of two compasses the first one counts, until it has been silent for 5 s")
    mutating func twoCompasses() {
        #expect(delivers(10, at: 0, device: "a"))
        #expect(!delivers(90, at: 1, device: "b"))
        #expect(filter.heading(at: at(1))?.trueHeading == 10)
        #expect(delivers(90, at: 5, device: "b"))
    }

    @Test("a heading is forgotten after 10 s, and the next one is news again")
    mutating func stale() {
        #expect(delivers(10, at: 0))
        #expect(filter.heading(at: at(10)) != nil)
        #expect(filter.heading(at: at(10.1)) == nil)
        #expect(delivers(10, at: 11))
    }
}
