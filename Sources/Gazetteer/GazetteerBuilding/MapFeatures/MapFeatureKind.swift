import Gazetteer
import PlacemarkModel

/// What a feature of a detail pack's map is: its number in packs, the objects of OpenStreetMap that it is made from, and its word
/// and its first zoom in tiles. A new kind needs nothing else to come that far.
///
/// Packs store the numbers, so a kind keeps its own for ever; a reader leaves out those that it does not know.
enum MapFeatureKind: UInt8, CaseIterable {
    // Areas, in the order in which a map draws them: the numbers below `MapFeature.firstKindOfLines`.
    case built = 1, farmland = 2, grass = 3, park = 4, wood = 5, sand = 6, rock = 7, ice = 8, water = 9, pier = 10
    case building = 11
    // Lines: the numbers below 64.
    case river = 32, stream = 33, breakwater = 34, railway = 35, tram = 36
    /// A line of the coast, with the land on its left.
    case coastline = 37
    /// A road that the pack's streets do not have, because it bears no name: its class is that of a street.
    case motorway = 64, trunk = 65, primary = 66, secondary = 67, tertiary = 68, residential = 69, service = 70
    case path = 71
    /// A road with a number on signs, whoever draws it: its class, and its text is the number.
    case numberedMotorway = 96, numberedTrunk = 97, numberedPrimary = 98, numberedSecondary = 99, numberedTertiary = 100

    /// By key and value (OpenStreetMap wiki, "Map features"). What has several of the keys is what the first one says.
    typealias Tags = KeyValuePairs<String, [String: MapFeatureKind]>

    static let areas: Tags = [
        "natural": [
            "water": .water, "wood": .wood, "scrub": .grass, "heath": .grass, "grassland": .grass, "fell": .grass,
            "wetland": .grass, "beach": .sand, "sand": .sand, "shingle": .sand, "bare_rock": .rock, "scree": .rock,
            "glacier": .ice,
        ],
        "waterway": ["riverbank": .water, "dock": .water],
        "man_made": ["pier": .pier, "breakwater": .pier, "groyne": .pier],
        "leisure": [
            "park": .park, "garden": .park, "golf_course": .park, "playground": .park, "pitch": .grass,
        ],
        "landuse": [
            "forest": .wood, "reservoir": .water, "basin": .water, "cemetery": .park, "allotments": .park,
            "village_green": .park, "recreation_ground": .park, "grass": .grass, "meadow": .grass,
            "farmland": .farmland, "farmyard": .farmland, "orchard": .farmland, "vineyard": .farmland,
            "quarry": .rock, "residential": .built, "commercial": .built, "retail": .built, "industrial": .built,
            "garages": .built, "harbour": .built, "port": .built,
        ],
        "amenity": ["grave_yard": .park],
    ]

    static let lines: Tags = [
        "waterway": ["river": .river, "canal": .river, "stream": .stream, "ditch": .stream, "drain": .stream],
        "railway": [
            "rail": .railway, "light_rail": .railway, "narrow_gauge": .railway, "funicular": .railway,
            "subway": .railway, "tram": .tram,
        ],
        "man_made": ["pier": .breakwater, "breakwater": .breakwater, "groyne": .breakwater],
    ]

    /// The zoom from which on maps have it.
    var firstZoom: Int {
        switch self {
        case .built, .farmland, .grass, .park, .wood, .sand, .rock, .ice, .water, .river, .railway, .coastline: 12
        case .motorway, .trunk, .primary, .secondary, .tertiary: 12
        case .numberedMotorway, .numberedTrunk, .numberedPrimary: 12
        case .numberedSecondary, .numberedTertiary, .pier, .breakwater, .stream, .tram, .residential: 13
        case .building, .service, .path: 14
        }
    }

    /// What a feature becomes in the tiles, with the word that the map's styles know it by.
    enum OnMap: Equatable {
        /// Those of `areaKinds` and `lineKinds` in `map/model/areaKinds.js`.
        case area(String), line(String)
        /// Of a street without a name, and of a number for a shield: `motorway` … `path`.
        case street(String), number(String)
        /// Of land and sea, which are areas of these kinds.
        case coast

        static let (land, sea) = ("land", "sea")
    }

    var onMap: OnMap {
        switch self {
        case .coastline: .coast
        case .numberedMotorway: .number("motorway")
        case .numberedTrunk: .number("trunk")
        case .numberedPrimary: .number("primary")
        case .numberedSecondary: .number("secondary")
        case .numberedTertiary: .number("tertiary")
        case _ where rawValue < MapFeature.firstKindOfLines: .area("\(self)")
        case _ where rawValue < Self.motorway.rawValue: .line("\(self)")
        default: .street("\(self)")
        }
    }
}

extension MapFeature {
    init(kind: MapFeatureKind, text: String = "", lines: [[Coordinate]]) {
        self.init(kindNumber: kind.rawValue, text: text, lines: lines)
    }

    /// Nil for one that only newer versions know.
    var kind: MapFeatureKind? { MapFeatureKind(rawValue: kindNumber) }
}
