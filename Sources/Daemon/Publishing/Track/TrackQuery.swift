import PlacemarkModel

/// What follows the word `track` on a request line.
enum TrackQuery: Hashable, Sendable {
    /// Everything that is kept.
    case all
    /// The points of the last so many hours.
    case last(Duration)
    case since(Timestamp)
    /// Forget everything.
    case clear

    /// Reads a duration or a time. Returns nil for anything else.
    init?(since text: String) {
        if let duration = Quantity.duration(text) {
            self = .last(duration)
        } else if let timestamp = Timestamp(parsing: text) {
            self = .since(timestamp)
        } else {
            return nil
        }
    }

    init(parsing arguments: String) throws(RequestError) {
        let words = arguments.split(separator: " ").map(String.init)
        switch words.first {
        case nil: self = .all
        case "clear" where words.count == 1: self = .clear
        case "since" where words.count == 2:
            guard let query = TrackQuery(since: words[1]) else { fallthrough }
            self = query
        default:
            throw .badRequest(
                "'track' takes 'clear', 'since' with a duration such as 2h, or 'since' with a time such as"
                    + " 2026-11-20T20:24:49Z")
        }
    }

    /// The time from which on points are wanted; nil for all.
    ///
    /// - Parameter now: the receiver's time, or that of the newest point.
    func start(at now: Timestamp?) -> Timestamp? {
        switch self {
        case .all, .clear: nil
        case .last(let duration): now?.advanced(by: .zero - duration)
        case .since(let timestamp): timestamp
        }
    }
}
