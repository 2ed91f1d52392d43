import Glibc
import PlacemarkModel
import Testing

@testable import Gazetteer

/// The gazetteer of the world, as `make gazetteer` builds it.
@Suite("Real world")
struct RealWorldTests {
    private let gazetteer: Gazetteer

    init() throws { gazetteer = try RealWorld.gazetteer }

    @Test("has every place of its source, nearly all with a state, half of them with a county")
    func coverage() {
        let places = (0..<gazetteer.placeCount).compactMap { gazetteer.place(at: $0) }
        #expect(places.count == gazetteer.placeCount)
        #expect(places.count > 234_000)
        #expect(places.count { $0.administrativeArea != nil } * 1000 > places.count * 995)
        #expect(places.count { $0.subAdministrativeArea != nil } * 100 > places.count * 50)
        #expect(places.allSatisfy { $0.country != nil && $0.isoCountryCode?.count == 2 && $0.timeZone != nil })
    }

    @Test("a city that is known by its limits lies in its own state, also where a neighbour's centre is nearer")
    func stateOfCity() throws {
        let placemark = try #require(gazetteer.placemark(at: Coordinate(47.155, 9.515)))
        #expect(placemark.locality == "Vaduz")
        #expect(placemark.administrativeArea == "Vaduz" && placemark.isoSubdivisionCode == "LI-11")
    }

    @Test("passes verification")
    func verification() { #expect(gazetteer.verify() == []) }

    @Test(
        "names known spots",
        arguments: [
            (37.3318, -122.0312, "Cupertino", "Santa Clara County", "California", "US", "America/Los_Angeles"),
            (46.8508, 9.5320, "Chur", "Plessur", "Grisons", "CH", "Europe/Zurich"),
            (-18.1416, 178.4415, "Suva", "Rewa", "Central", "FJ", "Pacific/Fiji"),
            (78.22, 15.65, "Longyearbyen", "Spitsbergen", "Svalbard", "SJ", "Arctic/Longyearbyen"),
            (48.8534, 2.3488, "Paris", "Paris", "Île-de-France", "FR", "Europe/Paris"),
            (35.6895, 139.6917, "Tokyo", "Shinjuku", "Tokyo", "JP", "Asia/Tokyo"),
        ] as [(Double, Double, String, String?, String, String, String)])
    func knownSpots(
        latitude: Double, longitude: Double, name: String, county: String?, state: String, country: String, zone: String
    ) throws {
        let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, longitude)))
        #expect(placemark.locality == name)
        #expect(placemark.name == name)
        #expect(placemark.subAdministrativeArea == county)
        #expect(placemark.administrativeArea == state)
        #expect(placemark.isoCountryCode == country)
        #expect(placemark.timeZone == zone)
        #expect(placemark.geocoder == "gazetteer")
        let distance = try #require(placemark.distance)
        #expect(distance < 5000 && distance == distance.rounded())
    }

    @Test("a state that has an ISO 3166-2 code has it everywhere, and one code only: 40,000 points where people live")
    func codesOfStates() {
        var generator = SeededRandom(seed: 3166)
        var codes: [[String]: Set<String?>] = [:]
        for _ in 0..<40_000 {
            let index = Int.random(in: 0..<gazetteer.placeCount, using: &generator)
            guard let centre = gazetteer.places.coordinate(at: index) else { continue }
            // Within some kilometres: at coasts, in places that no polygon reaches, and across borders.
            let placemark = gazetteer.placemark(at: centre.jittered(by: 0.02, using: &generator))
            guard let placemark, let state = placemark.administrativeArea, let country = placemark.isoCountryCode else {
                #expect(placemark?.isoSubdivisionCode == nil)
                continue
            }
            codes[[country, state], default: []].insert(placemark.isoSubdivisionCode)
        }
        #expect(codes.count > 2500)
        #expect(codes.filter { $0.value.count > 1 }.isEmpty)
        #expect(codes.count { $0.value != [nil] } * 100 > codes.count * 85)
        for index in 0..<gazetteer.placeCount {
            guard let place = gazetteer.place(at: index), let state = place.administrativeArea,
                let country = place.isoCountryCode, let known = codes[[country, state]]
            else { continue }
            if known != [place.isoSubdivisionCode] { Issue.record("\(place.name), \(state), \(country)") }
        }
    }

    @Test(
        "has the state's code where people live and no polygon of a state is",
        arguments: [
            (40.7484, -73.9857, "US-NY"), (47.5596, 7.5886, "CH-BS"), (58.3019, -134.4197, "US-AK"),
            (49.2827, -123.1207, "CA-BC"), (30.2741, 120.1551, "CN-ZJ"), (54.3233, 10.1228, "DE-SH"),
            (44.0128, 20.9114, nil), (31.9, 35.2, nil), (17.9775, -66.2979, nil),
        ] as [(Double, Double, String?)])
    func codeOfState(latitude: Double, longitude: Double, code: String?) {
        #expect(gazetteer.placemark(at: Coordinate(latitude, longitude))?.isoSubdivisionCode == code)
    }

    @Test("fault 15: finds the same place from both sides of the antimeridian")
    func antimeridian() throws {
        let west = try #require(gazetteer.nearestPlace(to: Coordinate(-16.8, 179.999)))
        let east = try #require(gazetteer.nearestPlace(to: Coordinate(-16.8, -179.999)))
        #expect(west.place == east.place)
        #expect(west.place.isoCountryCode == "FJ")
        #expect(abs(west.distanceInMeters - east.distanceInMeters) < 220)
    }

    @Test("fault 16: gives a stable answer at the poles", arguments: [90.0, -90])
    func poles(latitude: Double) throws {
        let names = Set([-180.0, -90, 0, 90, 179.9].map { gazetteer.placemark(at: Coordinate(latitude, $0))?.name })
        #expect(names.count == 1)
    }

    @Test("answers as a scan of all places does, at hundreds of points, in the right country, a small one and none")
    func equalsScan() throws {
        let scan = BandScan(gazetteer.places)
        var generator = SeededRandom(seed: 2026)
        var queries = (0..<200).map { _ in Coordinate.random(using: &generator) }
        queries += [Coordinate(90, 0), Coordinate(-90, 0), Coordinate(0, 180), Coordinate(0, -180), Coordinate(0, 0)]
        queries += (0..<100).map { _ in Coordinate(.random(in: -75...75, using: &generator), 180) }
        for _ in 0..<150 {
            let index = Int.random(in: 0..<gazetteer.placeCount, using: &generator)
            guard let centre = gazetteer.place(at: index)?.coordinate else { continue }
            queries += [
                centre, centre.jittered(by: 0.1, using: &generator), centre.jittered(by: 0.00001, using: &generator),
            ]
        }
        let small = ["VA", "LI", "NR", "PN", "LS"].map { UInt16.country($0) }
        for query in queries {
            let nearest = try #require(gazetteer.indicesOfPlaces(around: query)?.nearest)
            for country in [
                nil, gazetteer.places.countryCode(at: nearest), try #require(small.randomElement(using: &generator)),
            ] {
                let found = PlaceScan.Answer(gazetteer.indicesOfPlaces(around: query, country: country))
                let truth = scan.answer(from: query, country: country)
                if found != truth {
                    Issue.record("\(query), country \(country.debugDescription): \(found.debugDescription)")
                }
            }
        }
        // And the quick scan is as good as the plain one.
        for query in queries.shuffled(using: &generator).prefix(5) {
            for country in [nil, .country("FR")] as [UInt16?] {
                #expect(
                    scan.answer(from: query, country: country) == gazetteer.places.scan(from: query, country: country))
            }
        }
        #expect(gazetteer.indicesOfPlaces(around: Coordinate(0, 0), country: .country("BV")) == nil)
    }

    @Test("is not in memory after the full check, nor when a search has given it back")
    func residentMemory() throws {
        let gazetteer = try Gazetteer(path: RealWorld.path)
        // Read line by line: a file of /proc has no size by which to read it as a whole.
        func linesOfSmaps() -> [String] {
            guard let smaps = fopen("/proc/self/smaps", "r") else { return [] }
            defer { fclose(smaps) }
            var (buffer, lines) = ([CChar](repeating: 0, count: 4096), [String]())
            while fgets(&buffer, Int32(buffer.count), smaps) != nil {
                lines.append(String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
            }
            return lines
        }
        func residentKilobytes() throws -> Int {
            let start = String(UInt(bitPattern: gazetteer.file.bytes.baseAddress), radix: 16)
            let entry = try #require(
                linesOfSmaps().drop { !$0.hasPrefix("\(start)-") }.first { $0.hasPrefix("Rss:") })
            return try #require(entry.split(separator: " ").compactMap { Int($0) }.first)
        }
        #expect(try residentKilobytes() < 1000)
        #expect(try !gazetteer.search("Tokyo").isEmpty)
        gazetteer.releaseMemory()
        #expect(try residentKilobytes() < 1000)
    }
}

