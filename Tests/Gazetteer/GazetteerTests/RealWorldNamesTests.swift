import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Names in other languages, in the file that everybody has.
@Suite("Names in other languages, of the world")
struct RealWorldNamesTests {
    private static let cologne = Coordinate(clampingLatitude: 50.938, wrappingLongitude: 6.957)

    private func city(_ languages: String...) throws -> String? {
        try RealWorld.gazetteer.placemark(at: Self.cologne, preferredLanguages: languages)?.locality
    }

    @Test("one city in many languages, and English for everybody else")
    func oneCity() throws {
        #expect(try city() == "Cologne")
        #expect(try city("en-GB") == "Cologne")
        #expect(try city("de-AT") == "Köln")
        #expect(try city("local") == "Köln")
        #expect(try city("fr") == "Cologne")
        #expect(try city("es-419") == "Colonia")
        #expect(try city("ja") == "ケルン")
        #expect(try city("zh") == "科隆")
        #expect(try city("zh-Hant-TW") == "科隆")
        #expect(try city("ru") == "Кёльн")
        let placemark = try #require(RealWorld.gazetteer.placemark(at: Self.cologne, preferredLanguages: ["de"]))
        #expect(placemark.administrativeArea == "Nordrhein-Westfalen")
        #expect(placemark.country == "Deutschland")
        #expect(placemark.isoSubdivisionCode == "DE-NW")
    }

    @Test(
        "the default is English everywhere, and local is what people there write",
        arguments: [
            (48.137, 11.575, "Munich", "München"), (50.938, 6.957, "Cologne", "Köln"), (41.893, 12.483, "Rome", "Roma"),
            (37.389, -5.984, "Seville", "Sevilla"), (51.054, 3.717, "Ghent", "Gent"),
            (41.013, 28.955, "Istanbul", "İstanbul"), (45.508, -73.567, "Montreal", "Montréal"),
            (46.204, 6.143, "Geneva", "Genève"), (40.713, -74.006, "New York City", "New York City"),
            (21.422, 39.826, "Mecca", "مكة المكرمة"), (35.683, 139.755, "Tokyo", "東京都"),
        ] as [(Double, Double, String, String)])
    func defaults(latitude: Double, longitude: Double, english: String, local: String) throws {
        let position = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
        let gazetteer = try RealWorld.gazetteer
        #expect(gazetteer.placemark(at: position)?.locality == english)
        #expect(gazetteer.placemark(at: position, preferredLanguages: ["local"])?.locality == local)
    }

    @Test("each county has a name in Latin letters")
    func lettersOfCounties() throws {
        let gazetteer = try RealWorld.gazetteer
        let counties = try #require(gazetteer.world.counties)
        let names = (0..<counties.boundaryCount).compactMap { counties.text(CountyText.name, ofBoundary: $0) }
        #expect(names.count > 35_000)
        #expect(names.filter { $0.unicodeScalars.contains(where: \.isOfOtherScript) } == [])
        withExtendedLifetime(gazetteer) {}
    }

    @Test(
        "counties have English names where their source has several languages, other letters, or a city's own name",
        arguments: [
            (51.219, 4.402, "Antwerp"), (50.455, 3.952, "Hainaut"), (37.389, -5.984, "Seville"),
            (41.893, 12.483, "Rome"), (48.208, 16.373, "Vienna"), (33.824, -6.066, "Khémisset Province"),
            (56.205, 95.705, "Kansk Urban Okrug"), (52.545, 103.888, "Angarsky Urban Okrug"),
            (24.565, 120.821, "Miaoli"),
            (48.629, 21.720, "Trebišov District"), (55.252, 22.290, "Tauragė District Municipality"),
            (61.127, 21.511, "Rauma sub-region"), (-6.261, 106.811, "South Jakarta"), (48.573, 7.752, "Bas-Rhin"),
        ])
    func counties(latitude: Double, longitude: Double, name: String) throws {
        let position = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
        #expect(try RealWorld.gazetteer.placemark(at: position)?.subAdministrativeArea == name)
    }

    @Test(
        "seas and lakes have their names in the reader's language, too, and a search finds them",
        arguments: [
            (55.5, 18.5, "de", "Ostsee"), (54.5, 5.0, "nl", "Noordzee"), (43.0, 34.0, "ru", "Чёрное море"),
            (42.0, 4.5, "sw", "Mediterranean Sea"),
        ] as [(Double, Double, String, String)])
    func waters(latitude: Double, longitude: Double, language: String, name: String) throws {
        let position = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
        let gazetteer = try RealWorld.gazetteer
        #expect(gazetteer.placemark(at: position, preferredLanguages: [language])?.ocean == name)
        let found = try gazetteer.search(name, limit: 1, preferredLanguages: [language])
        #expect(found.first?.placemark.ocean != nil)
    }

    @Test("no two waters have one key, and each that is translated is there")
    func keysOfWaters() throws {
        let names = SeaTranslations.names.keys.sorted()
        #expect(Set(names.map { NameKey(water: $0) }).count == names.count)
        for name in names {
            #expect(try !RealWorld.gazetteer.search(name, limit: 1).isEmpty, "\(name)")
        }
    }

    @Test(
        "a search finds each name, and what it means to the reader before what it means to others",
        arguments: [
            ("Köln", [], "Cologne"), ("Cologne", [], "Cologne"), ("ケルン", ["ja"], "ケルン"), ("科隆", ["zh"], "科隆"),
            ("Colonia", ["es"], "Colonia"), ("Sion", ["fr"], "Sion"), ("Rom", ["de"], "Rom"),
            ("Venedig", ["de"], "Venedig"),
            ("Genf", ["de"], "Genf"),
        ] as [(String, [String], String)])
    func search(text: String, languages: [String], name: String) throws {
        let found = try RealWorld.gazetteer.search(text, limit: 3, preferredLanguages: languages)
        #expect(found.first?.placemark.name == name)
    }

    @Test("a result has city, state and country in the reader's language")
    func results() throws {
        let found = try RealWorld.gazetteer.search("Milano", preferredLanguages: ["de"]).first?.placemark
        #expect(found?.locality == "Mailand")
        #expect(found?.administrativeArea == "Lombardei")
        #expect(found?.country == "Italien")
        let state = try RealWorld.gazetteer.search("Bavaria", preferredLanguages: ["de"]).first?.placemark
        #expect(state?.name == "Bayern")
    }

    @Test(
        "all names that the source has of cities with 100,000 people are in the file, in seven languages",
        .enabled(if: RealSources.areThere), .timeLimit(.minutes(5)))
    func allLargeCities() throws {
        let gazetteer = try RealWorld.gazetteer
        let names = try LargeCityName.all(in: gazetteer)
        let missing = names.filter {
            gazetteer.placeName(at: $0.place, preferredLanguages: [$0.language]) != $0.name
        }
        #expect(missing.map(\.description) == [])
        #expect(names.count > 17_000)
    }
}
