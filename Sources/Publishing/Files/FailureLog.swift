import Logging
import PlacemarkCore

/// When a failure that comes again with every try is worth a line of the log: at first, then once a minute, and when it
/// is over.
struct FailureLog: Hashable, Sendable {
    /// What is to be said.
    enum Line: Hashable, Sendable {
        case failing
        /// Only after `failing`.
        case recovered
    }

    /// The time between two lines about failures: often enough for an operator who looks on, and 1,440 lines a day.
    static let interval = Duration.seconds(60)

    private var quietUntil: BootInstant?
    private var isOpen = false

    /// Takes note of a try. Returns nil when there is nothing to say.
    mutating func line(afterFailure hasFailed: Bool, at now: BootInstant) -> Line? {
        guard hasFailed else {
            defer { isOpen = false }
            return isOpen ? .recovered : nil
        }
        if let quietUntil, now < quietUntil { return nil }
        quietUntil = now.advanced(by: Self.interval)
        isOpen = true
        return .failing
    }

    /// Logs the outcome of a try, when that is worth a line.
    ///
    /// - Parameters:
    ///   - failure: nil when it has succeeded.
    ///   - what: is written, in words for a person.
    ///   - remedy: what follows from a failure.
    mutating func tell(
        _ failure: AtomicFile.WriteError?, of what: String, remedy: String, at now: BootInstant, to log: Logger
    ) {
        switch line(afterFailure: failure != nil, at: now) {
        case .failing: if let failure { log.warning("\(what) not written: \(failure); \(remedy)") }
        case .recovered: log.notice("\(what) written again")
        case nil: break
        }
    }
}
