import PlacemarkModel
import Testing

@testable import Gazetteer

/// The gazetteer of the world where others are wrong: at borders, on seas and lakes, at the ends of the earth.
@Suite("Real world: borders, seas and lakes")
struct RealWorldBorderTests {
    private let gazetteer: Gazetteer

    init() throws { gazetteer = try RealWorld.gazetteer }

    /// A position and what is told of it. Nil means that nothing may be told.
    struct Spot: CustomTestStringConvertible {
        let testDescription: String
        let coordinate: Coordinate
        let country, timeZone: String?
        var ocean, inlandWater: String?
        /// Not checked when nil.
        var locality: String?

        init(
            _ name: String, _ latitude: Double, _ longitude: Double, _ country: String?, _ timeZone: String?,
            ocean: String? = nil, lake: String? = nil, locality: String? = nil
        ) {
            (testDescription, coordinate) = (name, Coordinate(latitude, longitude))
            (self.country, self.timeZone, self.ocean, inlandWater) = (country, timeZone, ocean, lake)
            self.locality = locality
        }
    }

    private static let borders = [
        Spot("Lesotho", -29.3142, 27.4833, "LS", "Africa/Maseru", locality: "Maseru"),
        Spot("Vatican", 41.9029, 12.4534, "VA", "Europe/Vatican", locality: "Vatican City"),
        Spot("San Marino", 43.9367, 12.4464, "SM", "Europe/San_Marino"),
        Spot("Büsingen, in Switzerland", 47.697, 8.69, "DE", "Europe/Busingen", locality: "Büsingen"),
        Spot("Campione, in Switzerland", 45.9696, 8.9714, "IT", "Europe/Rome"),
        Spot("Geneva's airport", 46.2381, 6.1090, "CH", "Europe/Zurich"),
        Spot("Basel", 47.5596, 7.5886, "CH", "Europe/Zurich", locality: "Basel"),
        Spot("Weil am Rhein", 47.5930, 7.6200, "DE", "Europe/Berlin", locality: "Weil am Rhein"),
        Spot("Strasbourg", 48.5734, 7.7521, "FR", "Europe/Paris", locality: "Strasbourg"),
        Spot("Kehl", 48.5733, 7.8160, "DE", "Europe/Berlin", locality: "Kehl"),
        Spot("Pristina", 42.6629, 21.1655, "XK", "Europe/Belgrade", locality: "Pristina"),
        Spot("Belgrade", 44.8178, 20.4569, "RS", "Europe/Belgrade"),
        Spot("Hanoi", 21.0278, 105.8342, "VN", "Asia/Bangkok", locality: "Hanoi"),
        Spot("Ho Chi Minh City", 10.7769, 106.7009, "VN", "Asia/Ho_Chi_Minh"),
        Spot("Bangkok", 13.7563, 100.5018, "TH", "Asia/Bangkok", locality: "Bangkok"),
        Spot("Ürümqi", 43.8256, 87.6168, "CN", "Asia/Urumqi", locality: "Ürümqi"),
        Spot("Narva", 59.3762, 28.1920, "EE", "Europe/Tallinn", locality: "Narva"),
        Spot("Niagara Falls, New York", 43.0962, -79.0377, "US", "America/New_York", locality: "Niagara Falls"),
        Spot("Niagara Falls, Ontario", 43.0896, -79.0849, "CA", "America/Toronto", locality: "Niagara Falls"),
        Spot("El Paso", 31.7619, -106.4850, "US", "America/Denver", locality: "El Paso"),
        Spot("Ciudad Juárez", 31.6904, -106.4245, "MX", "America/Ciudad_Juarez", locality: "Ciudad Juárez"),
        Spot("Foz do Iguaçu", -25.5163, -54.5854, "BR", "America/Sao_Paulo", locality: "Foz do Iguaçu"),
        Spot("Ciudad del Este", -25.5095, -54.6111, "PY", "America/Asuncion", locality: "Ciudad del Este"),
        Spot("Shenzhen", 22.5431, 114.0579, "CN", "Asia/Shanghai", locality: "Shenzhen"),
        Spot("Singapore", 1.3200, 103.8198, "SG", "Asia/Singapore"),
        Spot("Johor Bahru", 1.4927, 103.7414, "MY", "Asia/Kuala_Lumpur"),
        Spot("Springfield, Illinois", 39.7817, -89.6501, "US", "America/Chicago", locality: "Springfield"),
        Spot("Springfield, Massachusetts", 42.1015, -72.5898, "US", "America/New_York", locality: "Springfield"),
        Spot("Chur", 46.8508, 9.5320, "CH", "Europe/Zurich", locality: "Chur"),
    ]

