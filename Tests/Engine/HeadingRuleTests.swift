@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("HeadingRule")
struct HeadingRuleTests {
    private var rule = HeadingRule(profile: ActivityType.other.profile)

    private func moving(_ course: Double?, at seconds: Double, speed: Double? = 10) -> Location {
        var location = fix(cupertino, at: seconds)
        (location.course, location.speed, location.courseAccuracy) = (course, speed, 12)
        return location
    }

    /// What a compass tells of the box; nil when it does not count.
    @discardableResult
    private mutating func hear(
        _ degrees: Double, from north: CompassReading.North = .true, at seconds: Double, device: String? = "compass"
    ) -> Heading? {
        rule.heard(CompassReading(degrees, from: north, receivedAt: at(seconds), device: device))
    }

    @Test("without a compass the course over ground tells it, above walking speed only")
    mutating func course() {
        #expect(rule.accepted(moving(81, at: 0, speed: 1.3)).heading == nil)
        #expect(rule.accepted(moving(nil, at: 1)).heading == nil)
        #expect(rule.accepted(moving(81, at: 2, speed: nil)).heading == nil)
        let heading = rule.accepted(moving(81, at: 3, speed: 1.4)).heading
        #expect(heading?.trueHeading == 81 && heading?.accuracy == 12 && heading?.origin == .course)
        #expect(heading?.device == "/dev/ttyACM0" && heading?.receivedAt == at(3))
        // Declination 12.67° east.
        #expect(abs((heading?.magneticHeading ?? 0) - 68.33) < 0.01 && heading?.isDeclinationSuspect == false)
    }

    @Test(
        "a compass wins over the course while it reports, and for 5 s after", arguments: CompassReading.North.allCases)
    mutating func compassWins(north: CompassReading.North) {
        #expect(rule.accepted(moving(190, at: 0)).heading != nil)
        #expect(hear(200, from: north, at: 1) != nil)
        #expect(rule.accepted(moving(190, at: 2)).heading == nil)
        #expect(rule.accepted(moving(190, at: 5.9)).heading == nil)
        #expect(rule.accepted(moving(190, at: 6)).heading?.origin == .course)
        #expect(rule.compassInUse == nil)
    }

    @Test(
        "on wheels the course wins over a magnetic compass, but not over one from true north, and not when it is slow")
    mutating func onWheels() {
        rule.configure(profile: ActivityType.automotive.profile, deviations: nil)
        #expect(hear(100, from: .magnetic, at: 0)?.magneticHeading == 100)
        #expect(rule.accepted(moving(81, at: 1)).heading?.origin == .course)
        #expect(hear(100, from: .magnetic, at: 1.5) == nil)
        #expect(rule.accepted(moving(81, at: 2, speed: 0.5)).heading == nil)
        #expect(hear(100, from: .magnetic, at: 2.5) != nil)
        #expect(rule.accepted(moving(81, at: 3)).heading?.origin == .course)
        #expect(hear(80, from: .true, at: 3.5) != nil)
        #expect(rule.accepted(moving(81, at: 4)).heading == nil)
    }

    @Test("of two compasses the first one counts, until it has been silent for 5 s")
    mutating func twoCompasses() {
        #expect(hear(10, at: 0, device: "a") != nil)
        #expect(hear(90, at: 1, device: "b") == nil)
        #expect(hear(90, at: 5, device: "b") != nil)
        #expect(hear(10, at: 6, device: "a") == nil)
        #expect(rule.compasses.map(\.identity.device) == ["a", "b"])
    }

    @Test("one from true north wins over a magnetic one, also of the same device")
    mutating func trueNorthWins() {
        #expect(hear(10, from: .magnetic, at: 0) != nil)
        #expect(hear(20, from: .true, at: 1) != nil)
        #expect(hear(10, from: .magnetic, at: 2) == nil)
        #expect(hear(10, from: .magnetic, at: 6.5) != nil)
    }

