import LocationEngine
import PlacemarkModel
import TestSupport
import Testing

@Suite("The answer of a network geocoder beside the gazetteer's")
struct AnswerCombinationTests {
    private static let vaduz = coordinate(47.141, 9.521)

    private static let gazetteer = {
        var placemark = Placemark(geocoder: "gazetteer")
        (placemark.name, placemark.locality, placemark.postalCode) = ("Vaduz", "Vaduz", "9490")
        (placemark.administrativeArea, placemark.isoSubdivisionCode) = ("Vaduz", "LI-11")
        (placemark.country, placemark.isoCountryCode) = ("Liechtenstein", "LI")
        placemark.timeZone = "Europe/Vaduz"
        placemark.setWay(distanceInMeters: 400, bearing: 10)
        return placemark
    }()

    private static func answer(
        _ meters: Double? = 20, country: String? = "LI", _ change: (inout Placemark) -> Void = { _ in }
    ) -> NetworkPlacemark {
        var placemark = Placemark(geocoder: "nominatim")
        (placemark.thoroughfare, placemark.subThoroughfare) = ("Städtle", "49")
        (placemark.locality, placemark.country, placemark.isoCountryCode) = ("Vaduz", "Fürstentum", country)
        placemark.timeZone = "Mars/Olympus"
        placemark.ocean = "Nowhere"
        change(&placemark)
        return NetworkPlacemark(placemark, coordinate: meters.map { north($0, of: vaduz) })
    }

    private let combination = AnswerCombination(at: vaduz, gazetteer: gazetteer)

    @Test("street and number are the network's; country, time zone and waters are the gazetteer's")
    func parts() throws {
        let placemark = try combination.placemark(of: Self.answer())
        #expect(placemark.geocoder == "nominatim")
        #expect(placemark.name == "Städtle 49" && placemark.thoroughfare == "Städtle")
        #expect(placemark.country == "Liechtenstein" && placemark.isoCountryCode == "LI")
        #expect(placemark.timeZone == "Europe/Vaduz" && placemark.ocean == nil)
        #expect(placemark.administrativeArea == "Vaduz" && placemark.postalCode == "9490")
        #expect(placemark.distance == 20 && placemark.bearing == 0)
    }

    @Test("a street without a number has no distance: its point is its middle, and one may stand in it far from there")
    func street() throws {
        let street = Self.answer(1100) { ($0.subThoroughfare, $0.distance, $0.bearing) = (nil, 1100, 45) }
        let placemark = try combination.placemark(of: street)
        #expect(placemark.name == "Städtle" && placemark.distance == nil && placemark.bearing == nil)
    }

    @Test(
        "an answer farther away than 50 km is refused, whether it says so by a coordinate or by a distance (fault 55)")
    func far() throws {
        for far in [Self.answer(50_100), Self.answer(nil) { $0.distance = 60_000 }] {
            #expect(throws: AnswerRefusal.tooFar) { try combination.placemark(of: far) }
        }
        _ = try combination.placemark(of: Self.answer(49_900))
        // The coordinate is what can be checked.
        #expect(throws: AnswerRefusal.tooFar) { try combination.placemark(of: Self.answer(80_000) { $0.distance = 3 }) }
    }

