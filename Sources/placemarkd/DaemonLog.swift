import Settings
import Glibc
import Logging
import PlacemarkCore
import Synchronization
import Systemd

/// The log: one line an entry to stderr, with the priority that the journal reads where it goes there. Nothing waits for
/// its reader.
enum DaemonLog {
    private static let level = Mutex(Logger.Level.info)

    static func logger(level: LogLevel, environment: [String: String]) -> Logger {
        setLevel(level)
        let output = StandardError.Output(environment)
        return Logger(label: "placemarkd") { _ in StandardError(output: output) }
    }

    /// For libraries whose words are not for the operator.
    static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }

    static func setLevel(_ new: LogLevel) {
        // Both lists are swift-log's.
        level.withLock { $0 = Logger.Level(rawValue: new.rawValue) ?? .info }
    }

    private struct StandardError: LogHandler {
        /// One for all copies of the handler: it counts what is lost.
        final class Output: Sendable {
            let stream: Mutex<LogStream>
            init(_ environment: [String: String]) { stream = Mutex(.standardError(environment)) }
        }

        let output: Output
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level {
            get { DaemonLog.level.withLock(\.self) }
            set { DaemonLog.level.withLock { $0 = newValue } }
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let details = metadata.merging(event.metadata ?? [:]) { $1 }
                .sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            output.stream.withLock {
                $0.write("\(event.message)\(details)", level: "\(event.level)", priority: event.level.priority)
            }
        }
    }

    /// Says why the daemon does not start, before there is a log.
    static func writeFailure(_ text: String, environment: [String: String]) {
        var stream = LogStream.standardError(environment)
        // There is nothing else to do, so a slow reader gets a second for each line.
        stream.write(
            text, level: "\(Logger.Level.error)", priority: Logger.Level.error.priority, patienceInMilliseconds: 1000)
    }
}

extension LogStream {
    fileprivate static func standardError(_ environment: [String: String]) -> LogStream {
        LogStream(STDERR_FILENO, name: "placemarkd", environment: environment)
    }
}

extension Logger {
    /// Logs an entry of the location manager at its level.
    func log(_ entry: LogEntry) {
        let level: Logger.Level =
            switch entry.level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            }
        log(level: level, "\(entry.message)")
        if let detail = entry.debugDetail { debug("\(detail)") }
    }
}

extension Logger.Level {
    /// The priority of syslog(3), as sd-daemon(3) reads it at the start of a line.
    var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
