import PlacemarkModel
import Testing

@testable import Gazetteer

/// City and state of one placemark, at all inhabited places of the world: nobody says "New York City, New Jersey".
@Suite("Real world: city and state")
struct RealWorldCityStateTests {
    /// What was measured, and stands in docs/explain/gazetteer.md; a count may fall, and must not rise.
    private static let mostFromOtherStates = 29
    private static let mostWithoutCountedState = 41
    private static let mostByTheirOwnCode = 479

    /// All of the country is one city, so it lies in each of the country's districts.
    private static let cityCountries: Set = ["GI", "HK", "MC", "MO", "SG", "VA"]

    @Test("the city at an inhabited place is a place of the placemark's state, whichever rule has named it")
    func cities() throws {
        let gazetteer = try RealWorld.gazetteer
        let cities = try #require(gazetteer.world.cities)
        var known = 0
        // Named after a place across the border of a state: one whose code counts, or one whose code does not, because the
        // country's polygons are too coarse or all places round it say another state. And named after itself, where its own
        // code is not the state that lies over it.
        var fromOtherStates: [String] = []
        var withoutCountedState: [String] = []
        var byTheirOwnCode: [String] = []
        for index in 0..<gazetteer.placeCount {
            guard let place = gazetteer.place(at: index), place.population > 0,
                let country = place.isoCountryCode, !Self.cityCountries.contains(country),
                let placemark = gazetteer.placemark(at: place.coordinate), let locality = placemark.locality
            else { continue }
            let lookup = ReverseLookup(at: place.coordinate, in: gazetteer.world)
            // A city that is only a name lies where its polygon does.
            guard let number = lookup.city?.city.place, let city = gazetteer.place(at: number),
                let isSame = Self.isSameState(city, placemark)
            else { continue }
            known += 1
            guard !isSame else { continue }
            let source = placemark.localitySource?.rawValue ?? "none"
            let text = "\(place.name): \(locality), \(placemark.administrativeArea ?? ""), \(country), \(source)"
            if number == index {
                byTheirOwnCode.append(text)
            } else if cities.state(ofPlace: number) == 0 {
                withoutCountedState.append(text)
            } else {
                fromOtherStates.append(text)
            }
        }
        #expect(known > 150_000)
        #expect(
            fromOtherStates.count <= Self.mostFromOtherStates,
            "\(fromOtherStates.count) of \(known): \(fromOtherStates)")
        #expect(
            withoutCountedState.count <= Self.mostWithoutCountedState,
            "\(withoutCountedState.count) of \(known): \(withoutCountedState)")
        #expect(
            byTheirOwnCode.count <= Self.mostByTheirOwnCode,
            "\(byTheirOwnCode.count) of \(known): \(byTheirOwnCode.prefix(100))")
    }

    /// By ISO's code where both have one, by name otherwise; nil where one of them has no state.
    private static func isSameState(_ city: Place, _ placemark: Placemark) -> Bool? {
        guard let own = city.administrativeArea, let told = placemark.administrativeArea else { return nil }
        if let own = city.isoSubdivisionCode, let told = placemark.isoSubdivisionCode { return own == told }
        return own == told
    }
}
