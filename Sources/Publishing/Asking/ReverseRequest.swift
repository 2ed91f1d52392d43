public import PlacemarkCore

/// A request for the placemark of a position.
public struct ReverseRequest: Hashable, Sendable {
    static let usage = "[geocoder=NAME] LAT LON"

    public var coordinate: Coordinate
    /// Who is to answer; nil for the geocoder that the daemon itself asks.
    public var geocoder: GeocoderChoice?

    init(_ coordinate: Coordinate, geocoder: GeocoderChoice? = nil) {
        (self.coordinate, self.geocoder) = (coordinate, geocoder)
    }

    /// Reads what follows the word on a request line.
    init(parsing arguments: String) throws(RequestError) {
        let words = arguments.split(separator: " ", maxSplits: 1)
        if let word = words.first, word.hasPrefix("geocoder=") {
            geocoder = try GeocoderChoice(requested: word.dropFirst("geocoder=".count))
            coordinate = try Coordinate(requested: words.dropFirst().joined())
        } else {
            coordinate = try Coordinate(requested: arguments)
        }
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
