import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("The names that are held while a network geocoder fails")
struct HeldNamesTests {
    private static let vaduz = coordinate(47.141, 9.521)

    private static func gazetteer(_ locality: String = "Vaduz") -> Placemark {
        var placemark = Placemark(geocoder: "gazetteer")
        (placemark.name, placemark.locality, placemark.country) = (locality, locality, "Liechtenstein")
        placemark.postalCode = "9490"
        return placemark
    }

    private static let street = {
        var placemark = gazetteer()
        placemark.geocoder = "nominatim"
        (placemark.thoroughfare, placemark.subThoroughfare, placemark.name) = ("Städtle", "49", "Städtle 49")
        (placemark.subLocality, placemark.postalCode) = ("Ebenholz", "9499")
        placemark.setWay(distanceInMeters: 12, bearing: 90)
        return placemark
    }()

    private let held = HeldNames(placemark: street, gazetteer: gazetteer(), location: fix(vaduz, at: 0))

    private func names(_ meters: Double, accuracy: Double = 5, _ here: Placemark = gazetteer()) -> Placemark {
        held.names(at: fix(north(meters, of: Self.vaduz), at: 9, accuracy: accuracy), besides: here)
    }

    @Test("a box that has not moved keeps all of them, with the way to what they name")
    func unmoved() { #expect(names(3) == Self.street) }

    /// The gazetteer's where it knows no postal code.
    private static let plain = {
        var placemark = gazetteer()
        placemark.postalCode = nil
        return placemark
    }()

    @Test("the number holds for 25 m, the street for 100 m, part and postal code for 1 km")
    func radii() {
        #expect(names(18).subThoroughfare == "49")
        #expect(names(22).subThoroughfare == nil && names(22).thoroughfare == "Städtle")
        #expect(names(94).thoroughfare == "Städtle" && names(97).thoroughfare == nil)
        #expect(names(900, Self.plain).subLocality == "Ebenholz" && names(900, Self.plain).postalCode == "9499")
        #expect(names(1100, Self.plain) == Self.plain)
    }

    @Test("names of the gazetteer that are as fine count at once: they are those of the present position")
    func asFine() { #expect(names(300) == Self.gazetteer() && names(900) == Self.gazetteer()) }

    @Test("names of 300 m ago say so: distance and bearing lead to where they were named")
    func distance() {
        let names = names(300, Self.plain)
        #expect(names.geocoder == "nominatim" && names.distance == 300 && names.bearing == 180)
        #expect(names.thoroughfare == nil && names.subLocality == "Ebenholz")
    }

    @Test("an inaccurate location keeps no more than its accuracy allows")
    func accuracy() {
        #expect(names(0, accuracy: 60).subThoroughfare == nil && names(0, accuracy: 60).thoroughfare == "Städtle")
        #expect(names(50, accuracy: 60).thoroughfare == nil)
    }

    @Test("where the gazetteer has another locality, its own names count, whatever the distance")
    func otherLocality() { #expect(names(10, Self.gazetteer("Schaan")) == Self.gazetteer("Schaan")) }

    @Test("finer names of the gazetteer's own, of a pack or of the user, are not kept out")
    func finer() {
        var here = Self.gazetteer()
        here.thoroughfare = "Aeulestrasse"
        #expect(names(300, here).thoroughfare == "Aeulestrasse")
        #expect(names(50, here).thoroughfare == "Aeulestrasse" && names(3, here).thoroughfare == "Städtle")
        (here.name, here.areasOfInterest) = ("Home", ["Home"])
        #expect(names(3, here).name == "Home")
    }
}
