import Glibc
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import Gazetteer

/// What placemarks of the world write about themselves, searched for. Each text is a suite, because Scripts/run-tests gives each
/// suite a process of its own: both in one took longer than any other suite.
@Suite("Real world: full addresses are found again", .timeLimit(.minutes(20)), .tags(.soak))
struct RealWorldFullAddressTests {
    @Test("a full address is found where it was written: its city, its sea or lake, or the place that it is far from")
    func found() throws {
        let missed = try WrittenPlacemarks(\.fullAddress)
        #expect(missed.percentMissed <= 2.5, "\(missed)")
    }
}

/// As with full addresses.
@Suite("Real world: cities are found again", .timeLimit(.minutes(20)), .tags(.soak))
struct RealWorldWrittenCityTests {
    @Test("a city with its context is found where it was written, and so is a sea, a lake or a far place")
    func found() throws {
        let missed = try WrittenPlacemarks(\.cityWithContext)
        #expect(missed.percentMissed <= 4, "\(missed)")
    }
}

/// Placemarks in the gazetteer of the world, half of them anywhere and half where people live, and what a search finds for what
/// they write.
///
/// Most of those that are missed lack the state that would tell two places of a country apart: a namesake comes first. The
/// bounds of the tests are what was measured (docs/guide/search.md).
private struct WrittenPlacemarks: CustomStringConvertible {
    private var count = 0
    private var missed: [String] = []

    var percentMissed: Double { Double(missed.count) * 100 / Double(count) }
    var description: String { "\(missed.count) of \(count): \(missed.prefix(30))" }

    /// - Parameter text: that a placemark writes.
    init(_ text: KeyPath<Placemark, String?>) throws {
        let gazetteer = try RealWorld.gazetteer
        var random = SeededRandom(seed: 29)
        while count < (Soak.isOn ? 10_000 : 2000) {
            let isAnywhere = count.isMultiple(of: 2)
            let place = gazetteer.place(at: .random(in: 0..<gazetteer.placeCount, using: &random))?.coordinate
            let coordinate = isAnywhere ? Self.anywhere(using: &random) : try #require(place)
            guard let placemark = gazetteer.placemark(at: coordinate), let written = placemark[keyPath: text] else {
                continue
            }
            count += 1
            let first = try? gazetteer.search(written, limit: 1).first
            if !(first.map { Self.isFound(placemark, at: coordinate, by: $0) } ?? false) { missed.append(written) }
        }
    }

    /// Evenly on the sphere.
    private static func anywhere(using random: inout SeededRandom) -> Coordinate {
        let z = Double.random(in: -1...1, using: &random)
        let (longitude, level) = (Double.random(in: -Double.pi...Double.pi, using: &random), (1 - z * z).squareRoot())
        return Coordinate(x: level * cos(longitude), y: level * sin(longitude), z: z)
    }

    /// Whether a result is the city of a placemark, the place that it is far from, its water or its area.
    private static func isFound(
        _ placemark: Placemark, at coordinate: Coordinate, by result: SearchResult
    ) -> Bool {
        let found = result.placemark
        if let water = placemark.locality == nil ? placemark.inlandWater ?? placemark.ocean : nil {
            return [found.name, found.locality].contains(water)
        }
        guard found.isoCountryCode == placemark.isoCountryCode else { return false }
        guard let city = placemark.locality ?? (placemark.distant == true ? placemark.name : nil) else {
            return [found.subAdministrativeArea, found.administrativeArea, found.country].contains(
                placemark.subAdministrativeArea ?? placemark.administrativeArea ?? placemark.country)
        }
        // A city is not called so only: it is the one that was meant.
        let farthest = max(farthestInMeters, (placemark.distance ?? 0) + marginInMeters)
        return (found.locality == city || found.name == city)
            && coordinate.distance(to: result.coordinate) <= farthest
    }

    /// How far a position may be from the centre of its city, and how much farther than the placemark says.
    private static let (farthestInMeters, marginInMeters) = (25_000.0, 15_000.0)
}
