@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("TimestampWatch")
struct TimestampWatchTests {
    private var watch = TimestampWatch()
    private static let week = 7.0 * 86_400

    /// Whether the time is suspect `seconds` after boot, on a clock that is off by so much.
    private mutating func isSuspect(_ seconds: Double, off: Double = 0, isLive: Bool = true) -> Bool {
        let time = Timestamp(nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch + Int64((seconds + off) * 1e9))
        return watch.isSuspect(
            time, receivedAt: at(seconds), earliest: isLive ? TimestampWatch.earliest : nil)
    }

    private mutating func isSuspect(_ text: String, at seconds: Double, isLive: Bool = true) throws -> Bool {
        watch.isSuspect(
            try #require(Timestamp(parsing: text)), receivedAt: at(seconds),
            earliest: isLive ? TimestampWatch.earliest : nil)
    }

    @Test(
        "what receivers say before they know the time is suspect, and the right time is not (fault 30)",
        arguments: ["1980-01-06T00:00:09Z", "1999-08-22T00:01:00Z", "2019-04-07T00:00:30Z", "1970-01-01T00:00:00Z"])
    mutating func start(text: String) throws {
        for second in 0..<60 { #expect(try isSuspect(text, at: Double(second))) }
        #expect(!isSuspect(60))
    }

    @Test("the first time that can be right (fault 30)")
    mutating func edge() throws {
        #expect(try isSuspect("2019-12-31T23:59:59.999Z", at: 0))
        #expect(try !isSuspect("2020-01-01T00:00:00Z", at: 0))
    }

    @Test("an old recording is not suspect (fault 30)")
    mutating func recording() throws {
        #expect(try !isSuspect("2006-05-01T12:00:00Z", at: 0, isLive: false))
        #expect(try !isSuspect("2006-05-01T12:00:01Z", at: 1, isLive: false))
    }

    @Test(
        "a rollover while running is suspect for as long as it lasts (fault 30)", arguments: [true, false],
        [1, 2] as [Double])
    mutating func rollover(isLive: Bool, eras: Double) {
        for second in 0..<10 { #expect(!isSuspect(Double(second), isLive: isLive)) }
        let off = -eras * 1024 * Self.week
        for second in 10..<5000 { #expect(isSuspect(Double(second), off: off, isLive: isLive)) }
        for second in 5000..<5010 { #expect(!isSuspect(Double(second), isLive: isLive)) }
    }

    @Test("a recording that begins rolled over is believed ten minutes after its clock has gone forward (fault 30)")
    mutating func cured() {
        let off = -1024 * Self.week
        for second in 0..<10 { #expect(!isSuspect(Double(second), off: off, isLive: false)) }
        for second in 10..<610 { #expect(isSuspect(Double(second), isLive: false)) }
        for second in 610..<620 { #expect(!isSuspect(Double(second), isLive: false)) }
    }

    @Test(
        "a clock that is set is believed after ten minutes, and at once when it comes back (fault 30)",
        arguments: [86_400, -86_400, 619_315_200, 34_560_000] as [Double])
    mutating func set(off: Double) {
        #expect(!isSuspect(0))
        for second in 1...600 { #expect(isSuspect(Double(second), off: off)) }
        #expect(!isSuspect(601))
        for second in 602...1201 { #expect(isSuspect(Double(second), off: off)) }
        #expect(!isSuspect(1202, off: off))
        #expect(isSuspect(1203))
    }

    @Test("a clock that jumps about is never believed")
    mutating func jumpsAbout() {
        #expect(!isSuspect(0))
        for second in 1..<5000 { #expect(isSuspect(Double(second), off: Double(second % 3 + 1) * 90_000)) }
    }

    @Test(
        "leap seconds, drift, gaps, and midnight on the wrong side of hours are not suspect",
        arguments: [-18, 18, 7200, -40_000] as [Double])
    mutating func tolerated(off: Double) {
        #expect(!isSuspect(0))
        #expect(!isSuspect(1, off: off))
        #expect(!isSuspect(90_000_000, off: off))
    }

    @Test("the filter keeps the position, marks the time, and the status says so (fault 30)")
    mutating func marked() throws {
        var machine = LocationMachine(seed: 1, at: at(0))
        var reports: [LocationReport?] = []
        let rolledOver = epoch.nanosecondsSinceEpoch - Int64(1024 * Self.week) * 1_000_000_000
        for second in 0..<30 {
            let offset = Int64(second) * 1_000_000_000
            let wrong = Timestamp(nanosecondsSinceEpoch: rolledOver + offset)
            let isWrong = (10..<20).contains(second)
            let fix = fix(cupertino, at: Double(second), timestamp: isWrong ? wrong : .none)
            for case .publish(let publication) in machine.handle(.source(.fix(fix)), at: at(Double(second))) {
                let status = publication.snapshot.status(at: at(Double(second)), precision: .precise)
                reports.append(status.location)
                #expect(status.fixes?.rejected == [:])
                #expect(status.source.state == .live)
            }
        }
        #expect(reports.map { $0?.timestampSuspect } == (0..<30).map { (10..<20).contains($0) ? true : nil })
        #expect(reports.allSatisfy { $0?.coordinate == cupertino })
    }

    @Test("the ends of time make no trap", arguments: [Int64.min, 0, Int64.max])
    mutating func endsOfTime(nanoseconds: Int64) {
        let time = Timestamp(nanosecondsSinceEpoch: nanoseconds)
        for second in 0..<2000 {
            _ = watch.isSuspect(time, receivedAt: at(Double(second)), earliest: nil)
            _ = isSuspect(Double(second), isLive: false)
        }
    }
}
