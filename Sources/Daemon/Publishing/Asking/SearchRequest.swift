public import PlacemarkModel

/// A search for places by name.
public struct SearchRequest: Hashable, Sendable {
    static let usage = "[near=LAT,LON] [limit=N] [geocoder=NAME] [language=LIST] TEXT"
    /// The most results of one answer: more than anybody looks through, and 32 KiB (`StatusFeed.usualLongAnswer`).
    static let mostResults = 50

    public var text: String
    /// Places near it come first.
    public var near: Coordinate?
    /// 1...50.
    public var limit = 10
    /// Who is to answer; nil for the geocoder that the daemon itself asks.
    public var geocoder: GeocoderChoice?
    /// In which names are wanted; none for those of the daemon.
    public var languages = PreferredLanguages.none
    /// Who asks.
    public var client = GeocodeClient.nobody

    init(
        text: String, near: Coordinate? = nil, limit: Int = 10, geocoder: GeocoderChoice? = nil,
        languages: PreferredLanguages = .none
    ) throws(RequestError) {
        guard text.contains(where: \.isLetter) else { throw .badRequest("'search' takes \(Self.usage)") }
        guard 1...Self.mostResults ~= limit else {
            throw .badRequest("'limit' takes a number from 1 to \(Self.mostResults)")
        }
        self.text = text
        self.near = near
        self.limit = limit
        self.geocoder = geocoder
        self.languages = languages
    }

    /// Reads what follows the word on a request line. No name of a place has an equals sign, so the options stand first.
    init(parsing arguments: String) throws(RequestError) {
        var (near, limit, geocoder) = (Coordinate?.none, 10, GeocoderChoice?.none)
        var languages = PreferredLanguages.none
        var rest = arguments[...]
        while let word = rest.split(separator: " ", maxSplits: 1).first, let mark = word.firstIndex(of: "=") {
            let value = word[word.index(after: mark)...]
            switch word[..<mark] {
            case "near": near = try Coordinate(requested: value)
            case "limit": limit = Int(value) ?? 0
            case "geocoder": geocoder = try GeocoderChoice(requested: value)
            case "language": languages = try PreferredLanguages(requested: value)
            default: throw .badRequest("'search' takes \(Self.usage)")
            }
            rest = rest[word.endIndex...].drop { $0 == " " }
        }
        try self.init(text: String(rest), near: near, limit: limit, geocoder: geocoder, languages: languages)
    }
}

extension Coordinate {
    /// Reads a latitude and a longitude in degrees.
    init(requested text: some StringProtocol) throws(RequestError) {
        guard let coordinate = Coordinate(parsing: text) else {
            throw .badRequest("expected a latitude and a longitude in degrees, such as 47.141 9.521")
        }
        self = coordinate
    }
}
