import Foundation
import PlacemarkModel
import TestSupport
import Testing

@testable import placemarkctl

/// Whoever adds a property to `Placemark` decides here, surface by surface, whether people and programs see it.
/// docs/reference/protocol.md and `get` are held together by `StatusKeysTests`.
@Suite("Where the fields of a placemark are shown")
struct PlacemarkSurfacesTests {
    private let keys = Set(Placemark.fields.map(\.key))

    @Test("the description for programs has them all, and no other")
    func openAPI() throws {
        struct Description: Decodable {
            struct Components: Decodable { let schemas: [String: Schema] }
            struct Schema: Decodable { let properties: [String: Ignored]? }
            struct Ignored: Decodable {}
            let components: Components
        }
        let text = try Checkout.text("Sources/Daemon/Publishing/HTTP/openapi.json")
        let description = try JSONDecoder().decode(Description.self, from: Data(text.utf8))
        #expect(Set(try #require(description.components.schemas["Placemark"]?.properties).keys) == keys)
    }

    @Test("the page's types have them, but those that it does not show")
    func page() throws {
        let text = try Checkout.text("map/types.d.ts")
        let start = try #require(text.range(of: "interface Placemark {\n"))
        let body = try #require(text[start.upperBound...].split(separator: "}").first)
        let declared = Set(
            body.split(separator: "\n").compactMap { $0.split(separator: "?").first }
                .map { String($0.drop(while: \.isWhitespace)) }.filter { !$0.isEmpty })
        // Those of a search result and of a placemark's age stand in the same type.
        #expect(declared.subtracting(keys) == ["age", "stale", "coordinate", "population"])
        #expect(
            keys.subtracting(declared) == [
                // In the texts, which are shown instead.
                "postalCode", "isoSubdivisionCode", "subAdministrativeArea", "subThoroughfareInterpolated",
                // For programs.
                "timeZone", "geocoder",
                // The first of them is the name.
                "areasOfInterest",
            ])
    }

    @Test("the table for people has them, but those that are for programs")
    func table() {
        for field in Placemark.fields where !field.isDerived {
            let isShown = Self.contexts.contains { context in
                let others = context.filter { $0.key != field.key }
                let texts = Self.values.compactMap { try? Self.table(others.merging([field.key: $0]) { $1 }) }
                return texts.contains { $0 != (try? Self.table(others)) }
            }
            #expect(isShown != Self.isUntold.contains(field.key), "\(field.key)")
        }
    }

    /// Who has answered stands beside the age, in the status alone.
    private static let isUntold: Set = ["geocoder", "attribution"]
    /// One of them fits.
    private static let values = ["\"limits\"", "[\"some\", \"texts\"]", "true", "123"]
    /// Some fields are shown beside others.
    private static let contexts = [
        ["name": "\"Name\""],
        ["subThoroughfare": "\"1\"", "thoroughfare": "\"Street\"", "locality": "\"City\"", "distance": "12345"],
    ]

    private static func table(_ fields: [String: String]) throws -> String {
        let members = fields.merging(["geocoder": "\"test\""]) { field, _ in field }.map { "\"\($0)\": \($1)" }
        let json = Data("{\(members.joined(separator: ", "))}".utf8)
        return Table(try JSONDecoder().decode(Placemark.self, from: json)).text
    }
}
