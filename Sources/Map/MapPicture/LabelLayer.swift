import VectorTiles

/// A kind of names, by what the page's style calls its layer (`map/model/basemapStyle.js`), the most important first: where two
/// have no room, the earlier one is written. A test holds the two lists together.
enum LabelLayer: String, CaseIterable {
    case capitals
    case largeCountryNames = "large-country-names"
    case greatPlaces = "great-places"
    case countryNames = "country-names"
    case largePlaces = "large-places"
    case middlePlaces = "middle-places"
    case stateNames = "state-names"
    case waterNames = "water-names"
    case riverNames = "river-names"
    case smallPlaces = "small-places"
    case ports
    case airports
    case countyNames = "county-names"
    case streamNames = "stream-names"
    case areaNames = "area-names"
    case roadNumbers = "road-numbers"
    case streetNames = "street-names"
    case houseNumbers = "house-numbers"

    /// The kind of a feature's name; nil for a layer of the tiles that has none.
    init?(tileLayer: String, _ feature: TileFeature) {
        let rank = feature.rank
        switch tileLayer {
        case "countries": self = rank <= 2 ? .largeCountryNames : .countryNames
        case "states": self = .stateNames
        case "counties": self = .countyNames
        case "water_names": self = .waterNames
        case "rivers": self = .riverNames
        case "lines": self = .streamNames
        case "places" where feature.attributes["capital"] == .flag(true): self = .capitals
        case "places" where rank <= 2: self = .greatPlaces
        case "places" where rank <= 3: self = .largePlaces
        case "places": self = rank <= 6 ? .middlePlaces : .smallPlaces
        case "ports": self = .ports
        case "airports": self = .airports
        case "areas": self = .areaNames
        case "streets": self = .streetNames
        case "road_numbers": self = .roadNumbers
        case "house_numbers": self = .houseNumbers
        default: return nil
        }
    }

    /// From the first zoom on at which they are written, and before the one at which they end.
    var zooms: Range<Double> {
        switch self {
        case .capitals, .greatPlaces, .largePlaces: 3..<25
        case .largeCountryNames, .countryNames: 0..<8
        case .middlePlaces: 5..<25
        case .stateNames: 4..<8
        case .waterNames: 0..<25
        case .riverNames: 5..<13
        case .smallPlaces: 7..<25
        case .ports, .airports: 6..<25
        case .countyNames: 8..<25
        case .streamNames, .streetNames: 13..<25
        case .areaNames: 14..<25
        case .roadNumbers: 12..<25
        case .houseNumbers: 16..<25
        }
    }

    var isPlace: Bool {
        switch self {
        case .capitals, .greatPlaces, .largePlaces, .middlePlaces, .smallPlaces: true
        default: false
        }
    }

    /// In pixels, for a name of this rank.
    func size(rank: Double, zoom: Double) -> Double {
        switch self {
        case .largeCountryNames, .countryNames: Self.between((1, 11), (6, 18), zoom)
        case .stateNames, .waterNames, .streetNames: 12
        case .houseNumbers, .roadNumbers: 10
        case _ where isPlace: Self.between((3, 13 - 0.4 * rank), (12, 22 - rank), zoom)
        default: 11
        }
    }

    /// What is written of a feature; nil for nothing, at this zoom.
    ///
    /// - Parameter keys: of its names in the reader's languages, the most wanted first.
    func text(of feature: TileFeature, keys: [String], zoom: Double) -> String? {
        switch self {
        case .houseNumbers: feature.text("number")
        case .roadNumbers: feature.text("ref")
        case .streetNames, .streamNames, .riverNames: feature.text("name")
        case .airports where zoom < 10: zoom < 7 ? "" : feature.text("code") ?? ""
        case .ports where zoom < 10: ""
        default: keys.lazy.compactMap { feature.text($0) }.first ?? feature.text("name")
        }
    }

    /// The name that people there write, where that is another script than the one that is shown: of places, from the zoom on at
    /// which there is room for two (`firstLocalZoom` of the page).
    func local(of feature: TileFeature, shown: String, zoom: Double) -> String? {
        guard isPlace, zoom >= 6, let local = feature.text("local"), !local.isEmpty,
            let system = WritingSystem(of: local), system != WritingSystem(of: shown)
        else { return nil }
        return local
    }

    /// Grows evenly from one zoom to another, and holds beyond them.
    private static func between(
        _ from: (zoom: Double, size: Double), _ to: (zoom: Double, size: Double), _ zoom: Double
    ) -> Double {
        let share = min(max((zoom - from.zoom) / (to.zoom - from.zoom), 0), 1)
        return from.size + share * (to.size - from.size)
    }
}

extension TileFeature {
    /// How important a name is: 0 the most.
    var rank: Double { number("rank") ?? 9 }
}
