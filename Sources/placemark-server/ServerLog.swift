import Glibc
import Logging
import Synchronization
import Systemd

/// The log: one line an entry to stderr, with the priority that the journal reads where it goes there. Nothing waits for
/// its reader.
enum ServerLog {
    static func logger(environment: [String: String]) -> Logger {
        let output = StandardError.Output(environment)
        return Logger(label: "placemark-server") { _ in StandardError(output: output) }
    }

    /// For libraries whose words are not for the operator.
    static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }

    private struct StandardError: LogHandler {
        /// One for all copies of the handler: it counts what is lost.
        final class Output: Sendable {
            let stream: Mutex<LogStream>
            init(_ environment: [String: String]) {
                stream = Mutex(LogStream(STDERR_FILENO, name: "placemark-server", environment: environment))
            }
        }

        let output: Output
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let details = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            let priority: Int32 =
                switch event.level {
                case .trace, .debug: LOG_DEBUG
                case .info: LOG_INFO
                case .notice: LOG_NOTICE
                case .warning: LOG_WARNING
                case .error: LOG_ERR
                case .critical: LOG_CRIT
                }
            output.stream.withLock {
                $0.write("\(event.message)\(details)", level: "\(event.level)", priority: Int(priority))
            }
        }
    }
}