    @Test("a magnetic compass tells both headings where the place is known, and its own where it is not")
    mutating func declination() {
        let unplaced = hear(350, from: .magnetic, at: 0)
        #expect(unplaced?.trueHeading == nil && unplaced?.magneticHeading == 350 && unplaced?.declination == nil)
        _ = rule.accepted(fix(cupertino, at: 1))
        let placed = hear(350, from: .magnetic, at: 1)
        #expect(abs((placed?.trueHeading ?? 0) - 2.67) < 0.01 && placed?.magneticHeading == 350)
        #expect(abs((placed?.declination ?? 0) - 12.67) < 0.01)
        let gyro = hear(2, from: .true, at: 2)
        #expect(gyro?.trueHeading == 2 && abs((gyro?.magneticHeading ?? 0) - 349.33) < 0.01)
    }

    @Test("what an instrument was told of the declination counts only where no place is known")
    mutating func instrumentsDeclination() {
        let reading = CompassReading(
            98, from: .magnetic, deviation: -3, declination: 5, receivedAt: at(0), device: "compass")
        #expect(rule.heard(reading)?.magneticHeading == 95)
        #expect(rule.heard(reading)?.trueHeading == 100)
        _ = rule.accepted(fix(cupertino, at: 1))
        #expect(abs((rule.heard(reading)?.trueHeading ?? 0) - 107.67) < 0.01)
    }

    @Test("a deviation table takes the place of what the instrument knows, and leaves compasses from true north alone")
    mutating func deviation() throws {
        rule.configure(profile: ActivityType.other.profile, deviations: try DeviationTable(parsing: "0 10\n180 -10"))
        var reading = CompassReading(355, from: .magnetic, deviation: -3, receivedAt: at(0), device: "compass")
        let heading = rule.heard(reading)
        #expect(abs((heading?.magneticHeading ?? 0) - 4.44) < 0.01)
        #expect(abs((rule.compasses[0].deviation ?? 0) - 9.44) < 0.01)
        reading.north = .true
        #expect(rule.heard(reading)?.trueHeading == 355)
    }

    @Test("a ninth compass makes the one go that has been silent for the longest time, or is not heard")
    mutating func bound() {
        for number in 0..<8 { hear(1, at: Double(number) / 10, device: "\(number)") }
        #expect(hear(1, at: 1, device: "8") == nil)
        #expect(rule.compasses.count == 8)
        hear(1, at: 8, device: "8")
        #expect(rule.compasses.map(\.identity.device) == ["1", "2", "3", "4", "5", "6", "7", "8"])
    }

    @Test("a compass that is broken does not count, not even at rest, and the change is told once (fault 98)")
    mutating func broken() {
        var changes: [(Int, CompassState)] = []
        for second in 0..<1000 {
            let time = Double(second)
            // Until 500 s it is turned by 60°.
            hear(second < 500 ? 150 : 90, at: time)
            let (heading, changed) = rule.accepted(moving(90, at: time))
            changes += changed.map { (second, $0.state) }
            #expect(heading?.origin == (rule.compassInUse == nil ? .course : nil))
        }
        #expect(changes.map(\.1) == [.off, .working])
        #expect(changes.map(\.0) == [180, 679])
        #expect(rule.compassInUse != nil)
    }

    @Test("of two compasses the one that works counts")
    mutating func secondWorks() {
        for second in 0..<300 {
            hear(150, at: Double(second), device: "a")
            hear(90, at: Double(second), device: "b")
            _ = rule.accepted(moving(90, at: Double(second)))
        }
        #expect(rule.compassInUse?.device == "b")
        #expect(rule.compasses.map(\.state) == [.off, .working])
    }

    @Test(
        "what wind pushes is judged by no course, and neither is what is slow", arguments: [(true, 30.0), (false, 2.9)])
    mutating func notJudged(isAirborne: Bool, speed: Double) {
        if isAirborne { rule.configure(profile: ActivityType.airborne.profile, deviations: nil) }
        for second in 0..<1000 {
            hear(150, at: Double(second))
            #expect(rule.accepted(moving(90, at: Double(second), speed: speed)).changed.isEmpty)
        }
        #expect(rule.compasses[0].state == .working && rule.compasses[0].courseDifferenceInDegrees == nil)
    }
}
