import Logging
import PlacemarkClient
import PlacemarkModel
import Reporting
import TestSupport

@testable import placemark_report

/// A reporter with one sink, `van`, that listens to a daemon of the same directory: what the suites of guard and trips
/// share.
protocol ReporterTrial {
    var directory: TemporaryDirectory { get }
}

extension ReporterTrial {
    /// With one sink, `van`.
    func reporter(with settings: SinkSettings) -> Reporter {
        let outbox = Outbox(directory: directory.file("state"), boot: "a", retention: ["van": Retention()])
        return Reporter(
            [Sink(name: "van", settings: settings)], outbox: outbox, clocks: .system, log: Logger(label: "test"))
    }

    /// Has a reporter listen to the daemon during the body, and ends it as a stop of the service does.
    func listening(
        _ reporter: Reporter, since heard: Outbox.Heard?, comparison: Duration, _ body: () async throws -> Void
    ) async throws {
        let listener = DaemonListener(
            client: PlacemarkClient(socketPath: directory.file("daemon.sock")), precision: .precise, reporter: reporter,
            boot: "a", log: Logger(label: "test"), comparison: comparison)
        try await beside({ await listener.run(since: heard) }, body)
        await reporter.close()
    }
}

extension Reporter {
    /// What waits for the sink.
    func waiting() -> [Report] { outbox.waiting(for: "van", .oldestFirst, limit: 100) }
}

/// Does something beside the body, and ends it with the body, whatever comes of that.
func beside(_ work: @escaping @Sendable () async -> Void, _ body: () async throws -> Void) async throws {
    let task = Task { await work() }
    do {
        try await body()
    } catch {
        task.cancel()
        throw error
    }
    task.cancel()
    await task.value
}
