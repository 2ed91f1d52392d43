internal import Glibc
public import Logging
internal import Synchronization

extension Logger {
    /// The log of a service: one line an entry to stderr, with the priority that the journal reads where it goes there.
    /// Nothing waits for its reader.
    ///
    /// All copies have one level: setting that of one sets it for all.
    ///
    /// - Parameters:
    ///   - name: how the lines begin, without a journal.
    ///   - environment: with JOURNAL_STREAM, when systemd has set it.
    public init(service name: String, level: Logger.Level = .info, environment: [String: String]) {
        let output = ServiceLogHandler.Output(
            stream: LogStream(STDERR_FILENO, name: name, environment: environment), level: level)
        self.init(label: name) { _ in ServiceLogHandler(output: output) }
    }

    /// For libraries whose words are not for the operator, and may hold what a request asks for.
    public static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }

    /// Says why a service does not start, or ends. There is nothing else to do, so a slow reader gets a second for each
    /// line.
    public static func writeFailure(_ text: String, service name: String, environment: [String: String]) {
        var stream = LogStream(STDERR_FILENO, name: name, environment: environment)
        stream.write(text, level: "\(Level.error)", priority: Level.error.priority, patienceInMilliseconds: 1000)
    }
}

/// Writes the entries of a logger to a ``LogStream``.
private struct ServiceLogHandler: LogHandler {
    /// One for all copies of the handler: it counts what is lost.
    final class Output: Sendable {
        let stream: Mutex<LogStream>
        let level: Mutex<Logger.Level>

        init(stream: LogStream, level: Logger.Level) {
            self.stream = Mutex(stream)
            self.level = Mutex(level)
        }
    }

    let output: Output
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level {
        get { output.level.withLock(\.self) }
        set { output.level.withLock { $0 = newValue } }
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