    private static let waters = [
        Spot("the Atlantic", 30, -40, nil, "Etc/GMT+3", ocean: "North Atlantic Ocean"),
        Spot("30 km off Den Haag", 52.25, 3.85, nil, "Etc/GMT", ocean: "North Sea"),
        Spot("the Baltic Sea", 56.5, 20, nil, "Etc/GMT-1", ocean: "Baltic Sea"),
        Spot("Lake Geneva", 46.45, 6.55, "FR", "Europe/Paris", lake: "Lake Geneva"),
        Spot("Lake Victoria", -1, 33, "TZ", "Africa/Dar_es_Salaam", lake: "Lake Victoria"),
        Spot("Lake Michigan", 45, -86.8, "US", "America/Chicago", lake: "Lake Michigan"),
        Spot("the Gulf of Guinea, where 0°, 0° is", 0, 0, nil, "Etc/GMT", ocean: "South Atlantic Ocean"),
    ]

    private static let ends = [
        Spot("the North Pole", 90, 0, nil, "Etc/GMT", ocean: "Arctic Ocean"),
        Spot("the South Pole", -90, 0, "AQ", "Antarctica/McMurdo"),
        Spot("Marie Byrd Land, which nobody claims", -80, -120, "AQ", "Etc/GMT+8"),
        Spot("Taveuni in Fiji, at 180°", -16.8, 180, "FJ", "Pacific/Fiji"),
        Spot("Taveuni in Fiji, at -180°", -16.8, -180, "FJ", "Pacific/Fiji"),
    ]

    @Test("at borders, seas and lakes", arguments: borders + waters + ends)
    func spot(_ spot: Spot) throws {
        let placemark = try #require(gazetteer.placemark(at: spot.coordinate))
        #expect(placemark.isoCountryCode == spot.country)
        if spot.timeZone?.hasPrefix("Etc/") == false { #expect((placemark.country == nil) == (spot.country == nil)) }
        #expect(placemark.timeZone == spot.timeZone)
        #expect(placemark.ocean == spot.ocean)
        #expect(placemark.inlandWater == spot.inlandWater)
        if let locality = spot.locality { #expect(placemark.locality == locality) }
        if spot.ocean != nil || spot.inlandWater != nil {
            #expect(placemark.locality == nil && placemark.name == spot.ocean ?? spot.inlandWater)
        }
    }

    @Test("the open ocean is no country's", arguments: [2026, 7] as [UInt64])
    func openOcean(seed: UInt64) throws {
        // Far from any land: islands of these oceans are elsewhere.
        let boxes = [
            (-55.0, -42.0, -140.0, -95.0), (20.0, 38.0, -60.0, -35.0), (-35.0, -22.0, 80.0, 105.0),
            (30.0, 45.0, 160.0, 179.0),
        ]
        var generator = SeededRandom(seed: seed)
        for (south, north, west, east) in boxes {
            for _ in 0..<50 {
                let coordinate = Coordinate(
                    .random(in: south...north, using: &generator), .random(in: west...east, using: &generator))
                let placemark = try #require(gazetteer.placemark(at: coordinate))
                #expect(
                    placemark.isoCountryCode == nil && placemark.ocean != nil && placemark.distance == nil,
                    "\(coordinate)")
                #expect(placemark.timeZone?.hasPrefix("Etc/GMT") == true, "\(coordinate)")
            }
        }
    }

    @Test("far from any place the country and the state are told, and the nearest place as a distant one")
    func distant() throws {
        let placemark = try #require(gazetteer.placemark(at: Coordinate(25, -1)))
        #expect(placemark.isoCountryCode == "DZ")
        #expect(placemark.administrativeArea != nil)
        #expect(placemark.distant == true && placemark.locality == nil && placemark.name != nil)
        #expect(try #require(placemark.distance) > 50_000)
    }

    @Test(
        "the country comes in the language that is asked for",
        arguments: [
            ([], "Switzerland"), (["de"], "Schweiz"), (["de-CH"], "Schweiz"), (["fr_CH.UTF-8"], "Suisse"),
            (["rm", "it"], "Svizzera"), (["xx"], "Switzerland"), (["xx", "de"], "Schweiz"), (["ja"], "スイス"),
        ])
    func languages(preferredLanguages: [String], country: String) throws {
        let placemark = try #require(
            gazetteer.placemark(at: Coordinate(47.3769, 8.5417), preferredLanguages: preferredLanguages))
        #expect(placemark.country == country)
        #expect(placemark.isoSubdivisionCode == "CH-ZH")
    }

