import PlacemarkModel

/// What follows the word `trips` on a request line.
enum TripsRequest: Hashable, Sendable {
    /// The trips since then, and the one that goes on.
    case list(since: TrackQuery)
    case show(id: String)
    case label(id: String, TripLabel)
    /// Whether the journal is whole, and has an entry of this hash.
    case verify(hash: String?)

    static let usage = "[since DURATION|TIME | show ID | label ID CLASS|- [NOTE] | verify [HASH]]"

    init(parsing arguments: String) throws(RequestError) {
        let words = arguments.split(separator: " ", maxSplits: 3).map(String.init)
        switch (words.first, words.count) {
        case (nil, _): self = .list(since: .all)
        case ("since", 2): self = .list(since: try TrackQuery(requested: words[1]))
        case ("show", 2): self = .show(id: words[1])
        case ("label", 3...):
            let label = TripLabel(class: words[2] == "-" ? nil : words[2], note: words.count > 3 ? words[3] : nil)
            guard label.isSound else {
                throw .badRequest(
                    "a label has a class of at most \(TripLabel.longestClass) characters, or -, and a note of at most"
                        + " \(TripLabel.longestNote)")
            }
            self = .label(id: words[1], label)
        case ("verify", 1): self = .verify(hash: nil)
        case ("verify", 2): self = .verify(hash: words[1])
        default: throw .badRequest("'trips' takes \(Self.usage)")
        }
    }
}

extension TrackQuery {
    /// Reads what follows the word `since`: a duration or a time.
    init(requested text: String) throws(RequestError) {
        guard let since = TrackQuery(since: text) else {
            throw .badRequest("'since' takes a duration such as 30d, or a time such as 2026-11-20T20:24:49Z")
        }
        self = since
    }
}
