import Foundation
import PlacemarkModel
import TestSupport
import Testing

@Suite("Texts of a placemark")
struct PlacemarkTextsTests {
    private static func placemark(_ fill: (inout Placemark) -> Void) -> Placemark {
        var placemark = Placemark(geocoder: "test")
        fill(&placemark)
        return placemark
    }

    /// A house with everything in it.
    private static func house(
        _ isoCountryCode: String?, _ country: String, state: String?, code: String? = nil, city: String,
        postalCode: String?
    ) -> Placemark {
        placemark {
            $0.thoroughfare = "Main Street"
            $0.subThoroughfare = "5"
            $0.locality = city
            $0.name = city
            $0.subLocality = "Centre"
            $0.subAdministrativeArea = "County"
            $0.administrativeArea = state
            $0.isoSubdivisionCode = code
            $0.postalCode = postalCode
            $0.isoCountryCode = isoCountryCode
            $0.country = country
        }
    }

    @Test(
        "a house in each kind of country",
        arguments: [
            (
                house(
                    "US", "United States", state: "California", code: "US-CA", city: "Cupertino", postalCode: "95014"),
                "Cupertino, California", "5 Main Street, Cupertino, CA 95014, United States"
            ),
            (
                house("US", "United States", state: "Texas", city: "Austin", postalCode: nil),
                "Austin, Texas", "5 Main Street, Austin, Texas, United States"
            ),
            (
                house("CA", "Canada", state: "Ontario", code: "CA-ON", city: "Toronto", postalCode: "M5V 2T6"),
                "Toronto, Ontario", "5 Main Street, Toronto ON M5V 2T6, Canada"
            ),
            (
                house("AU", "Australia", state: "New South Wales", code: "AU-NSW", city: "Sydney", postalCode: "2000"),
                "Sydney, New South Wales", "5 Main Street, Sydney NSW 2000, Australia"
            ),
            (
                house("GB", "United Kingdom", state: "England", code: "GB-ENG", city: "London", postalCode: "SW1A 1AA"),
                "London, United Kingdom", "5 Main Street, London SW1A 1AA, United Kingdom"
            ),
            (
                house("LI", "Liechtenstein", state: "Vaduz", code: "LI-11", city: "Vaduz", postalCode: "9490"),
                "Vaduz, Liechtenstein", "Main Street 5, 9490 Vaduz, Liechtenstein"
            ),
            (
                house("DE", "Germany", state: "Bavaria", code: "DE-BY", city: "Munich", postalCode: "80331"),
                "Munich, Germany", "Main Street 5, 80331 Munich, Germany"
            ),
            (
                house("FR", "France", state: "Île-de-France", city: "Paris", postalCode: "75001"),
                "Paris, France", "5 Main Street, 75001 Paris, France"
            ),
            (
                house("IN", "India", state: "Karnataka", code: "IN-KA", city: "Bengaluru", postalCode: "560001"),
                "Bengaluru, Karnataka", "5, Main Street, Bengaluru 560001, Karnataka, India"
            ),
            (
                house("BR", "Brazil", state: "São Paulo", code: "BR-SP", city: "São Paulo", postalCode: "01000-000"),
                "São Paulo, Brazil", "Main Street, 5, São Paulo - SP, 01000-000, Brazil"
            ),
            (
                house("MX", "Mexico", state: "Nuevo León", code: "MX-NLE", city: "Monterrey", postalCode: "64000"),
                "Monterrey, Nuevo León", "Main Street 5, 64000 Monterrey, Nuevo León, Mexico"
            ),
            (
                house("JP", "Japan", state: "Nagano", code: "JP-20", city: "Matsumoto", postalCode: "390-0874"),
                "Matsumoto, Nagano", "5 Main Street, Matsumoto, Nagano 390-0874, Japan"
            ),
            (
                house("SG", "Singapore", state: nil, city: "Singapore", postalCode: "018956"),
                "Singapore", "5 Main Street, Singapore 018956"
            ),
            (
                house(nil, "Nowhere", state: "State", city: "City", postalCode: "1"),
                "City, Nowhere", "Main Street 5, 1 City, Nowhere"
            ),
        ])
    func houses(placemark: Placemark, cityWithContext: String, fullAddress: String) {
        #expect(placemark.cityWithContext == cityWithContext)
        #expect(placemark.fullAddress == fullAddress)
    }