    @Test("fault 87: no place with inhabitants lies in water by its own coordinate")
    func inhabited() {
        var drowned: [String] = []
        for index in 0..<gazetteer.placeCount {
            guard let place = gazetteer.place(at: index), place.population > 0,
                let placemark = gazetteer.placemark(at: place.coordinate)
            else { continue }
            if placemark.ocean != nil || placemark.inlandWater != nil { drowned.append(place.name) }
        }
        #expect(drowned.isEmpty)
    }

    @Test(
        "fault 87: quays, beaches and piers have their city; a pier its water as well",
        arguments: [
            (40.7580, -73.9855, "New York City", nil), (-22.9710, -43.1820, "Rio de Janeiro", nil),
            (41.0267, 29.0158, "Istanbul", nil), (40.9903, 29.0290, "Istanbul", nil),
            (41.8917, -87.6055, "Chicago", "Lake Michigan"),
        ] as [(Double, Double, String, String?)])
    func shore(latitude: Double, longitude: Double, city: String, water: String?) throws {
        let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, longitude)))
        #expect(placemark.locality == city && placemark.name == city)
        #expect((placemark.inlandWater ?? placemark.ocean) == water)
    }

    @Test("northern Vietnam is Vietnam, at all its places, and Kosovo and Serbia are each other's neighbours")
    func secondCountries() throws {
        let others = ["VN": "TH", "TH": "VN", "XK": "RS", "RS": "XK"]
        var wrong: [String: [String]] = [:]
        for index in 0..<gazetteer.placeCount {
            guard let place = gazetteer.place(at: index), let country = place.isoCountryCode,
                let other = others[country]
            else { continue }
            if gazetteer.placemark(at: place.coordinate)?.isoCountryCode == other {
                wrong[country, default: []].append(place.name)
            }
        }
        #expect(wrong["VN"] == nil && wrong["TH"] == nil)
        // GeoNames itself has a few on the other side of Kosovo's border.
        #expect((wrong["XK"] ?? []).count + (wrong["RS"] ?? []).count <= 5, "\(wrong)")
    }

    @Test(
        "a capital's state and county are its own, or not told",
        arguments: [
            ("Brussels", 50.8503, 4.3517, "Brussels Capital", "Brussels"),
            ("Abidjan", 5.3500, -4.0000, "Abidjan Autonomous District", "District Autonome D'Abidjan"),
            ("Kangar", 6.4400, 100.2000, "Perlis", "Perlis"), ("Awasa", 7.0600, 38.4800, "Sidama Region", "Sidama"),
            ("Moscow", 55.7522, 37.6156, "Moscow", nil), ("Brazzaville", -4.2660, 15.2830, "Brazzaville", nil),
            ("Ouarzazate", 30.9200, -6.9000, "Drâa-Tafilalet", "Ouarzazate Province"),
            ("Tórshavn", 62.0117, -6.7675, "Streymoy", "Tórshavn"),
        ] as [(String, Double, Double, String, String?)])
    func capitals(city: String, latitude: Double, longitude: Double, state: String, county: String?) throws {
        let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, longitude)))
        #expect(placemark.locality == city && placemark.administrativeArea == state)
        #expect(placemark.subAdministrativeArea == county)
    }

    @Test("harbours are towns, and Antarctica is nobody's")
    func harboursAndAntarctica() throws {
        for (latitude, longitude) in [(43.7384, 7.4246), (36.1408, -5.3536), (22.2783, 114.1747)] {
            let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, longitude)))
            #expect(placemark.locality != nil)
            #expect(placemark.ocean == nil)
        }
        let graham = try #require(gazetteer.placemark(at: Coordinate(-66, -63)))
        #expect(graham.isoCountryCode == "AQ")
        let marieByrd = try #require(gazetteer.placemark(at: Coordinate(-80, -120)))
        #expect(marieByrd.isoCountryCode == "AQ")
        #expect(marieByrd.country == "Antarctica")
    }
}
