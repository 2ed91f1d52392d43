import Foundation
@testable import PlacemarkModel
import Testing

@Suite("PlacemarkLevel")
struct PlacemarkLevelTests {
    private let full: Placemark = {
        var full = Placemark(geocoder: "test")
        full.name = "Apple Park"
        full.thoroughfare = "Infinite Loop"
        full.subThoroughfare = "1"
        full.subThoroughfareInterpolated = true
        full.subLocality = "Monta Vista"
        full.locality = "Cupertino"
        full.subAdministrativeArea = "Santa Clara County"
        full.administrativeArea = "California"
        full.isoSubdivisionCode = "US-CA"
        full.postalCode = "95014"
        full.isoCountryCode = "US"
        full.country = "United States"
        full.timeZone = "America/Los_Angeles"
        full.inlandWater = "Stevens Creek Reservoir"
        full.areasOfInterest = ["Apple Park", "Visitor Center"]
        full.distance = 2100
        full.bearing = 12
        full.attribution = "© a map"
        return full
    }()

    /// All names in the JSON of a placemark, the texts too.
    private func json(_ placemark: Placemark) throws -> String {
        String(decoding: try JSONEncoder().encode(placemark), as: UTF8.self)
    }

    @Test("an accuracy of 25 m, or one that is not known, allows everything", arguments: [nil, 0, 5.0, 25])
    func everything(accuracy: Double?) { #expect(full.limited(toAccuracyInMeters: accuracy) == full) }

    @Test(
        "fault 14: each name goes with the accuracy that it needs",
        arguments: [
            (25.1, ["subThoroughfare", "1 Infinite"], ["Infinite Loop", "Apple Park", "Visitor Center"]),
            (100, ["subThoroughfare", "1 Infinite"], ["Infinite Loop", "Apple Park", "Visitor Center"]),
            (100.1, ["Apple Park", "Infinite Loop", "Visitor Center"], ["Monta Vista", "95014"]),
            (1000.1, ["Monta Vista", "95014", "Infinite Loop"], ["Cupertino", "Stevens Creek Reservoir"]),
            (3000.1, ["Cupertino", "Stevens Creek Reservoir", "95014"], ["Santa Clara County"]),
            (5000, ["Cupertino"], ["Santa Clara County", "California"]),
            (10_000.1, ["Santa Clara County", "Cupertino"], ["California"]),
            (30_000.1, ["California", "US-CA", "Santa Clara County"], ["United States", "America", "Los_Angeles"]),
            (1e7, ["California"], ["United States"]),
        ] as [(Double, [String], [String])])
    func levels(accuracy: Double, gone: [String], left: [String]) throws {
        // In the texts that are made of the names too.
        let text = try json(full.limited(toAccuracyInMeters: accuracy))
        for name in gone { #expect(!text.contains(name), "\(name) in \(text)") }
        for name in left { #expect(text.contains(name), "\(name) in \(text)") }
        // Whose names these are must be said of each.
        #expect(text.contains("© a map"))
    }

    @Test("the name is the locality's when it was one's own place, and stays when it is another name that stays")
    func name() {
        #expect(full.limited(toAccuracyInMeters: 500).name == "Cupertino")
        #expect(full.limited(toAccuracyInMeters: 5000).name == nil)
        #expect(full.limited(toAccuracyInMeters: 5000).city == "Santa Clara County")
        var state = full
        (state.name, state.locality, state.inlandWater) = ("California", nil, nil)
        #expect(state.limited(toAccuracyInMeters: 5000).name == "California")
        #expect(state.limited(toAccuracyInMeters: 50_000).name == nil)
    }

    @Test("a name that is the address keeps the street as long as that is known, and then is the locality's")
    func addressAsName() {
        var house = full
        house.name = "1 Infinite Loop"
        #expect(house.limited(toAccuracyInMeters: 25).name == "1 Infinite Loop")
        #expect(house.limited(toAccuracyInMeters: 26).name == "Infinite Loop")
        #expect(house.limited(toAccuracyInMeters: 101).name == "Cupertino")
        // In a village without street names there is a number only with its place.
        (house.thoroughfare, house.name) = (nil, "Cupertino")
        #expect(house.limited(toAccuracyInMeters: 26).name == "Cupertino")
    }

    @Test("a distance within the accuracy is not told, nor its direction, nor without the place")
    func distance() {
        #expect(full.limited(toAccuracyInMeters: 2000).distance == 2100)
        #expect(full.limited(toAccuracyInMeters: 2000).bearing == 12)
        #expect(full.limited(toAccuracyInMeters: 2100).distance == nil)
        #expect(full.limited(toAccuracyInMeters: 2100).bearing == nil)
        #expect(full.limited(toAccuracyInMeters: 4000).distance == nil)
    }

    @Test("a place that is far away is told as long as a locality would be, with its distance")
    func distant() {
        var desert = Placemark(geocoder: "test")
        (desert.name, desert.distant, desert.distance, desert.bearing) = ("Tamanghasset", true, 87_000, 200)
        (desert.country, desert.administrativeArea) = ("Algeria", "In Guezzam")
        let near = desert.limited(toAccuracyInMeters: 3000)
        #expect(near == desert)
        #expect(near.cityWithContext == "87 km from Tamanghasset, Algeria")
        let far = desert.limited(toAccuracyInMeters: 3001)
        #expect(far.name == nil && far.distant == nil && far.distance == nil && far.bearing == nil)
        #expect(far.fullAddress == "In Guezzam, Algeria")
    }

    @Test("the sea stays, whatever the accuracy: it has nothing coarser")
    func sea() {
        var sea = Placemark(geocoder: "test")
        (sea.name, sea.ocean, sea.timeZone) = ("North Sea", "North Sea", "Etc/GMT")
        #expect(sea.limited(toAccuracyInMeters: 1e6) == sea)
    }

    @Test("what is limited twice is limited to the larger accuracy, and never grows")
    func twice() throws {
        for first in [10.0, 50, 500, 2000, 5000, 20_000, 50_000] {
            for second in [10.0, 50, 500, 2000, 5000, 20_000, 50_000] {
                let twice = full.limited(toAccuracyInMeters: first).limited(toAccuracyInMeters: second)
                #expect(twice == full.limited(toAccuracyInMeters: max(first, second)))
            }
        }
    }
}
