import Gazetteer

/// Which of OpenStreetMap's areas and points have a name that says where somebody is.
///
/// Taken is what people name when they tell where they are, and what is large or known widely: not shops, restaurants
/// and schools, of which there are more than all others together.
enum AreaKinds {
    struct Kind: Hashable {
        var kind: NamedAreaKind = .interest
        /// Where too many meet, the least important are left out first: 0…9.
        var importance: UInt8
        /// How far one of them reaches that is a point of the map.
        var radiusInMeters: Double
    }

    private static func interest(_ importance: UInt8, _ radiusInMeters: Double = 25) -> Kind {
        Kind(importance: importance, radiusInMeters: radiusInMeters)
    }
    private static func park(_ importance: UInt8, _ radiusInMeters: Double = 40) -> Kind {
        Kind(kind: .park, importance: importance, radiusInMeters: radiusInMeters)
    }
    private static let water = Kind(kind: .water, importance: 3, radiusInMeters: 25)

    /// By key and value.
    private static let kinds: [String: [String: Kind]] = [
        "aeroway": ["aerodrome": interest(9, 200), "terminal": interest(8, 50)],
        "amenity": [
            "hospital": interest(9, 60), "university": interest(8, 60), "college": interest(6, 40),
            "bus_station": interest(7, 40), "ferry_terminal": interest(7, 40), "townhall": interest(6),
            "theatre": interest(6), "library": interest(5), "marketplace": interest(5, 30),
            "place_of_worship": interest(4), "monastery": interest(5, 40), "grave_yard": park(3, 25),
        ],
        "boundary": ["national_park": park(7, 100), "protected_area": park(5, 100)],
        "historic": [
            "castle": interest(7, 40), "fort": interest(6, 40), "monument": interest(6),
            "archaeological_site": interest(5),
        ],
        "landuse": ["cemetery": park(4), "reservoir": water],
        "leisure": [
            "park": park(6), "nature_reserve": park(5, 100), "stadium": interest(8, 80),
            "sports_centre": interest(5, 40), "golf_course": park(5, 100), "marina": interest(6, 60),
        ],
        "natural": ["beach": interest(5, 40), "water": water],
        "place": ["square": interest(6, 30)],
        "railway": ["station": interest(9, 60), "halt": interest(7, 40)],
        "shop": ["mall": interest(7, 50)],
        "tourism": [
            "zoo": interest(8, 100), "theme_park": interest(8, 100), "museum": interest(7), "attraction": interest(6),
        ],
        "waterway": ["riverbank": water],
    ]

    static let keys = kinds.keys.sorted()

    /// The most important kind that an object is of; nil for none.
    static func kind(_ tags: ExtractFile.Tags) -> Kind? {
        keys.compactMap { key in tags[key].flatMap { kinds[key]?[$0] } }.max { $0.importance < $1.importance }
    }
}