    @Test(
        "a placemark that is no house",
        arguments: [
            (placemark { _ in }, nil, nil),
            (placemark { ($0.name, $0.ocean) = ("North Sea", "North Sea") }, "North Sea", "North Sea"),
            (placemark { ($0.name, $0.ocean) = ("Platform A", "North Sea") }, "North Sea", "Platform A, North Sea"),
            (
                placemark {
                    ($0.name, $0.inlandWater) = ("Lake Geneva", "Lake Geneva")
                    ($0.administrativeArea, $0.country, $0.isoCountryCode) = ("Vaud", "Switzerland", "CH")
                }, "Lake Geneva, Switzerland", "Lake Geneva, Switzerland"
            ),
            (
                placemark {
                    ($0.name, $0.inlandWater) = ("Lake Superior", "Lake Superior")
                    ($0.administrativeArea, $0.country, $0.isoCountryCode) = ("Michigan", "United States", "US")
                }, "Lake Superior, Michigan", "Lake Superior, Michigan, United States"
            ),
            (
                placemark {
                    ($0.name, $0.distance, $0.distant) = ("Tamanrasset", 120_400, true)
                    ($0.administrativeArea, $0.country, $0.isoCountryCode) = ("Tamanrasset Province", "Algeria", "DZ")
                }, "120 km from Tamanrasset, Algeria",
                "120 km from Tamanrasset, Tamanrasset Province, Algeria"
            ),
            (
                placemark {
                    ($0.name, $0.distant) = ("Coober Pedy", true)
                    ($0.administrativeArea, $0.country, $0.isoCountryCode) = ("South Australia", "Australia", "AU")
                }, "near Coober Pedy, South Australia", "near Coober Pedy, South Australia, Australia"
            ),
            (
                placemark {
                    ($0.subAdministrativeArea, $0.administrativeArea) = ("Inyo County", "California")
                    ($0.country, $0.isoCountryCode) = ("United States", "US")
                }, "Inyo County, California", "Inyo County, California, United States"
            ),
            (
                placemark { ($0.administrativeArea, $0.country) = ("Adrar", "Algeria") }, "Adrar, Algeria",
                "Adrar, Algeria"
            ),
            (placemark { $0.country = "Antarctica" }, "Antarctica", "Antarctica"),
            (placemark { $0.name = "Somewhere" }, "Somewhere", "Somewhere"),
            (
                placemark {
                    ($0.name, $0.locality, $0.country, $0.isoCountryCode) = ("Monaco", "Monaco", "Monaco", "MC")
                    $0.postalCode = "98000"
                }, "Monaco", "98000 Monaco"
            ),
            (
                placemark {
                    ($0.name, $0.subLocality, $0.locality) = ("Kreuzberg", "Kreuzberg", "Berlin")
                    ($0.administrativeArea, $0.country, $0.isoCountryCode) = ("Berlin", "Germany", "DE")
                }, "Berlin, Germany", "Kreuzberg, Berlin, Germany"
            ),
            (
                placemark {
                    ($0.name, $0.locality) = ("Apple Park", "Cupertino")
                    ($0.administrativeArea, $0.country, $0.isoCountryCode) = ("California", "United States", "US")
                }, "Cupertino, California", "Apple Park, Cupertino, California, United States"
            ),
        ] as [(Placemark, String?, String?)])
    func others(placemark: Placemark, cityWithContext: String?, fullAddress: String?) {
        #expect(placemark.cityWithContext == cityWithContext)
        #expect(placemark.fullAddress == fullAddress)
    }

