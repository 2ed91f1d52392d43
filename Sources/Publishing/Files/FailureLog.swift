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

    /// The time between two lines about failures.
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
}
