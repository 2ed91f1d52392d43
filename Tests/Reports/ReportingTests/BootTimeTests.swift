import PlacemarkModel
@testable import Reporting
import Testing

@Suite struct BootTimeTests {
    private let hour = Moments.instant(3600)

    @Test func `A clock of 1970 is not believed, and one that is right is`() {
        var time = BootTime()
        time.learn(machine: Timestamp(nanosecondsSinceEpoch: 0), at: Moments.instant(10))
        #expect(time.isSuspect)
        time.learn(machine: Moments.noon, at: hour)
        #expect(!time.isSuspect)
        #expect(time.time(of: Moments.instant(3601)) == Moments.time(1))
    }

    @Test func `Where receiver and machine disagree the receiver is believed`() {
        var time = BootTime()
        time.learn(machine: Moments.time(-86_400), at: hour)
        time.learn(receiver: Moments.noon, takenAt: hour)
        #expect(time.time(of: hour) == Moments.noon)
        time.learn(machine: Moments.time(5), at: hour)
        // They agree: the machine's is finer.
        #expect(time.time(of: hour) == Moments.time(5))
    }

    @Test func `A receiver without the time tells nothing`() {
        var time = BootTime()
        time.learn(receiver: Timestamp(nanosecondsSinceEpoch: 315_964_800_000_000_000), takenAt: hour)
        #expect(time.isSuspect)
    }

    @Test func `A location says itself when it was taken, unless its receiver cannot know`() throws {
        for (timestamp, age, expected) in [
            ("2026-11-23T11:59:58Z", 0.5, Moments.time(-2)), (nil, 0.5, Moments.noon.advanced(by: .milliseconds(-500))),
        ] {
            let report = Happening(
                .location, at: .civil(Moments.noon), event: .numbered(1, timestamp: timestamp, age: age)
            ).report(try #require(ReportIdentity("4f0c9a1be2d37758-1")), boot: BootTime())
            #expect(report.takenAt == expected)
            #expect(report.happenedAt == Moments.noon)
        }
    }
}
