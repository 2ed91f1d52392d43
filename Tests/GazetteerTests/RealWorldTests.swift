import FoundationEssentials
import Glibc
import PlacemarkCore
import Testing

@testable import Gazetteer

/// The gazetteer of the world, as `make gazetteer` builds it.
@Suite("Real world")
struct RealWorldTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/gazetteer/world.gazetteer").path(percentEncoded: false)
    private let gazetteer: Gazetteer

    init() throws {
        do {
            gazetteer = try Gazetteer(path: Self.path)
        } catch {
            Issue.record("\(error.description); first run: make gazetteer")
            throw error
        }
    }

    @Test("has every place of its source, nearly all with a state, half of them with a county")
    func coverage() {
        let places = (0..<gazetteer.placeCount).compactMap { gazetteer.place(at: $0) }
        #expect(places.count == gazetteer.placeCount)
        #expect(places.count > 234_000)
        #expect(places.count { $0.administrativeArea != nil } * 1000 > places.count * 995)
        #expect(places.count { $0.subAdministrativeArea != nil } * 100 > places.count * 50)
        #expect(places.allSatisfy { $0.country != nil && $0.isoCountryCode?.count == 2 && $0.timeZone != nil })
    }

    @Test("passes verification")
    func verification() { #expect(gazetteer.verify() == []) }

    @Test(
        "names known spots",
        arguments: [
            (37.3318, -122.0312, "Cupertino", "Santa Clara County", "California", "US", "America/Los_Angeles"),
            (47.1410, 9.5209, "Vaduz", nil, "Vaduz", "LI", "Europe/Vaduz"),
            (-18.1416, 178.4415, "Suva", "Rewa Province", "Central", "FJ", "Pacific/Fiji"),
            (78.22, 15.65, "Longyearbyen", "Spitsbergen", "Svalbard", "SJ", "Arctic/Longyearbyen"),
            (48.8534, 2.3488, "Paris", "Paris", "Île-de-France", "FR", "Europe/Paris"),
            (35.6895, 139.6917, "Tokyo", nil, "Tokyo", "JP", "Asia/Tokyo"),
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

    @Test(
        "finds places by what people type",
        arguments: [
            ("Paris, TX", "Paris", "Texas", "US"), ("San Jose, California", "San Jose", "California", "US"),
            ("Tokyo", "Tokyo", "Tokyo", "JP"), ("paris", "Paris", "Île-de-France", "FR"),
            ("Zürich", "Zürich", "Zurich", "CH"), ("London, GB", "London", "England", "GB"),
            ("London, Ontario", "London", "Ontario", "CA"),
            ("Springfield, Illinois, US", "Springfield", "Illinois", "US"),
        ])
    func search(text: String, name: String, state: String, country: String) throws {
        let place = try #require(gazetteer.places(named: text).first)
        #expect(place.name == name)
        #expect(place.administrativeArea == state)
        #expect(place.isoCountryCode == country)
    }

    @Test("orders places of the same name by population")
    func searchOrder() {
        let populations = gazetteer.places(named: "San José", limit: 30).map(\.population)
        #expect(populations.count == 30)
        #expect(populations == populations.sorted(by: >))
    }

    @Test("answers as a scan of all places does, at thousands of points")
    func equalsScan() {
        let scan = BandScan(gazetteer.places)
        var generator = SplitMix64(state: 2026)
        var queries = (0..<1000).map { _ in Coordinate.random(using: &generator) }
        queries += [Coordinate(90, 0), Coordinate(-90, 0), Coordinate(0, 180), Coordinate(0, -180), Coordinate(0, 0)]
        queries += (0..<500).map { _ in Coordinate(.random(in: -75...75, using: &generator), 180) }
        for _ in 0..<1000 {
            let index = Int.random(in: 0..<gazetteer.placeCount, using: &generator)
            guard let centre = gazetteer.place(at: index)?.coordinate else { continue }
            queries += [
                centre, centre.jittered(by: 0.1, using: &generator), centre.jittered(by: 0.00001, using: &generator),
            ]
        }
        let wrong = queries.filter { gazetteer.indexOfNearestPlace(to: $0) != scan.nearest(to: $0) }
        #expect(wrong == [])
        // And the quick scan is as good as the plain one.
        for query in queries.shuffled(using: &generator).prefix(5) {
            #expect(scan.nearest(to: query) == gazetteer.places.nearestByScan(to: query))
        }
    }

    @Test("is not in memory after the full check, nor after a search by name")
    func residentMemory() throws {
        let gazetteer = try Gazetteer(path: Self.path)
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
        #expect(!gazetteer.places(named: "Tokyo").isEmpty)
        #expect(try residentKilobytes() < 1000)
    }
}

/// A scan of all places in the order of their z, outwards from the query, that ends where z alone is farther than the
/// best place: independent of the tree, and quick enough for thousands of queries in a debug build.
private struct BandScan {
    private let layer: PlacesLayer
    private let sorted: [(z: Double, index: Int)]

    init(_ layer: PlacesLayer) {
        self.layer = layer
        sorted = (0..<layer.placeCount).map { (Double(layer.vector(at: $0).z), $0) }.sorted { $0.z < $1.z }
    }

    func nearest(to coordinate: Coordinate) -> Int? {
        let query = coordinate.unitVector
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].z < query.z { low = middle + 1 } else { high = middle }
        }
        var best = (chord: Double.infinity, index: Int.max)
        func consider(_ position: Int) -> Bool {
            let gap = query.z - sorted[position].z
            if gap * gap > best.chord { return false }
            let index = sorted[position].index
            let candidate = (chord: layer.squaredChord(from: query, to: index), index: index)
            if candidate < best { best = candidate }
            return true
        }
        var (below, above) = (low - 1, low)
        while below >= 0 || above < sorted.count {
            if below >= 0 { below = consider(below) ? below - 1 : -1 }
            if above < sorted.count { above = consider(above) ? above + 1 : sorted.count }
        }
        return best.index == .max ? nil : best.index
    }
}