/// A scan of a country's places in the order of their z, outwards from the query, that ends where z alone is farther than
/// any place that could win: independent of the tree, and quick enough for thousands of queries in a debug build.
private struct BandScan {
    private let layer: PlacesLayer
    /// By country, and under nil all.
    private let sorted: [UInt16?: [(z: Double, index: Int)]]

    init(_ layer: PlacesLayer) {
        self.layer = layer
        let all = (0..<layer.placeCount).map { (z: Double(layer.node(at: $0).z), index: $0) }.sorted { $0.z < $1.z }
        var sorted = Dictionary(grouping: all) { layer.countryCode(at: $0.index) }
        sorted[nil] = all
        self.sorted = sorted
    }

    func answer(from coordinate: Coordinate, country: UInt16?) -> PlaceScan.Answer? {
        guard let sorted = sorted[country] else { return nil }
        let z = coordinate.unitVector.z
        let start = sorted.partitioningIndex { $0.z >= z }
        // Some place in the country is this near, so neither the nearest nor the named one is farther than that and
        // the largest bonus.
        let some = sorted[max(0, start - 40)..<min(sorted.count, start + 40)].map(\.index)
        guard let near = PlaceScan.answer(of: layer, among: some, from: coordinate, country: country)?.nearest else {
            return nil
        }
        let (x1, y1, z1) = coordinate.unitVector
        let node = layer.node(at: near)
        let (dx, dy, dz) = (x1 - Double(node.x), y1 - Double(node.y), z1 - Double(node.z))
        let reach = (dx * dx + dy * dy + dz * dz).squareRoot() + LocalityBonus.chord(steps: 255) + 1e-9
        let low = sorted.partitioningIndex { $0.z >= z - reach }
        let high = sorted.partitioningIndex { $0.z > z + reach }
        let query = (x: x1, y: y1)
        let candidates = sorted[low..<high].map(\.index).filter { index in
            let node = layer.node(at: index)
            return abs(query.x - Double(node.x)) <= reach && abs(query.y - Double(node.y)) <= reach
        }
        return PlaceScan.answer(of: layer, among: candidates.sorted(), from: coordinate, country: country)
    }
}

extension Array {
    /// The first position whose element and all behind it meet the condition, in an array that is sorted so.
    fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