    @Test("an answer in another country is refused, unless the border is near (fault 55)")
    func otherCountry() throws {
        let swiss = Self.answer(country: "CH") { ($0.locality, $0.administrativeArea) = ("Buchs", "St. Gallen") }
        #expect(throws: AnswerRefusal.otherCountry) { try combination.placemark(of: swiss) }
        #expect(throws: AnswerRefusal.otherCountry) {
            try combination.placemark(of: swiss, neighbours: { [Self.gazetteer] })
        }
        var across = Self.gazetteer
        (across.country, across.isoCountryCode) = ("Switzerland", "CH")
        let placemark = try combination.placemark(of: swiss, neighbours: { [Self.gazetteer, across] })
        #expect(placemark.country == "Switzerland" && placemark.isoCountryCode == "CH")
        // No Swiss town gets the state or the postal code of the other side.
        #expect(placemark.administrativeArea == "St. Gallen" && placemark.postalCode == nil)
        #expect(placemark.locality == "Buchs" && placemark.timeZone == "Europe/Vaduz")
    }

    @Test(
        "the neighbours are asked for only when the countries differ, and an answer without a country gets the gazetteer's"
    )
    func neighbours() throws {
        for country in ["LI", nil] {
            let placemark = try combination.placemark(
                of: Self.answer(country: country),
                neighbours: {
                    Issue.record("asked")
                    return []
                })
            #expect(placemark.isoCountryCode == "LI")
        }
    }

    @Test("on a water, what lies on the shore does not name the box, and a pier does")
    func water() throws {
        var lake = Placemark(geocoder: "gazetteer")
        (lake.name, lake.inlandWater, lake.isoCountryCode) = ("Lake Constance", "Lake Constance", "CH")
        let afloat = AnswerCombination(at: Self.vaduz, gazetteer: lake)
        let far = try afloat.placemark(of: Self.answer(700, country: "CH"))
        #expect(far.name == "Lake Constance" && far.locality == nil && far.thoroughfare == nil && far.distance == nil)
        let moored = try afloat.placemark(of: Self.answer(60, country: "CH"))
        #expect(moored.inlandWater == "Lake Constance" && moored.thoroughfare == "Städtle")
    }

    @Test("the user's own places name the placemark before any network")
    func ownPlaces() throws {
        var home = Self.gazetteer
        (home.name, home.areasOfInterest) = ("Home", ["Home"])
        let placemark = try AnswerCombination(at: Self.vaduz, gazetteer: home)
            .placemark(of: Self.answer { $0.areasOfInterest = ["Castle"] })
        #expect(placemark.name == "Home" && placemark.areasOfInterest == ["Home", "Castle"])
        #expect(placemark.thoroughfare == "Städtle")
    }

    @Test("what the network lacks, the gazetteer has; a postal code only with its locality")
    func complete() throws {
        let bare = Self.answer { ($0.locality, $0.thoroughfare, $0.subThoroughfare) = (nil, nil, nil) }
        #expect(try combination.placemark(of: bare).fullAddress == "9490 Vaduz, Liechtenstein")
        let other = Self.answer { $0.locality = "Schaan" }
        #expect(try combination.placemark(of: other).postalCode == nil)
    }

    @Test("without the gazetteer's names the answer stands alone")
    func alone() throws {
        let placemark = try AnswerCombination(at: Self.vaduz, gazetteer: nil).placemark(of: Self.answer())
        #expect(placemark.locality == "Vaduz" && placemark.country == "Fürstentum")
    }

    // Whoever adds a field to `Placemark` decides here what it is beside an answer of the network.

    private static let keys = Set(Placemark.fields.filter { !$0.isDerived }.map(\.key))

    /// The fields of a placemark that another one has taken over.
    private static func fields(of placemark: Placemark, in other: Placemark) -> Set<String> {
        let taken = Placemark.fields.filter { field in
            let value = field.value(placemark)
            return !field.isDerived && value != nil && value == field.value(other)
        }
        return Set(taken.map(\.key))
    }

    @Test("on a water, no field tells what is on the shore, but the areas that reach over it, and who has answered")
    func shore() throws {
        let shore = try Placemark(sampleOf: Self.keys, mark: "land")
        var lake = Placemark(geocoder: "gazetteer")
        (lake.name, lake.inlandWater) = ("Lake Constance", "Lake Constance")
        let afloat = try AnswerCombination(at: Self.vaduz, gazetteer: lake)
            .placemark(of: NetworkPlacemark(shore, coordinate: north(700, of: Self.vaduz)))
        #expect(
            Self.fields(of: shore, in: afloat) == [
                "subAdministrativeArea", "administrativeArea", "isoSubdivisionCode", "geocoder", "attribution",
            ])
    }

    @Test("an answer without names gets the gazetteer's, but for what is finer, and for who knows it")
    func unnamed() throws {
        let world = try Placemark(sampleOf: Self.keys, mark: "world")
        let completed = try AnswerCombination(at: Self.vaduz, gazetteer: world)
            .placemark(of: NetworkPlacemark(Placemark(geocoder: "nominatim"), coordinate: nil))
        #expect(
            Self.keys.subtracting(Self.fields(of: world, in: completed)) == [
                // The network is asked for these.
                "thoroughfare", "subThoroughfare", "subThoroughfareInterpolated",
                // They lead to what the gazetteer's placemark was named after; this one is named after its locality.
                "name", "distance", "bearing", "distant",
                "geocoder", "attribution",
            ])
    }
}
