import FoundationEssentials
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
            self = .label(id: words[1], try label.checked())
        case ("verify", 1): self = .verify(hash: nil)
        case ("verify", 2): self = .verify(hash: words[1])
        default: throw .badRequest("'trips' takes \(Self.usage)")
        }
    }

    /// What `POST /v1/trips/IDENTIFIER/label` takes. Who says so is not in it: the kernel knows.
    private struct Label: Decodable {
        let `class`: String?
        let note: String?
    }

    /// Reads it: an object such as `{"class": "business", "note": "to the customer"}`.
    init(labelling id: String, body: [UInt8]) throws(RequestError) {
        guard let said = try? JSONDecoder().decode(Label.self, from: Data(body)) else {
            throw .badRequest(#"expected an object such as {"class": "business", "note": "to the customer"}"#)
        }
        self = .label(id: id, try TripLabel(class: said.class, note: said.note).checked())
    }
}

extension TripLabel {
    /// This label. Throws when it says nothing, or too much.
    fileprivate func checked() throws(RequestError) -> TripLabel {
        guard isSound else {
            throw .badRequest(
                "a label has a class of at most \(Self.longestClass) characters, a note of at most \(Self.longestNote),"
                    + " or both, each on one line")
        }
        return self
    }
}

extension TrackQuery {
    /// Reads what follows the word `since`: a duration or a time.
    ///
    /// - Parameter example: of a duration, for whoever wrote something else.
    init(requested text: String, example: String = "30d") throws(RequestError) {
        guard let since = TrackQuery(since: text) else {
            throw .badRequest("'since' takes a duration such as \(example), or a time such as 2026-11-20T20:24:49Z")
        }
        self = since
    }
}
