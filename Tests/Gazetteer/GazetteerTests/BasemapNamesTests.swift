import PlacemarkModel
import TestSupport
import Testing
import VectorTiles

@testable import GazetteerBuilding

/// Names on the map in the script of the place, and which airport comes first.
@Suite("Names of the basemap")
struct BasemapNamesTests {
    @Test("a name has the script of its letters, whatever else is in it, and none when it mixes two")
    func scripts() {
        let systems: [(String, WritingSystem?)] = [
            ("Athens", .latin), ("Ấp Bắc", .latin), ("Ḩalab", .latin), ("Αθήνα", .greek),
            ("Санкт-Петербург", .cyrillic),
            ("القاهرة", .arabic), ("ירושלים", .hebrew), ("北京", .han), ("さいたま市", .han), ("서울", .hangul),
            ("Athína Αθήνα", nil), ("東京 Tokyo", nil), ("", nil), ("75", nil),
        ]
        for (name, system) in systems { #expect(WritingSystem(of: name) == system, "\(name)") }
        #expect(WritingSystem(of: "दिल्ली") != WritingSystem(of: "กรุงเทพ"))
    }

    @Test("the page tells the same scripts from each other")
    func sameScripts() throws {
        let page = try Checkout.text("map/model/scripts.js")
        let ends = page.matches(of: /\[0x([0-9a-f]+), "(\w+)"\]/).compactMap { match in
            UInt32(match.1, radix: 16).map { (end: $0, script: String(match.2)) }
        }
        #expect(ends.count > 20 && ends.map(\.end) == ends.map(\.end).sorted())
        func script(_ name: String) -> String? {
            name.unicodeScalars.first.map { letter in ends.first { letter.value < $0.end }?.script ?? "Arab" }
        }
        let names = [
            "Athens", "Ấp Bắc", "Αθήνα", "Москва", "Երևան", "ירושלים", "القاهرة", "दिल्ली", "กรุงเทพ", "თბილისი", "서울", "北京",
            "さいたま市",
        ]
        for a in names {
            for b in names {
                #expect((script(a) == script(b)) == (WritingSystem(of: a) == WritingSystem(of: b)), "\(a) \(b)")
            }
        }
    }

    @Test("of a city's airports the international one comes first, and one that lies beside it last")
    func airports() {
        func airport(_ code: String, _ latitude: Double, _ longitude: Double, _ name: String) -> LocatedRow {
            LocatedRow(country: "FR", coordinate: Coordinate(latitude, longitude), texts: [name, code])
        }
        let sorted = MarkSource.sorted([
            airport("LBG", 48.9694, 2.44139, "Paris-Le Bourget Airport"),
            airport("CDG", 49.0128, 2.55, "Charles de Gaulle International Airport"),
            airport("ORY", 48.7253, 2.35944, "Paris-Orly Airport"), airport("XBQ", 46.2, 1.4, "Far Airport"),
            airport("XBR", 45.2, 1.4, "Farther Airport"),
        ])
        #expect(sorted.map { $0.texts[1] } == ["CDG", "XBQ", "XBR", "ORY", "LBG"])
    }
}
