@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("HeadingFilter")
struct HeadingFilterTests {
    private var filter = HeadingFilter()

    private func compass(_ degrees: Double, at seconds: Double) -> Heading {
        Heading(trueHeading: degrees, origin: .compass, receivedAt: at(seconds), device: "compass")
    }

    /// Whether a compass's heading is delivered.
    private mutating func delivers(_ degrees: Double, at seconds: Double) -> Bool {
        filter.delivers(compass(degrees, at: seconds))
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

    @Test("from magnetic north as well, while nothing else is known; when true north becomes known, that is news")
    mutating func magnetic() {
        func magnetic(_ degrees: Double, true north: Double? = nil, at seconds: Double) -> Heading {
            Heading(trueHeading: north, magneticHeading: degrees, origin: .compass, receivedAt: at(seconds))
        }
        let headings = [
            magnetic(359.8, at: 0), magnetic(0.5, at: 1), magnetic(1, at: 2), magnetic(1, true: 14, at: 3),
            // The box has moved, and turned with the field there.
            magnetic(3, true: 14.5, at: 4),
        ]
        var delivered: [Bool] = []
        for heading in headings { delivered.append(filter.delivers(heading)) }
        #expect(delivered == [true, false, true, true, false])
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

    @Test("a heading is forgotten after 10 s, and the next one is news again")
    mutating func stale() {
        #expect(delivers(10, at: 0))
        #expect(filter.heading(at: at(10)) != nil)
        #expect(filter.heading(at: at(10.1)) == nil)
        #expect(delivers(10, at: 11))
    }
}
