import PlacemarkModel

/// What the helper counts, for metrics and the health page: how often, and nothing of where.
struct ServiceFigures: Hashable, Sendable {
    /// How a request of a client ended.
    enum Outcome: String, CaseIterable, Sendable {
        case answered, noPlace, refused, crowded, timeout, failed, left
    }

    /// What was sent to the server, and what came back.
    enum Attempt: String, CaseIterable, Sendable {
        case succeeded, noResult, throttled, refused, declined, failed, unreadable, unreachable
    }

    var outcomes: [Outcome: Int] = [:]
    var attempts: [Attempt: Int] = [:]
    /// Positions and texts that have left the machine, by how exact they were.
    var sent: [Granularity: Int] = [:]
    /// Seconds of all attempts together.
    var attemptSeconds = 0.0

    mutating func count(_ error: ServiceError?) {
        let outcome: Outcome =
            switch error {
            case nil: .answered
            case .noPlace: .noPlace
            case .refused: .refused
            case .crowded: .crowded
            case .timeout: .timeout
            case .provider, .unconfigured: .failed
            case .cancelled: .left
            }
        outcomes[outcome, default: 0] += 1
    }

    mutating func count(attempt error: ProviderError?, seconds: Double) {
        attemptSeconds += seconds
        let attempt: Attempt =
            switch error {
            case nil: .succeeded
            case .noResult: .noResult
            case .throttled: .throttled
            case .refused: .refused
            case .declined, .languageUnknown: .declined
            case .failed: .failed
            case .unreadable: .unreadable
            case .unreachable: .unreachable
            }
        attempts[attempt, default: 0] += 1
    }
}
