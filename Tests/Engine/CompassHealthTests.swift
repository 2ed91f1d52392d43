@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("CompassHealth")
struct CompassHealthTests {
    private var health = CompassHealth()

    /// Compares once a second, and returns the second at which the state was first another one than at the beginning.
    private mutating func run(_ seconds: Range<Int>, _ pair: (Int) -> (heading: Double, course: Double)) -> Int? {
        let state = health.state
        var change: Int?
        for second in seconds {
            let (heading, course) = pair(second)
            health.compare(heading, course: course, at: at(Double(second)))
            if change == nil, health.state != state { change = second }
        }
        return change
    }

    @Test("a compass that does not turn while the course does is stuck after the third turn (fault 98)")
    mutating func stuck() {
        // A turn of 90° each 30 s, around the block.
        let change = run(0..<300) { (10, Double($0 / 30 * 90 % 360)) }
        #expect(change == 90)
        #expect(health.state == .stuck)
    }

    @Test("a needle that trembles is stuck as well, and one that turns again works again, at once")
    mutating func loose() {
        _ = run(0..<120) { (10 + Double($0 % 3) * 5, Double($0 / 30 * 90 % 360)) }
        #expect(health.state == .stuck)
        health.compare(90, course: 90, at: at(120))
        #expect(health.state == .working)
    }

    @Test("one that turns with the course is not stuck, however it lags and differs")
    mutating func lagging() {
        let change = run(0..<3600) { (Double(max(0, $0 - 4) / 30 * 90 % 360) + 20, Double($0 / 30 * 90 % 360)) }
        #expect(change == nil)
    }

    @Test("a straight road tells nothing of turns")
    mutating func straight() { #expect(run(0..<3600) { (90 + Double($0 % 5), 90 + Double($0 % 20)) } == nil) }

    @Test("one that is off by more than 30° is so after three minutes", arguments: [31.0, -31, 120, 180])
    mutating func off(degrees: Double) {
        #expect(run(0..<400) { _ in (350 + degrees, 350) } == 180)
        #expect(health.state == .off)
        #expect(abs(health.courseDifferenceInDegrees ?? 0) == abs(degrees))
    }

    @Test("leeway of 29°, and a lorry that reverses for two minutes, break no compass", arguments: [29.0, -29])
    mutating func leeway(degrees: Double) {
        #expect(run(0..<3600) { _ in (350 + degrees, 350) } == nil)
        #expect(run(3600..<3720) { _ in (170, 350) } == nil)
        #expect(run(3720..<7200) { _ in (350, 350) } == nil)
    }

    @Test("single wrong directions do not add up")
    mutating func noise() { #expect(run(0..<3600) { ($0 % 3 == 0 ? 200 : 90, 90) } == nil) }

    @Test("what was not compared counts for five seconds at most")
    mutating func gaps() {
        for hour in 0..<30 { health.compare(150, course: 90, at: at(Double(hour) * 3600)) }
        #expect(health.state == .working)
    }
}
