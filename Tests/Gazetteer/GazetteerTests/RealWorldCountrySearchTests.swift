import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Forward search for every country of the world, by its English name.
@Suite("Real world: searching for countries")
struct RealWorldCountrySearchTests {
    /// Nobody lives there: the world file has no place in these countries, and so nowhere to lead to.
    private static let withoutPlaces = [
        "BV": "Bouvet Island", "HM": "Heard Island and McDonald Islands", "UM": "United States Minor Outlying Islands",
    ]
    /// GeoNames still lists them: the Netherlands Antilles, and Serbia and Montenegro.
    private static let dissolved: Set = ["AN", "CS"]

    private let gazetteer: Gazetteer

    init() throws { gazetteer = try RealWorld.gazetteer }

    /// The English names by ISO code. Antarctica is no country of any place, and is found all the same.
    private var countries: [String: String] {
        var names = ["AQ": "Antarctica"]
        for index in 0..<gazetteer.places.countryCount {
            let country = gazetteer.places.country(at: UInt16(index))
            if let code = country.isoCode, let name = country.name, names[code] == nil { names[code] = name }
        }
        return names
    }

    @Test(
        "each comes first under its name, as an area, and not its largest city or a place of that name elsewhere",
        arguments: [nil, Coordinate(40.7, -74), Coordinate(48.2, 11.5), Coordinate(35.7, 139.7)] as [Coordinate?])
    func comesFirst(hint: Coordinate?) {
        let countries = self.countries
        #expect(countries.count > 240)
        let beaten = countries.filter { code, name in
            guard let first = (try? gazetteer.search(name, near: hint, limit: 1))?.first else { return true }
            let placemark = first.placemark
            return first.match != .area || placemark.isoCountryCode != code || placemark.country != name
                || placemark.administrativeArea != nil || placemark.locality != nil
        }
        #expect(beaten.values.sorted() == [])
    }

    @Test(
        "each comes first under its other English names, with the article, and as people write them for short",
        .enabled(if: RealSources.areThere))
    func otherNames() throws {
        let short = [
            "GB": ["The UK"], "LC": ["St. Lucia", "St Lucia"], "AG": ["Antigua & Barbuda"], "SH": ["St. Helena"],
            "BA": ["Bosnia & Herzegovina"], "BQ": ["Caribbean Netherlands"], "IE": ["The Republic of Ireland"],
        ]
        var beaten: [String] = []
        for (code, names) in try CountryNameSource.englishNames(directory: RealSources.path) {
            guard let name = countries[code], code != "AQ" else { continue }
            let withArticle = name.hasPrefix("The ") ? name : "The \(name)"
            for name in names + (short[code] ?? []) + [withArticle] {
                let first = (try? gazetteer.search(name, limit: 1))?.first
                if first?.match != .area || first?.placemark.isoCountryCode != code { beaten.append(name) }
            }
        }
        #expect(beaten.sorted() == [])
    }

    @Test("only those without a place are not found, and nothing is in their stead")
    func nothing() throws {
        for (code, name) in Self.withoutPlaces {
            #expect(countries[code] == nil, "\(name)")
            #expect(throws: SearchError.noResult, "\(name)") { try gazetteer.search(name) }
        }
    }

    @Test("no other country of the source is missing", .enabled(if: RealSources.areThere))
    func complete() throws {
        let source = try JSONSource.read(
            [String: PlaceSources.Country].self, from: RealSources.path + "/countries.json")
        let missing = Set(source.keys).subtracting(countries.keys).subtracting(Self.dissolved)
        #expect(missing == Set(Self.withoutPlaces.keys))
    }
}