    @Test(
        "street and number in each order there is, the street alone, and no number without a street",
        arguments: [
            ("US", "5 Main Street"), ("FR", "5 Main Street"), ("MC", "5 Main Street"), ("AD", "5 Main Street"),
            ("LI", "Main Street 5"), ("FI", "Main Street 5"), ("IT", "Main Street 5"), ("ES", "Main Street, 5"),
            ("BR", "Main Street, 5"), ("IN", "5, Main Street"), (nil, "Main Street 5"),
        ])
    func streetAddress(country: String?, address: String) {
        var house = Self.placemark { ($0.isoCountryCode, $0.thoroughfare) = (country, "Main Street") }
        #expect(house.streetAddress == "Main Street")
        house.subThoroughfare = "5"
        #expect(house.streetAddress == address)
        // As the name, it is told once.
        house.name = address
        #expect(house.fullAddress == address)
        house.thoroughfare = nil
        #expect(house.streetAddress == nil)
    }

    /// A placemark with a value for each property that a text could tell, most with its name in it.
    private static let complete = placemark {
        $0.name = "name"
        $0.thoroughfare = "thoroughfare"
        $0.subThoroughfare = "subThoroughfare"
        $0.subThoroughfareInterpolated = true
        $0.locality = "locality"
        $0.subLocality = "subLocality"
        $0.subAdministrativeArea = "subAdministrativeArea"
        $0.administrativeArea = "administrativeArea"
        $0.isoSubdivisionCode = "isoSubdivisionCode"
        $0.postalCode = "postalCode"
        $0.isoCountryCode = "isoCountryCode"
        $0.country = "country"
        $0.timeZone = "timeZone"
        $0.inlandWater = "inlandWater"
        $0.ocean = "ocean"
        $0.areasOfInterest = ["areasOfInterest"]
        $0.distance = 1
        $0.bearing = 2
        $0.distant = false
        $0.attribution = "attribution"
        $0.localitySource = .limits
    }

    private static func object(_ placemark: Placemark) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(placemark)) as? [String: Any])
    }

    @Test("JSON has every property and both texts, and is read back without them")
    func coding() throws {
        let properties = Mirror(reflecting: Placemark(geocoder: "test")).children.compactMap(\.label)
        let complete = try Placemark(sampleOf: properties)
        #expect(try Set(Self.object(complete).keys) == Set(properties).union(["cityWithContext", "fullAddress"]))
        let data = try JSONEncoder().encode(complete)
        #expect(try JSONDecoder().decode(Placemark.self, from: data) == complete)
        #expect(try Set(Self.object(Placemark(geocoder: "test")).keys) == ["geocoder"])
    }

    @Test("what a reader with reduced precision gets has nothing finer than the locality, its texts neither")
    func reduced() throws {
        var distant = Self.complete
        (distant.locality, distant.distant, distant.distance) = (nil, true, 50_000)
        for placemark in [Self.complete, distant] {
            let reduced = placemark.limited(to: .reduced)
            let text = String(decoding: try JSONEncoder().encode(reduced), as: UTF8.self)
            for secret in [
                "thoroughfare", "subThoroughfare", "subLocality", "postalCode", "areasOfInterest", "distance",
                "bearing",
                "distant", "\"name\":\"name\"", " km", "near",
            ] { #expect(!text.contains(secret), "\(secret) in \(text)") }
        }
        #expect(Self.complete.limited(to: .reduced).fullAddress == "locality, country")
        // Who knew them would say whether a street is near.
        #expect(Self.complete.limited(to: .reduced).attribution == nil)
        #expect(Self.complete.limited(to: .reduced).geocoder == "gazetteer")
        #expect(distant.limited(to: .reduced).cityWithContext == "inlandWater, country")
    }
}
