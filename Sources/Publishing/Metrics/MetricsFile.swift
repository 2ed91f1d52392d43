public import Logging
import NIOPosix
public import PlacemarkCore

/// Keeps a file with the metrics up to date, for the textfile collector of Prometheus' node_exporter.
///
/// Everybody may read it, because node_exporter runs as a user of its own. It is written every 15 s and removed at the
/// end, so that the figures of a service that was stopped are not collected for ever. A failure is retried, and logged
/// once a minute.
public struct MetricsFile: Sendable {
    private let file: AtomicFile
    private let precision: Precision
    private let server: SocketServer
    private let interval: Duration
    private let now: @Sendable () -> BootInstant
    private let log: Logger

    /// - Parameters:
    ///   - path: an absolute one. node_exporter wants it to end in `.prom`.
    ///   - precision: what everybody may know.
    ///   - interval: the time between two writes; the default is how often Prometheus usually collects.
    ///   - now: reads the boot-time clock.
    public init(
        _ path: String, precision: Precision, of server: SocketServer, every interval: Duration = .seconds(15),
        now: @escaping @Sendable () -> BootInstant, log: Logger
    ) {
        let parts = path.split(separator: "/")
        file = AtomicFile(
            directory: "/" + parts.dropLast().joined(separator: "/"), name: String(parts.last ?? ""), mode: 0o644)
        self.precision = precision
        self.server = server
        self.interval = interval
        self.now = now
        self.log = log
    }

    /// Writes until the task is cancelled, then removes the file.
    public func run() async {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        var failures = FailureLog()
        while !Task.isCancelled {
            do {
                let report = try await server.metrics(precision)
                try await threads.runIfActive { try file.write(Array(report.text(.current()).utf8)) }
                failures.tell(nil, of: "metrics", remedy: "", at: now(), to: log)
            } catch let failure as AtomicFile.WriteError {
                failures.tell(failure, of: "metrics", remedy: "retrying", at: now(), to: log)
            } catch {
                // The task is cancelled, or the server has ended.
            }
            try? await Task.sleep(for: interval)
        }
        try? await threads.shutdownGracefully()
        // The end of the process: nothing is left to be told.
        try? file.remove()
    }
}
