import Files
package import Logging
import NIOPosix
package import PlacemarkModel

/// Keeps a file with a program's metrics up to date, for the textfile collector of Prometheus' node_exporter.
///
/// Everybody may read it, because node_exporter runs as a user of its own. It is written every 15 s and removed at the
/// end, so that the figures of a service that was stopped are not collected for ever. A failure is retried, and logged
/// once a minute.
package struct MetricsFile: Sendable {
    private let file: AtomicFile
    private let text: @Sendable () async throws -> String
    private let interval: Duration
    private let now: @Sendable () -> BootInstant
    private let log: Logger

    /// - Parameters:
    ///   - path: an absolute one. node_exporter wants it to end in `.prom`.
    ///   - interval: the time between two writes; the default is how often Prometheus usually collects.
    ///   - now: reads the boot-time clock.
    ///   - text: the metrics of the moment, which everybody may know. What it throws leaves the file as it is.
    package init(
        _ path: String, every interval: Duration = .seconds(15), now: @escaping @Sendable () -> BootInstant,
        log: Logger, text: @escaping @Sendable () async throws -> String
    ) {
        let parts = path.split(separator: "/")
        file = AtomicFile(
            directory: "/" + parts.dropLast().joined(separator: "/"), name: String(parts.last ?? ""), mode: 0o644)
        self.text = text
        self.interval = interval
        self.now = now
        self.log = log
    }

    /// Writes until the task is cancelled, then removes the file.
    package func run() async {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        var failures = FailureLog()
        while !Task.isCancelled {
            do {
                let bytes = Array(try await text().utf8)
                try await threads.runIfActive { try file.write(bytes) }
                failures.tell(nil, of: "metrics", remedy: "", at: now(), to: log)
            } catch let failure as AtomicFile.WriteError {
                failures.tell(failure, of: "metrics", remedy: "retrying", at: now(), to: log)
            } catch {
                // The task is cancelled, or nobody can tell them any more.
            }
            try? await Task.sleep(for: interval)
        }
        try? await threads.shutdownGracefully()
        // The end of the process: nothing is left to be told.
        try? file.remove()
    }
}
