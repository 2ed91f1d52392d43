import PlacemarkModel

/// What follows the word `log` on a request line.
enum LogRequest: Hashable, Sendable {
    /// The entries since then.
    case list(since: TrackQuery)
    /// Adds what somebody has to remark.
    case add(remark: String)

    static let usage = "[since DURATION|TIME | add REMARK]"

    init(parsing arguments: String) throws(RequestError) {
        let words = arguments.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, words.count) {
        case (nil, _): self = .list(since: .all)
        case ("since", 2): self = .list(since: try TrackQuery(requested: words[1]))
        case ("add", 2):
            guard ShipsLogEntry.isRemark(words[1]) else {
                throw .badRequest("a remark is one line of at most \(ShipsLogEntry.longestRemark) characters")
            }
            self = .add(remark: words[1])
        default: throw .badRequest("'log' takes \(Self.usage)")
        }
    }
}
