import Glibc
import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Boundaries that no plane can have, and those that are mapped otherwise than most.
@Suite("Unusual boundaries", .timeLimit(.minutes(3)))
struct UnusualBoundariesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A municipality, and the extract that has it and others.
    private func made(_ extract: SmallExtract) async throws -> (made: DetailPackImport, gazetteer: Gazetteer) {
        let path = try await extract.write(to: directory.file("extract.osm.pbf"))
        let made = try DetailPackImport(
            [path], world: RealWorld.gazetteer, memoryInMegabytes: 1024, temporaryDirectory: directory.path,
            progress: BuildProgress())
        let file = directory.file("pack.gazetteer")
        try made.writer().write(to: file)
        let pack = try DetailPack(path: file, check: .full)
        #expect(pack.verify() == [])
        return (made, try Gazetteer(path: RealWorld.path, check: .structure, details: [pack]))
    }

    private func locality(_ gazetteer: Gazetteer, _ latitude: Double, _ longitude: Double) -> String? {
        let placemark = gazetteer.placemark(at: Coordinate(latitude, longitude))
        return placemark?.localitySource == .limits ? placemark?.locality : nil
    }

    @Test("fault 96: a boundary across ±180° holds what lies in it on both sides, and nothing round the globe")
    func antimeridian() async throws {
        var extract = SmallExtract()
        // As Taveuni and its neighbours in Fiji, and the coast of Chukotka: one ring whose longitudes jump.
        let line = [(-16.6, 179.7), (-16.6, -179.8), (-16.8, -179.9), (-17.0, -179.8), (-17.0, 179.7), (-16.8, 179.8)]
        let nodes = line.map { extract.node($0.0, $0.1) }
        extract.boundary("Taveuni", level: 8, [extract.way(nodes + [nodes[0]])])
        let north = [(66.0, 179.0), (66.0, -179.5), (67.0, -179.5), (67.0, 179.0)].map { extract.node($0.0, $0.1) }
        extract.boundary("Егвекинот", level: 6, [extract.way(north + [north[0]])])
        // As most of them are mapped: cut at the antimeridian.
        let parts = [extract.rectangle(-18, 179.5, -17.9, 180), extract.rectangle(-18, -180, -17.9, -179.5)]
        extract.boundary("Cut", level: 8, parts)
        let (made, gazetteer) = try await made(extract)
        #expect(made.warnings == [])
        for longitude in [179.75, 179.95, 180, -179.95, -179.85] {
            #expect(locality(gazetteer, -16.65, longitude) == "Taveuni", "\(longitude)")
        }
        for longitude in [179.2, 179.99, 180, -179.99, -179.6] {
            #expect(locality(gazetteer, 66.5, longitude) == "Егвекинот", "\(longitude)")
        }
        #expect(locality(gazetteer, -17.95, 179.9) == "Cut" && locality(gazetteer, -17.95, -179.9) == "Cut")
        #expect(locality(gazetteer, -16.8, 179.75) == nil && locality(gazetteer, -16.8, -179.85) == nil)
        // The world file knows the limits of others there.
        for longitude in [-179.7, -65, 0, 120, 179.6] { #expect(locality(gazetteer, -16.65, longitude) != "Taveuni") }
        let country = gazetteer.placemark(at: Coordinate(-16.8, 179.95))?.isoCountryCode
        #expect(country == "FJ")
    }

    @Test(
        "fault 96: rings cut at the antimeridian hold exactly what they held before", arguments: [1, 2, 3] as [UInt64])
    func cutting(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            // A star round a point near the antimeridian, in degrees that do not wrap.
            let corners = Int.random(in: 3...20, using: &random)
            let plain = (0..<corners).map { corner -> (x: Double, y: Double) in
                let angle = Double(corner) / Double(corners) * 2 * .pi
                let reach = Double.random(in: 0.2...3, using: &random)
                return (180 + reach * cos(angle), -17 + reach * sin(angle))
            }
            func wrapped(_ x: Double) -> Double { x > 180 ? x - 360 : x }
            let ring = plain.map {
                SourcePoint(longitudeDegrees: wrapped($0.x), latitudeDegrees: $0.y).unsafelyUnwrapped
            }
            let cut = try DrawableRings.of([ring])
            for _ in 0..<50 {
                let (x, y) = (
                    Double.random(in: 176...184, using: &random), Double.random(in: -20 ... -14, using: &random)
                )
                let isInside = holds([plain], x, y)
                let rings = cut.map { $0.map { (x: Double($0.longitude) / 1e7, y: Double($0.latitude) / 1e7) } }
                #expect(holds(rings, wrapped(x), y) == isInside)
            }
        }
    }

    private func holds(_ rings: [[(x: Double, y: Double)]], _ x: Double, _ y: Double) -> Bool {
        var isInside = false
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > y) != (b.y > y) {
                if x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
            }
        }
        return isInside
    }

    @Test("fault 96: a closed way is a boundary, and none beside the relation of its name that it is a part of")
    func closedWay() async throws {
        var extract = SmallExtract()
        let tags = ["boundary": "administrative", "admin_level": "8"]
        _ = extract.rectangle(47.13, 9.52, 47.14, 9.53, tags.merging(["name": "Ring"]) { $1 })
        let both = extract.rectangle(47.15, 9.52, 47.16, 9.53, tags.merging(["name": "Beide"]) { $1 })
        let hole = extract.rectangle(47.153, 9.523, 47.156, 9.526)
        extract.relation(
            ["w\(both)@outer", "w\(hole)@inner"], tags.merging(["name": "Beide", "type": "boundary"]) { $1 })
        let (made, gazetteer) = try await made(extract)
        #expect(made.summary.hasPrefix("2 cities") && made.warnings == [], "\(made.summary) \(made.warnings)")
        #expect(locality(gazetteer, 47.135, 9.525) == "Ring")
        #expect(locality(gazetteer, 47.151, 9.521) == "Beide" && locality(gazetteer, 47.154, 9.524) != "Beide")
    }

    @Test(
        "a boundary whose label is a city is that city, also with more to its name; one with such a centre is a county")
    func label() async throws {
        var extract = SmallExtract()
        func rectangle(_ west: Double) -> Int { extract.rectangle(40.6, west, 40.9, west + 0.3) }
        let label = extract.node(40.7128, -74.006, ["place": "city", "name": "New York"])
        let centre = extract.node(41.03, -73.77, ["place": "city", "name": "White Plains"])
        extract.boundary("City of New York", level: 5, [rectangle(-74.2)], label: label)
        extract.boundary(
            "County of White Plains", level: 6, [extract.rectangle(41.0, -73.9, 41.1, -73.6)], centre: centre)
        extract.boundary("Elsewhere", level: 8, [extract.rectangle(41.2, -73.9, 41.3, -73.6)])
        let (_, gazetteer) = try await made(extract)
        #expect(locality(gazetteer, 40.75, -74.0) == "New York")
        #expect(locality(gazetteer, 41.05, -73.8) == nil)
    }

    @Test("fault 96: where more quarters meet than a square can hold, the city stays, and what is left out is said")
    func crowded() async throws {
        var extract = SmallExtract()
        extract.boundary("Stadt", level: 8, [extract.rectangle(47.13, 9.52, 47.15, 9.55)])
        for quarter in 0..<80 {
            let south = 47.1401 + Double(quarter) * 0.000_03
            extract.boundary(
                "Quartier \(quarter)", level: 10, [extract.rectangle(south, 9.53, south + 0.000_03, 9.531)])
        }
        let (made, gazetteer) = try await made(extract)
        #expect(
            made.warnings.count == 1
                && made.warnings[0].hasPrefix("city limits left out of a square where more than 62 meet: "))
        #expect(locality(gazetteer, 47.1411, 9.5305) == "Stadt")
        #expect(locality(gazetteer, 47.132, 9.525) == "Stadt")
        let parts = Set(
            (0..<80).compactMap {
                gazetteer.placemark(at: Coordinate(47.140_115 + Double($0) * 0.000_03, 9.5305))?.subLocality
            })
        #expect(parts.count > 40)
    }

    @Test(
        "fault 96: one wrong vertex, a ring round a pole and a ring that crosses itself cost no other boundary anything"
    )
    func wrong() async throws {
        var extract = SmallExtract()
        extract.boundary("Gut", level: 8, [extract.rectangle(47.13, 9.52, 47.14, 9.53)])
        // 12,700 km
        let far = [(47.2, 9.52), (-60.0, 60.0), (47.2, 9.53), (47.21, 9.52)].map { extract.node($0.0, $0.1) }
        extract.boundary("Weit", level: 8, [extract.way(far + [far[0]])])
        let round = stride(from: -180.0, to: 180, by: 10).map { (-88.0, $0) } + [(-89, 170), (-89, -180)]
        let pole = round.map { extract.node($0.0, $0.1) }
        extract.boundary("Pol", level: 8, [extract.way(pole + [pole[0]])])
        let bow = [(47.16, 9.52), (47.17, 9.53), (47.16, 9.53), (47.17, 9.52)].map { extract.node($0.0, $0.1) }
        extract.boundary("Schleife", level: 8, [extract.way(bow + [bow[0]])])
        let tags = ["boundary": "administrative", "admin_level": "8", "name": "Schlinge"]
        let loop = [(47.18, 9.52), (47.19, 9.53), (47.18, 9.53), (47.19, 9.52)].map { extract.node($0.0, $0.1) }
        _ = extract.way(loop + [loop[0]], tags)
        let (made, gazetteer) = try await made(extract)
        let text = made.warnings.joined(separator: "\n")
        #expect(text.contains("boundaries left out, without closed lines: Schleife (level 8)"), "\(text)")
        #expect(text.contains("boundaries left out, with an edge of more than 2000 km: Weit (level 8)"), "\(text)")
        #expect(text.contains("boundaries left out, round a pole: Pol (level 8)"), "\(text)")
        #expect(locality(gazetteer, 47.135, 9.525) == "Gut")
        // What crosses itself as a way alone holds its two halves.
        #expect(locality(gazetteer, 47.187, 9.525) != "Schlinge" && locality(gazetteer, 47.185, 9.5225) == "Schlinge")
    }

    @Test("fault 96: a street across ±180° is found on both sides")
    func street() async throws {
        var extract = SmallExtract()
        extract.boundary("Ort", level: 8, [extract.rectangle(-17, 179.9, -16.9, 180)])
        let line = [179.99, 179.999, -179.999, -179.99].map { extract.node(-16.95, $0) }
        _ = extract.way(line, ["highway": "residential", "name": "Date Line Road"])
        let (_, gazetteer) = try await made(extract)
        for longitude in [179.995, -179.995] {
            #expect(gazetteer.placemark(at: Coordinate(-16.95, longitude))?.thoroughfare == "Date Line Road")
        }
        #expect(gazetteer.placemark(at: Coordinate(-16.95, 0))?.thoroughfare == nil)
    }

    @Test("a distance leads to the place in the name, and not to the street that one is in")
    func farFromTheStreet() async throws {
        var extract = SmallExtract()
        // The Stuart Highway, far from everywhere.
        let line = [(-18.5, 134.2), (-18.6, 134.2)].map { extract.node($0.0, $0.1) }
        _ = extract.way(line, ["highway": "trunk", "name": "Stuart Highway"])
        extract.boundary("Elsewhere", level: 9, [extract.rectangle(-12.5, 130.8, -12.4, 130.9)])
        let (_, gazetteer) = try await made(extract)
        let placemark = try #require(gazetteer.placemark(at: Coordinate(-18.55, 134.2)))
        #expect(placemark.thoroughfare == "Stuart Highway" && placemark.distant == true)
        #expect(placemark.name != "Stuart Highway")
        #expect(placemark.cityWithContext?.contains("from Stuart") == false)
        #expect(placemark.fullAddress?.contains(", Stuart Highway, ") == true, "\(placemark.fullAddress ?? "")")
    }
}
