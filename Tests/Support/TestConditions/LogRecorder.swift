public import Logging
import Synchronization

/// Collects what is logged.
public final class LogRecorder: Sendable {
    private let recorded = Mutex<[String]>([])

    public init() {}

    public var lines: [String] { recorded.withLock(\.self) }
    public var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { recorder.recorded.withLock { $0.append("\(event.level): \(event.message)") } }
    }
}
