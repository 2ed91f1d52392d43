public import PlacemarkModel

/// A request for the placemark of a position.
public struct ReverseRequest: Hashable, Sendable {
    static let usage = "[geocoder=NAME] [language=LIST] LAT LON"

    public var coordinate: Coordinate
    /// Who is to answer; nil for the geocoder that the daemon itself asks.
    public var geocoder: GeocoderChoice?

    /// In which names are wanted; none for those of the daemon.
    public var languages = PreferredLanguages.none
    /// Who asks.
    public var client = GeocodeClient.nobody

    init(_ coordinate: Coordinate, geocoder: GeocoderChoice? = nil, languages: PreferredLanguages = .none) {
        (self.coordinate, self.geocoder, self.languages) = (coordinate, geocoder, languages)
    }

    /// Reads what follows the word on a request line.
    init(parsing arguments: String) throws(RequestError) {
        var rest = arguments[...]
        while let word = rest.split(separator: " ", maxSplits: 1).first, let mark = word.firstIndex(of: "=") {
            let value = word[word.index(after: mark)...]
            switch word[..<mark] {
            case "geocoder": geocoder = try GeocoderChoice(requested: value)
            case "language": languages = try PreferredLanguages(requested: value)
            default: throw .badRequest("'reverse' takes \(Self.usage)")
            }
            rest = rest[word.endIndex...].drop { $0 == " " }
        }
        coordinate = try Coordinate(requested: rest)
    }
}

extension PreferredLanguages {
    /// Reads a list in the form of Accept-Language, in which there are no blanks.
    init(requested text: some StringProtocol) throws(RequestError) {
        guard let languages = PreferredLanguages(parsing: String(text)) else {
            throw .badRequest("'language' takes languages such as de or fr-CH,fr;q=0.8")
        }
        self = languages
    }
}

extension GeocoderChoice {
    /// Reads the name of a geocoder.
    init(requested text: some StringProtocol) throws(RequestError) {
        guard let choice = GeocoderChoice(rawValue: String(text)) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: " or ")
            throw .badRequest("'geocoder' takes \(names)")
        }
        self = choice
    }
}
