import FoundationEssentials
import PlacemarkModel
@testable import Reporting
import TestSupport
import Testing

/// Whoever adds a property to `Placemark` decides here, format by format, whether receivers get it. Those that are not named
/// here send what the daemon sends.
@Suite("What reports tell of a placemark")
struct PlacemarkInReportsTests {
    private static let keys = Set(Placemark.fields.filter { !$0.isDerived }.map(\.key))
    /// Some fields are told beside others, some instead of others.
    private static let contexts: [Set<String>] = [keys, [], ["name", "distant", "distance"]]

    /// The fields that make no difference to what is told, whatever stands beside them.
    private func untold(_ told: (Placemark) throws -> String) throws -> Set<String> {
        try Self.keys.filter { key in
            try Self.contexts.allSatisfy { context in
                let without = try Placemark(sampleOf: context.subtracting([key]))
                let with = try Placemark(sampleOf: context.union([key]))
                return try told(with) == told(without)
            }
        }
    }

    @Test("a template may name each field, but those that are for programs")
    func templates() throws {
        let missing = try untold { placemark in
            let json = String(decoding: try JSONEncoder().encode(placemark), as: UTF8.self)
            let report = try Samples.report(
                .placemark, "\"placemark\":\(json.dropLast()),\"age\":5,\"stale\":false}")
            // The whole report has everything.
            return ReportField.allCases.filter { $0 != .report }
                .map { $0.value(in: report, device: "boat").plain }.joined(separator: "\n")
        }
        #expect(
            missing == [
                // How the names are known, and where exactly what they name lies.
                "subThoroughfareInterpolated", "localitySource", "geocoder", "attribution", "distance", "bearing",
                "distant",
                // The first of the areas is the name, `state` says the subdivision in words, and `city` stands for its parts.
                "areasOfInterest", "isoSubdivisionCode", "subLocality",
            ])
    }

    @Test("Signal K is told the names that mean something on the water")
    func signalK() throws {
        let missing = try untold { placemark in
            var writer = JSONWriter()
            writer.beginArray()
            for value in SignalKValue.of(placemark) {
                writer.value(value.path)
                value.write(to: &writer)
            }
            writer.endArray()
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        #expect(
            missing == [
                // On land. What a berth is called is its `name`.
                "thoroughfare", "subThoroughfare", "subThoroughfareInterpolated", "subLocality", "postalCode",
                "areasOfInterest",
                "localitySource", "isoSubdivisionCode", "bearing", "geocoder", "attribution",
            ])
    }

    @Test("Home Assistant is told the names from the street to the time zone, in words")
    func homeAssistant() throws {
        let missing = try untold { String(decoding: HomeAssistantFormat.placemark($0, .precise), as: UTF8.self) }
        #expect(
            missing == [
                "subThoroughfareInterpolated", "localitySource", "geocoder", "attribution", "distance", "bearing",
                "distant",
                // Other fields say the first two in words, and the city stands for the others.
                "isoCountryCode", "isoSubdivisionCode", "postalCode", "subLocality", "areasOfInterest",
            ])
    }
}
