package import Files
package import Logging
package import PlacemarkModel

/// Decides when a failure that repeats with every try is worth a line in the log: the first time, then once a minute, and
/// when it is over.
package struct FailureLog: Hashable, Sendable {
    /// What to say.
    enum Line: Hashable, Sendable {
        case failing
        /// Only after `failing`.
        case recovered
    }

    /// The time between two lines about failures: often enough for an operator who looks on, and 1,440 lines a day.
    static let interval = Duration.seconds(60)

    private var quietUntil: BootInstant?
    private var isOpen = false

    package init() {}

    /// Notes the outcome of a try. Returns nil when there is nothing to say.
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
    ///   - failure: nil when the try has succeeded.
    ///   - what: the files, in words for a person.
    ///   - remedy: what happens after a failure.
    package mutating func tell(
        _ failure: AtomicFile.WriteError?, of what: String, remedy: String, at now: BootInstant, to log: Logger
    ) {
        switch line(afterFailure: failure != nil, at: now) {
        case .failing: if let failure { log.warning("\(what) not written: \(failure); \(remedy)") }
        case .recovered: log.notice("\(what) written again")
        case nil: break
        }
    }
}
