import Foundation
import Logging
import PlacemarkModel
import Reporting
import Synchronization
import SystemClocks
import TestSupport
import Testing

@testable import placemark_report

@Suite("What the daemon has kept while the reporter did not run") struct RecoveryTests {
    private let directory: TemporaryDirectory
    /// An hour ago, at a whole second, as receivers tell it.
    private let start = Timestamp(
        nanosecondsSinceEpoch: (Clocks.system.wall().nanosecondsSinceEpoch / 1_000_000_000 - 3600) * 1_000_000_000)

    init() throws { directory = try TemporaryDirectory() }

    /// A second run, whose one sink wants a location each ten seconds.
    private func reporter(_ clocks: Clocks) -> Reporter {
        let first = Outbox(directory: directory.file("state"), boot: "a")
        first.learn { $0.learn(machine: start, at: BootInstant(sinceBoot: .seconds(100))) }
        first.note(heardAt: BootInstant(sinceBoot: .seconds(100)))
        first.close()
        let outbox = Outbox(directory: directory.file("state"), boot: "b", retention: ["home": Retention()])
        var settings = SinkSettings()
        settings.precision = .precise
        return Reporter(
            [Sink(name: "home", settings: settings)], outbox: outbox, clocks: clocks, log: Logger(label: "test"))
    }

    /// A location in each of these seconds.
    private func way(_ seconds: Range<Int>) throws -> [Happening] {
        try seconds.map { second in
            let time = try #require(start.advanced(by: .seconds(second)))
            let json = #"{"coordinate":{"latitude":46.5,"longitude":9.5},"timestamp":"\#(time)"}"#
            let point = try JSONDecoder().decode(TrackPoint.self, from: Data(json.utf8))
            return Happening(.location, at: .civil(time), event: EventReport(point))
        }
    }

    @Test("the present's clock, which is asked between two parts of the past, holds back none of it")
    func pulseBetween() async throws {
        let reporter = reporter(clocks(drift: .zero))
        await reporter.takeRecovered(try way(0..<45), .precise)
        let early = await reporter.pulse(.precise)
        #expect(!early.wantsHeartbeat)
        await reporter.takeRecovered(try way(45..<95), .precise)
        let told = await seconds(told: reporter)
        #expect(told == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
        await reporter.hasRecovered(.precise)
        // The last one was held, and now its time has come.
        _ = await reporter.pulse(.precise)
        #expect(await seconds(told: reporter).last == 94)
    }

    @Test(
        "a machine that reads its two clocks a little apart tells the past at the same pace",
        arguments: [Duration.milliseconds(3), .milliseconds(-3)])
    func clocksApart(_ drift: Duration) async throws {
        let reporter = reporter(clocks(drift: drift))
        for part in [0..<45, 45..<72, 72..<95] { await reporter.takeRecovered(try way(part), .precise) }
        #expect(await seconds(told: reporter) == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
    }

    /// Clocks of an hour after the way began. Each reading of the civil one is `drift` further from the other's.
    private func clocks(drift: Duration) -> Clocks {
        let now = BootInstant(sinceBoot: .seconds(5000))
        let readings = Mutex(0)
        let start = start
        return Clocks(
            boot: { now },
            wall: {
                let reading = readings.withLock { count in
                    count += 1
                    return count
                }
                return start.advanced(by: .seconds(3600) + drift * reading) ?? start
            })
    }

    /// The seconds of the way that wait for the sink.
    private func seconds(told reporter: Reporter) async -> [Int] {
        await reporter.waiting(for: "home").map { Int($0.takenAt.duration(since: start).components.seconds) }
    }
}

extension Reporter {
    fileprivate func waiting(for sink: String) -> [Report] { outbox.waiting(for: sink, .oldestFirst, limit: 100) }
}
