import Gazetteer
import PlacemarkModel

/// A placemark as Nominatim has it: an object of one level, and the address that leads there.
struct NominatimPlace {
    /// How fine an object is. The raw value is Nominatim's rank of a typical one.
    enum Level: Int, Comparable {
        case country = 4
        case state = 8
        case county = 12
        case settlement = 16
        case part = 20
        case road = 26
        case house = 30

        static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }

        /// The finest that a zoom of the map shows, as the documentation of `/reverse` lists them.
        init(zoom: Int) {
            self =
                switch zoom {
                case ..<5: .country
                case ..<8: .state
                case ..<10: .county
                case ..<14: .settlement
                case ..<16: .part
                case ..<18: .road
                default: .house
                }
        }
    }

    /// What OpenStreetMap calls a settlement, as mappers are told to by the number of its inhabitants.
    enum Settlement: String {
        case city, town, village

        init(population: Int) { self = population >= 100_000 ? .city : population >= 10_000 ? .town : .village }

        /// The key of its part in an address.
        var part: StaticString { self == .village ? "hamlet" : "suburb" }

        var key: StaticString {
            switch self {
            case .city: "city"
            case .town: "town"
            case .village: "village"
            }
        }
    }

    /// Countries whose first subdivisions in ISO 3166-2 are their municipalities: OpenStreetMap has no states there.
    private static let withoutStates: Set<String> = ["AD", "LI", "MC", "SM"]

    let level: Level
    let settlement: Settlement
    /// From the finest name to the country, without its code.
    let address: [(key: StaticString, value: String)]
    let countryCode: String?
    /// The name of the object itself; empty for a house.
    let name: String
    /// All names, the finest first.
    let displayName: String
    /// Where the object is: the centre of a settlement as far as it is known, or else the position that was asked for.
    let coordinate: Coordinate

    /// - Parameters:
    ///   - coordinate: the position of the placemark.
    ///   - centre: of its locality.
    ///   - finest: names that are finer are left out.
    /// - Returns: nil when there is no name on land: Nominatim knows no seas.
    init?(
        _ placemark: Placemark, at coordinate: Coordinate, centre: (coordinate: Coordinate, population: Int)?,
        finest: Level = .house
    ) {
        let settlement = Settlement(population: centre?.population ?? 0)
        // As in Berlin, which is a city and a state: it is named once.
        let hasState =
            placemark.administrativeArea != placemark.locality
            && !Self.withoutStates.contains(placemark.isoCountryCode ?? "")
        let state = hasState ? placemark.administrativeArea : nil
        let names: [(level: Level, key: StaticString, value: String?)] = [
            (.house, "house_number", placemark.subThoroughfare), (.road, "road", placemark.thoroughfare),
            (.part, settlement.part, placemark.subLocality), (.settlement, settlement.key, placemark.locality),
            (.county, "county", placemark.subAdministrativeArea), (.state, "state", state),
            (.country, "country", placemark.country),
        ]
        let known = names.filter { $0.level <= finest && $0.value != nil }
        guard let object = known.first, let name = object.value else { return nil }
        level = object.level
        self.settlement = settlement
        var address: [(key: StaticString, value: String)] = []
        var displayName = ""
        for (level, key, value) in known {
            guard let value else { continue }
            if level == .country, finest >= .part, let code = placemark.postalCode {
                address.append(("postcode", code))
                displayName += code + ", "
            }
            address.append((key, value))
            displayName += level == .country ? value : value + ", "
            if level == .state, let code = placemark.isoSubdivisionCode { address.append(("ISO3166-2-lvl4", code)) }
        }
        // Without a country, which some islands are.
        if displayName.hasSuffix(", ") { displayName.removeLast(2) }
        self.address = address
        self.displayName = displayName
        self.name = level == .house ? "" : name
        countryCode = placemark.isoCountryCode?.lowercased()
        self.coordinate = level == .settlement ? centre?.coordinate ?? coordinate : coordinate
    }

    /// The tag of OpenStreetMap that says what the object is.
    var tag: (key: StaticString, value: StaticString) {
        switch level {
        case .house: ("place", "house")
        // "A road of unknown classification", which is what a gazetteer without classes knows.
        case .road: ("highway", "road")
        case .part: ("place", settlement.part)
        case .settlement, .county, .state, .country: ("boundary", "administrative")
        }
    }

    /// The key of the object in its own address.
    var addressType: StaticString { level == .house ? "place" : address.first?.key ?? "country" }

    /// What Nominatim gives an object of this rank that has no article in Wikipedia.
    var importance: Double { (0.40001 - Double(level.rawValue) / 75).rounded(toDecimals: 10) }

    /// Half the width of the box around it, in degrees: what Nominatim takes for points of this kind.
    var extentInDegrees: Double {
        switch level {
        case .house, .road: 0.00005
        case .part: 0.02
        case .settlement: settlement == .city ? 0.16 : settlement == .town ? 0.04 : 0.02
        case .county: 0.7
        case .state: 2.6
        case .country: 7
        }
    }

    /// Tells objects apart, and stays as long as the names do: FNV-1a over the names, in 53 bits, which each reader of
    /// JSON can hold.
    var identifier: Int { Int(displayName.utf8.fnv1a >> 11) }
}

extension NominatimPlace {
    /// The place at a position, or nil when Nominatim would know none.
    init?(at coordinate: Coordinate, finest: Level, in gazetteer: Gazetteer, languages: [String]) {
        guard let placemark = gazetteer.placemark(at: coordinate, preferredLanguages: languages) else { return nil }
        let centre = gazetteer.centre(ofLocalityOf: placemark, at: coordinate)
        self.init(placemark, at: coordinate, centre: centre, finest: finest)
    }

    /// A place that was found by its name.
    init?(_ result: SearchResult, in gazetteer: Gazetteer) {
        var centre: (coordinate: Coordinate, population: Int)? = (result.coordinate, result.population)
        if result.population == 0 {
            let known = gazetteer.centre(ofLocalityOf: result.placemark, at: result.coordinate)
            centre = known.map { (result.coordinate, $0.population) }
        }
        self.init(result.placemark, at: result.coordinate, centre: centre)
    }
}
