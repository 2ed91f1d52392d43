import PlacemarkModel

/// What a client asks, and what leaves the machine for it.
struct PlaceQuery: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        /// The place at a position, which has been rounded to a cell already (`QueryCell`).
        case reverse(Coordinate)
        /// The places of a name; those near the hint first. `limit` is 1...50.
        case search(String, near: Coordinate?, limit: Int)
    }

    let subject: Subject
    /// In the form of Accept-Language; nil for the language of the place.
    var language: String?
    let granularity: Granularity
    /// Those who ask the same for others share neither a request nor an answer.
    var asker = GeocodeAsker.client

    /// Whether it asks for the place at a position.
    var isReverse: Bool { if case .reverse = subject { true } else { false } }
}

/// How exactly is asked, and how finely the answer names the place.
enum Granularity: String, CaseIterable, Sendable {
    case street, city
}
