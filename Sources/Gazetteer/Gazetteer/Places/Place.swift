public import PlacemarkModel

/// A city, town or village of the gazetteer. What its sources do not tell is nil.
public struct Place: Hashable, Sendable {
    public var name: String
    /// The place's centre, to 1/100,000 degree.
    public var coordinate: Coordinate
    /// Inhabitants; 0 when nobody has counted them.
    public var population: Int
    public var country: String?
    /// ISO 3166-1 alpha-2.
    public var isoCountryCode: String?
    /// The state or province.
    public var administrativeArea: String?
    /// Its abbreviation where that consists of letters (`TX`, `ZH`).
    public var administrativeAreaCode: String?
    /// Its ISO 3166-2 code (`US-TX`, `CH-ZH`). All places of a state have it, or none.
    public var isoSubdivisionCode: String?
    /// The county or district.
    public var subAdministrativeArea: String?
    /// An identifier of the IANA time zone database.
    public var timeZone: String?

    public init(
        name: String, coordinate: Coordinate, population: Int = 0, country: String? = nil,
        isoCountryCode: String? = nil, administrativeArea: String? = nil, administrativeAreaCode: String? = nil,
        isoSubdivisionCode: String? = nil, subAdministrativeArea: String? = nil, timeZone: String? = nil
    ) {
        self.name = name
        self.coordinate = coordinate
        self.population = population
        self.country = country
        self.isoCountryCode = isoCountryCode
        self.administrativeArea = administrativeArea
        self.administrativeAreaCode = administrativeAreaCode
        self.isoSubdivisionCode = isoSubdivisionCode
        self.subAdministrativeArea = subAdministrativeArea
        self.timeZone = timeZone
    }
}
