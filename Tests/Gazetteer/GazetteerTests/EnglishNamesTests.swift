import PlacemarkModel
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Which of two names everybody is shown.
@Suite("The default names")
struct EnglishNamesTests {
    private static let countries = [
        ("DE", "de"), ("MX", "es-MX"), ("US", "en-US"), ("CN", "zh-CN"), ("PH", "tl,en-PH"), ("CO", "es-CO"),
        ("TR", "tr-TR"), ("CA", "en-CA,fr-CA"), ("RU", "ru"), ("CH", "de-CH,fr-CH"), ("JP", "ja"), ("TW", "zh-TW"),
    ].map { PlaceSources.Country(iso: $0, iso3: nil, name: $0, languages: $1) }

    private func shown(
        _ name: String, _ country: String, _ names: Translations.Names, id: Int = 1, state: String? = nil
    ) throws -> ShownNames {
        let city = PlaceSources.City(geonameid: id, name: name, latitude: 0, longitude: 0, countrycode: country)
        var place = Place(
            name: name, coordinate: try #require(Coordinate(latitude: 0, longitude: 0)), population: 0,
            isoCountryCode: country, administrativeArea: "New York")
        place.isoSubdivisionCode = state
        let sources = PlaceSources(
            cities: [city], countries: Self.countries, namedPlaces: [],
            versions: try SourceVersions(text: SmallSources.versions, path: "sources.txt"))
        return ShownNames(
            sources, places: [place], translations: Translations(places: [id: names], simplified: ["罗", "马", "东"]))
    }

    @Test(
        "a translation wins, and what only adds a word, is out of date or is another romanization does not",
        arguments: [
            ("Köln", "DE", ["en": "Cologne", "de": "Köln"], "Cologne"),
            ("Xiamen", "CN", ["en": "Amoy", "zh": "厦门市"], "Xiamen"),
            ("Puebla", "MX", ["en": "Puebla City", "es": "Puebla"], "Puebla"),
            ("Cali", "CO", ["en": "Santiago de Cali", "es": "Cali"], "Cali"),
            ("Pasig City", "PH", ["en": "Pasig"], "Pasig"),
            ("New York City", "US", ["en": "New York"], "New York City"),
            ("İzmir", "TR", ["en": "Izmir", "tr": "İzmir"], "Izmir"),
            ("Zürich", "CH", ["en": "Zurich"], "Zurich"), ("King's Lynn", "US", ["en": "Kings Lynn"], "King's Lynn"),
            ("Ryazan", "RU", ["en": "Ryazan’"], "Ryazan"),
            ("Halle (Saale)", "DE", ["en": "Halle", "de": "Halle (Saale)"], "Halle (Saale)"),
            ("Bonn", "DE", ["de": "Bonn"], "Bonn"), ("Bonn", "DE", [:], "Bonn"),
        ] as [(String, String, Translations.Names, String)])
    func english(name: String, country: String, names: Translations.Names, expected: String) throws {
        #expect(try shown(name, country, names).english == [expected])
    }

    @Test("names that somebody has looked at are as they were decided")
    func decisions() throws {
        #expect(try shown("Makkah", "SA", ["en": "Makkah al Mukarramah"], id: 104_515).english == ["Mecca"])
        #expect(try shown("Üsküdar", "TR", ["en": "Skutari", "tr": "Üsküdar"], id: 738_329).english == ["Üsküdar"])
        #expect(try shown("Madinah", "SA", ["en": "Medina"], id: 109_223).english == ["Medina"])
    }

    @Test(
        "what people there write is the name in their language, in their script, or else GeoNames' own",
        arguments: [
            ("Köln", "DE", ["en": "Cologne", "de": "Köln"], nil, "Köln"), ("Bonn", "DE", ["de": "Bonn"], nil, nil),
            ("Munich", "DE", ["en": "Munich", "de": "München"], nil, "München"),
            ("Montréal", "CA", ["en": "Montreal", "fr": "Montréal"], "CA-QC", "Montréal"),
            ("Rome", "CH", ["en": "Rome", "de": "Rom", "fr": "Rome"], nil, "Rom"),
            ("Geneva", "CH", ["de": "Genf", "fr": "Genève"], "CH-GE", "Genève"),
            ("Tokyo", "JP", ["ja": "東京都", "de": "Tokio"], nil, "東京都"),
            ("Taipei", "TW", ["zh": "东", "zh_TW": "臺北"], nil, "臺北"), ("Rome", "TW", ["zh": "罗马"], nil, nil),
            ("Springfield", "US", ["de": "Springfeld"], nil, nil),
        ] as [(String, String, Translations.Names, String?, String?)])
    func local(
        name: String, country: String, names: Translations.Names, state: String?, expected: String?
    ) throws {
        #expect(try shown(name, country, names, state: state).local == [expected])
    }

    @Test("a Chinese name is one for readers of traditional characters when they write all of its characters")
    func traditional() throws {
        #expect(try shown("Köln", "DE", ["zh": "科隆"]).ofPlaces[0]["zh_TW"] == "科隆")
        #expect(try shown("Rome", "DE", ["zh": "罗马"]).ofPlaces[0]["zh_TW"] == nil)
    }
}
