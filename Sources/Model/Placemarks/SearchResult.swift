/// A place that was found by its name.
public struct SearchResult: Hashable, Sendable {
    /// How the place was found.
    public enum Match: String, Codable, Hashable, Sendable, CaseIterable {
        /// By the name that the gazetteer knows it best by.
        case name
        /// By another of its names, or another spelling.
        case alternateName
        /// By a name that differs in one letter from what was asked for.
        case correction
        /// By a name that begins with what was asked for.
        case completion
        /// As a country, a state, a county, a sea or a lake: the placemark is that of the area, the coordinate that of its
        /// largest place, or one in the water.
        case area
        /// As the city of an address whose street is not known.
        case withoutStreet
    }

    /// The place in words. With a hint where to look, `distance` and `bearing` are those from there.
    public var placemark: Placemark
    /// The place's centre.
    public var coordinate: Coordinate
    /// Inhabitants; 0 when nobody has counted them.
    public var population: Int
    public var match: Match

    public init(placemark: Placemark, coordinate: Coordinate, population: Int, match: Match) {
        self.placemark = placemark
        self.coordinate = coordinate
        self.population = population
        self.match = match
    }
}

/// The keys of the placemark, and those of the result beside them.
extension SearchResult: Codable {
    private enum CodingKeys: String, CodingKey { case coordinate, population, match }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        placemark = try Placemark(from: decoder)
        coordinate = try container.decode(Coordinate.self, forKey: .coordinate)
        population = try container.decode(Int.self, forKey: .population)
        match = try container.decode(Match.self, forKey: .match)
    }

    public func encode(to encoder: any Encoder) throws {
        try placemark.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coordinate, forKey: .coordinate)
        try container.encode(population, forKey: .population)
        try container.encode(match, forKey: .match)
    }
}
