import Foundation
import Testing

@testable import PlacemarkModel

@Suite("JSONWriter")
struct JSONWriterTests {
    @Test("a placemark and a search result come out byte for byte as a JSONEncoder with sorted keys makes them")
    func placemarks() throws {
        var random = SeededRandom(seed: 11)
        let names = [
            "Vaduz", "St. \"John's\" \\ /", "Zürich 東京", "a\u{1}\u{1F}\u{7F}\n\t\r\u{8}\u{C}\u{2028}é", "", "🦆",
        ]
        func name() -> String? { Bool.random(using: &random) ? names.randomElement(using: &random) : nil }
        for _ in 0..<500 {
            var placemark = Placemark(geocoder: "gazetteer")
            (placemark.name, placemark.thoroughfare, placemark.subThoroughfare) = (name(), name(), name())
            placemark.localitySource = name().map { LocalitySource(rawValue: $0) }
            (placemark.locality, placemark.subLocality, placemark.subAdministrativeArea) = (name(), name(), name())
            (placemark.administrativeArea, placemark.isoSubdivisionCode) = (name(), name())
            (placemark.postalCode, placemark.country, placemark.timeZone) = (name(), name(), name())
            (placemark.inlandWater, placemark.ocean) = (name(), name())
            placemark.attribution = name()
            placemark.isoCountryCode = ["US", "CH", "JP", nil].randomElement(using: &random) ?? nil
            placemark.areasOfInterest = Bool.random(using: &random) ? [names[0], names[3]] : nil
            placemark.subThoroughfareInterpolated = [true, false, nil].randomElement(using: &random) ?? nil
            placemark.distance = [0, 310, 1234567, nil].randomElement(using: &random) ?? nil
            placemark.bearing = Double(Int.random(in: 0..<360, using: &random))
            placemark.distant = [true, nil].randomElement(using: &random) ?? nil
            var writer = JSONWriter()
            writer.write(placemark)
            #expect(String(decoding: writer.bytes, as: UTF8.self) == (try Self.encoded(placemark)))
            let result = SearchResult(
                placemark: placemark,
                coordinate: Coordinate(
                    clampingLatitude: Double.random(in: -90...90, using: &random),
                    wrappingLongitude: Double.random(in: -180...180, using: &random)),
                population: Int.random(in: 0...20_000_000, using: &random), match: .correction)
            writer.removeAll()
            writer.write(result)
            #expect(String(decoding: writer.bytes, as: UTF8.self) == (try Self.encoded(result)))
        }
    }

    @Test(
        "numbers have their shortest form",
        arguments: [0, -0.0, 1, -1, 0.1, 1e-7, 123456.789, 1e15, 1e16, 1.7976931348623157e308, 999_999_999_999_999])
    func numbers(number: Double) throws {
        var writer = JSONWriter()
        writer.value(number)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == (try Self.encoded(number)))
    }

    private static func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
