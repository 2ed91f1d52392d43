import FoundationEssentials
import TestSupport
import Testing

@testable import PlacemarkModel

@Suite("The fields of a placemark")
struct PlacemarkFieldTests {
    @Test("each property has one row, and each row is a property or a text that is made of them")
    func complete() {
        let properties = Mirror(reflecting: Placemark(geocoder: "test")).children.compactMap(\.label)
        let rows = Placemark.fields.filter { !$0.isDerived }.map(\.key)
        #expect(rows.sorted() == properties.sorted())
        #expect(Placemark.fields.filter(\.isDerived).map(\.key) == ["cityWithContext", "fullAddress"])
    }

    @Test("each row reads, writes and copies the property of its name, and no other")
    func rows() throws {
        for field in Placemark.fields where !field.isDerived {
            let placemark = try Placemark(sampleOf: [field.key])
            let told = Placemark.fields.filter { $0.value(placemark) != nil && !$0.isDerived }.map(\.key)
            #expect(Set(told) == [field.key, "geocoder"])
            #expect(try Self.decoded(JSONEncoder().encode(placemark)) == placemark)
            var copy = Placemark(geocoder: "test")
            field.copy(placemark, &copy)
            #expect(copy == placemark)
        }
    }

    @Test("readers with reduced precision are told no field that a location of a kilometre or finer is needed for")
    func reduced() {
        for field in Placemark.fields where field.isReduced {
            #expect((field.level ?? .number) <= .locality, "\(field.key)")
        }
    }

    private static func decoded(_ json: Data) throws -> Placemark {
        try JSONDecoder().decode(Placemark.self, from: json)
    }
}
