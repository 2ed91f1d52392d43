import Glibc
import Synchronization
import Systemd

/// The helper's log: a line an entry on stderr. Nothing waits for its reader, and no line holds a position.
final class HelperLog: Sendable {
    enum Level: String, Sendable {
        case info, warning, error

        /// Of syslog(3).
        var priority: Int {
            switch self {
            case .info: 6
            case .warning: 4
            case .error: 3
            }
        }
    }

    private let stream: Mutex<LogStream>
    /// What was said last of a subject: the same is said once.
    private let last = Mutex<[String: String]>([:])

    init(environment: [String: String]) {
        stream = Mutex(LogStream(STDERR_FILENO, name: "placemark-nominatim", environment: environment))
    }

    func write(_ text: String, _ level: Level = .info, patienceInMilliseconds patience: Int32 = 0) {
        stream.withLock {
            $0.write(text, level: level.rawValue, priority: level.priority, patienceInMilliseconds: patience)
        }
    }

    /// Says what is wrong with something when that is news; nil when nothing is wrong any more.
    func report(_ problem: String?, about subject: String) {
        let isNews = last.withLock { last in
            defer { last[subject] = problem }
            return last[subject] != problem
        }
        guard isNews else { return }
        if let problem { write("\(subject): \(problem)", .warning) } else { write("\(subject): works again") }
    }
}
