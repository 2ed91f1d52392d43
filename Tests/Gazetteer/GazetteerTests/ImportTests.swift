import Glibc
import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Extracts become detail packs, through libosmium.
@Suite("Import of extracts", .timeLimit(.minutes(3)))
struct ImportTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Two municipalities in Liechtenstein that share a border, with a quarter in one and a village in the other.
    private func twoCities() -> SmallExtract {
        var extract = SmallExtract()
        let (a, b, c) = (extract.node(47.13, 9.52), extract.node(47.13, 9.53), extract.node(47.13, 9.54))
        let (d, e, f) = (extract.node(47.15, 9.54), extract.node(47.15, 9.53), extract.node(47.15, 9.52))
        let shared = extract.way([b, e])
        let west = extract.way([b, a, f, e])
        let east = extract.way([b, c, d, e])
        let label = extract.node(47.14, 9.525, ["place": "town", "name": "Weststadt"])
        let hall = extract.node(47.149, 9.539, ["place": "village", "name": "Dorf"])
        _ = extract.node(47.132, 9.538, ["place": "hamlet", "name": "Weiler"])
        _ = extract.node(47.3, 9.7, ["place": "hamlet", "name": "Elsewhere"])
        extract.boundary("Gemeinde West", level: 8, [shared, west], label: label)
        extract.boundary("Osttal", level: 8, [shared, east], centre: hall)
        extract.boundary("Altstadt", level: 10, [extract.rectangle(47.139, 9.524, 47.141, 9.526)])
        extract.boundary("County", level: 6, [extract.rectangle(47.1, 9.5, 47.2, 9.6)])
        return extract
    }

    private func importing(_ paths: [String], memory: Int = 1024) throws -> DetailPackImport {
        try DetailPackImport(
            paths, world: RealWorld.gazetteer, memoryInMegabytes: memory, temporaryDirectory: directory.path,
            progress: BuildProgress())
    }

    @Test("cities, their parts and villages come out as OpenStreetMap has them, and the world file answers with them")
    func cities() async throws {
        let path = try await twoCities().write(to: directory.file("two.osm.pbf"))
        let made = try importing([path])
        #expect(made.summary.hasPrefix("2 cities and 1 parts of cities, "))
        #expect(made.summary.hasSuffix(", of 2026-01-02"))
        #expect(made.warnings == [])
        let file = directory.file("two.gazetteer")
        try made.writer().write(to: file)
        let pack = try DetailPack(path: file, check: .full)
        #expect(pack.verify() == [])
        #expect((pack.cityCount, pack.partCount, pack.version) == (2, 1, "2026-01-02"))
        let gazetteer = try Gazetteer(path: RealWorld.path, check: .structure, details: [pack])
        #expect(gazetteer.identity != (try RealWorld.gazetteer.identity))

        let old = try #require(gazetteer.placemark(at: Coordinate(47.14, 9.525)))
        #expect((old.locality, old.subLocality, old.name) == ("Weststadt", "Altstadt", "Weststadt"))
        #expect((old.distance, old.geocoder, old.isoCountryCode) == (0, "gazetteer+openstreetmap", "LI"))
        let east = try #require(gazetteer.placemark(at: Coordinate(47.133, 9.537)))
        // A valley is not called after the village with the town hall.
        #expect((east.locality, east.subLocality) == ("Osttal", "Weiler"))
        #expect(try #require(east.distance) > 1000)
        let outside = Coordinate(47.3769, 8.5417)
        #expect(gazetteer.placemark(at: outside) == (try RealWorld.gazetteer.placemark(at: outside)))
        // The hint changes with the name, and with nothing else. All three are in Vaduz, by the world file.
        let hints = [9.5299, 9.5301, 9.533].map { gazetteer.nameHint(at: Coordinate(47.14, $0)) }
        #expect(hints[0] != hints[1] && hints[1] == hints[2])
    }

    @Test("the same extract gives the same bytes, with positions and streets in memory or in files")
    func sameBytes() async throws {
        var extract = twoCities()
        for number in 0..<40 {
            let east = 9.521 + Double(number % 8) * 0.002
            let street = "Street \(number % 7)"
            _ = extract.way(
                [extract.node(47.131, east), extract.node(47.149, east)], ["highway": "residential", "name": street])
            _ = extract.node(47.14, east, ["addr:street": street, "addr:housenumber": "\(number)"])
        }
        let path = try await extract.write(to: directory.file("two.osm.pbf"))
        let bytes = try [1024, 1024, 0].map { try importing([path], memory: $0).writer().bytes }
        #expect(bytes[0] == bytes[1] && bytes[0] == bytes[2])
    }

    @Test("fault 84: a boundary that the extract cuts is left out and said, and taken from another extract that has it")
    func cut() async throws {
        let whole = try await twoCities().write(to: directory.file("whole.osm.pbf"))
        // The way round the east is not in it.
        var ways = 0
        let cut = try await twoCities().write(to: directory.file("cut.osm.pbf")) { line in
            ways += line.hasPrefix("w") ? 1 : 0
            return line.hasPrefix("w") && ways == 3
        }
        let made = try importing([cut])
        #expect(made.summary.hasPrefix("1 cities"))
        #expect(made.warnings == ["boundaries left out, cut by the extract: Osttal (level 8)"])
        let both = try importing([cut, whole])
        #expect(both.summary.hasPrefix("2 cities") && both.warnings == [])
    }

    @Test("fault 84: a boundary whose lines make no ring, or lack nodes, is left out and said")
    func broken() async throws {
        var extract = twoCities()
        let line = extract.way([extract.node(47.16, 9.52), extract.node(47.17, 9.53), extract.node(47.18, 9.51)])
        extract.boundary("Open", level: 8, [line])
        let path = try await extract.write(to: directory.file("open.osm.pbf")) { $0.hasPrefix("n1 ") }
        let made = try importing([path])
        #expect(made.summary.hasPrefix("1 cities"))
        #expect(made.warnings == ["boundaries left out, without closed lines: Gemeinde West (level 8), Open (level 8)"])
    }

    @Test("fault 84: what is no whole extract of one moment is refused by name, with what was expected")
    func refused() async throws {
        let history = try await twoCities().write(to: directory.file("history.osh.pbf"))
        let xml = try await twoCities().write(to: directory.file("plain.osm"))
        let empty = try directory.write([], to: "empty.osm.pbf")
        let shape = try directory.write([0, 0, 0x27, 0x0A] + [UInt8](repeating: 0, count: 200), to: "shape.shp")
        for path in [history, xml, empty, shape, directory.file("none.osm.pbf"), directory.path] {
            let fault = #expect(throws: ExtractFile.Fault.self, "\(path)") { try importing([path]) }
            let text = fault?.description ?? ""
            #expect(text.hasPrefix("\(path): ") && text.contains("expected an OpenStreetMap extract in PBF"), "\(text)")
        }
    }

    @Test("fault 84: an extract that is cut off is refused, wherever it ends")
    func cutOff() async throws {
        let bytes = try directory.bytes(of: try await twoCities().write(to: directory.file("good.osm.pbf")))
        for length in 0..<bytes.count {
            let path = try directory.write(Array(bytes.prefix(length)), to: "short.osm.pbf")
            #expect(throws: ExtractFile.Fault.self, "\(length) of \(bytes.count) bytes") {
                try DetailPackImport.make(directory.file("pack.gazetteer"), of: [path], gazetteer: RealWorld.path)
            }
        }
        #expect(access(directory.file("pack.gazetteer"), F_OK) != 0)
    }

    @Test(
        "fault 84: an extract with any part damaged is refused or read, and a pack stays as it was when it is refused")
    func damaged() async throws {
        let good = try await twoCities().write(to: directory.file("good.osm.pbf"))
        let bytes = try directory.bytes(of: good)
        let output = directory.file("pack.gazetteer")
        try importing([good]).writer().write(to: output)
        let pack = try directory.bytes(of: output)
        var refusals = 0
        for offset in stride(from: 0, to: bytes.count, by: 7) {
            var damaged = bytes
            damaged[offset] ^= 1 << UInt8(offset % 8)
            let path = try directory.write(damaged, to: "damaged.osm.pbf")
            do {
                _ = try DetailPackImport.make(output, of: [path], gazetteer: RealWorld.path)
                _ = try directory.write(pack, to: "pack.gazetteer")
            } catch {
                refusals += 1
                #expect(try directory.bytes(of: output) == pack)
            }
        }
        #expect(refusals > 10)
    }

    @Test("a pack of one content has nothing else")
    func only() async throws {
        var extract = twoCities()
        _ = extract.rectangle(47.139, 9.523, 47.141, 9.527, ["leisure": "park", "name": "Stadtpark"])
        let street = [extract.node(47.135, 9.52), extract.node(47.135, 9.53)]
        _ = extract.way(street, ["highway": "residential", "name": "Weg"])
        let path = try await extract.write(to: directory.file("all.osm.pbf"))
        for content in DetailContent.allCases {
            let file = directory.file("\(content).gazetteer")
            _ = try DetailPackImport.make(file, of: [path], only: [content], gazetteer: RealWorld.path)
            let pack = try DetailPack(path: file, check: .full)
            #expect(pack.verify() == [])
            #expect((pack.cityCount > 0) == (content == .boundaries))
            #expect((pack.streetLengthInKilometers > 0) == (content == .streets))
            #expect((pack.areaCount > 0) == (content == .areas))
        }
    }

    @Test("named areas come out the smallest first, and a lake that the world file lacks")
    func areas() async throws {
        var extract = twoCities()
        _ = extract.rectangle(47.139, 9.523, 47.141, 9.527, ["leisure": "park", "name": "Stadtpark"])
        _ = extract.rectangle(47.1395, 9.5245, 47.1405, 9.5255, ["natural": "water", "name": "Weiher"])
        _ = extract.rectangle(47.136, 9.526, 47.1361, 9.5261, ["tourism": "museum"])
        _ = extract.node(47.14, 9.525, ["tourism": "attraction", "name": "Brunnen"])
        _ = extract.node(47.14, 9.525, ["amenity": "restaurant", "name": "Post"])
        let hall = extract.rectangle(47.138, 9.522, 47.142, 9.528)
        let court = extract.rectangle(47.1385, 9.5225, 47.1387, 9.5235)
        extract.relation(
            ["w\(hall)@outer", "w\(court)@inner"],
            ["type": "multipolygon", "amenity": "university", "name": "Universität"])
        let path = try await extract.write(to: directory.file("areas.osm.pbf"))
        let file = directory.file("areas.gazetteer")
        let made = try DetailPackImport.make(file, of: [path], gazetteer: RealWorld.path)
        #expect(made.summary.contains(", 4 named areas, "))
        let pack = try DetailPack(path: file, check: .full)
        let gazetteer = try Gazetteer(path: RealWorld.path, check: .structure, details: [pack])
        func areas(_ latitude: Double, _ longitude: Double) -> [String?] {
            let placemark = gazetteer.placemark(at: Coordinate(latitude, longitude))
            return [placemark?.inlandWater] + (placemark?.areasOfInterest ?? [])
        }
        #expect(areas(47.14, 9.525) == ["Weiher", "Brunnen", "Stadtpark", "Universität"])
        #expect(areas(47.1402, 9.5252) == ["Weiher", "Stadtpark", "Universität"])
        #expect(areas(47.1392, 9.5232) == [nil, "Stadtpark", "Universität"])
        #expect(areas(47.1386, 9.523) == [nil])
        #expect(areas(47.1361, 9.5261) == [nil])
    }

    @Test("an extract without a city is refused: its pack would say nothing")
    func noCity() async throws {
        var extract = SmallExtract()
        extract.boundary("Land", level: 4, [extract.rectangle(47.1, 9.5, 47.2, 9.6)])
        let path = try await extract.write(to: directory.file("land.osm.pbf"))
        let made = try importing([path])
        let fault = #expect(throws: ExtractFile.Fault.self) { try made.writer() }
        #expect(fault?.description.contains("it has no complete city limits") == true)
    }

    @Test(
        "local names stay where they are written with Latin letters, others are the English ones",
        arguments: [
            (["name": "Genève", "name:en": "Geneva"], "Genève"), (["name": "Αθήνα", "name:en": "Athens"], "Athens"),
            (["name": "東京", "int_name": "Tokyo"], "Tokyo"), (["name": "東京"], "東京"), (["name": "A; B"], "A"),
            (["name": "Gəncə", "name:en": "Ganja"], "Gəncə"), (["name": "Kīhei ʻĀina", "name:en": "x"], "Kīhei ʻĀina"),
            (["name": "–"], nil), ([:], nil),
        ] as [([String: String], String?)])
    func names(tags: [String: String], name: String?) { #expect(LocalName.of(tags) == name) }

    @Test(
        "people type the other names of an object, too, in all languages, and the halves of a name in two; not former ones",
        arguments: [
            (["name": "Тверская улица", "name:en": "Tverskaya Street"], ["Тверская улица"]),
            (
                ["name": "Rue Neuve - Nieuwstraat", "name:fr": "Rue Neuve", "old_name": "Rue Vieille"],
                ["Rue Neuve", "Nieuwstraat"]
            ),
            (
                ["name": "Via Roma/Romstraße", "alt_name": "A; B", "name:zh-Hant": "羅馬路"],
                ["Via Roma", "Romstraße", "A", "B", "羅馬路"]
            ),
            (["name": "Place", "name:etymology": "x", "name:signed": "no", "name_1": "y"], []),
        ] as [([String: String], Set<String>)])
    func otherNames(tags: [String: String], expected: Set<String>) throws {
        #expect(LocalName.others(of: tags, besides: try #require(LocalName.of(tags))) == expected)
    }

    @Test("a level is a city, a part of one, or neither, as the country has it")
    func levels() {
        func rank(_ country: String?, _ level: UInt8, _ isNamedByItsNode: Bool = false) -> UInt8? {
            AdminLevels.of(country).rank(ofLevel: level, isNamedByItsNode: isNamedByItsNode)
        }
        #expect(rank("LI", 8) == 0 && rank("AD", 7) == 0 && rank(nil, 8) == 0)
        #expect(rank("DE", 6) == nil && rank("DE", 6, true) == 0 && rank("DE", 4, true) == 0)
        #expect(rank("DE", 10) == 1 && rank("DE", 9) == 2 && rank("DE", 2, true) == nil)
    }
}
