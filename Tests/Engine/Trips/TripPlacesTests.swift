import Testing

@testable import LocationEngine
@testable import PlacemarkModel

/// What customs and taxes ask of a trip.
@Suite("The places of a trip")
struct TripPlacesTests {
    @Test("the countries and cities on the way are in order, each with the time at which it was named first")
    func borders() throws {
        var run = TripRun()
        run.stay(minutes: 15)
        run.name("Vaduz", "LI")
        run.move(eastward: 20, seconds: 300)
        run.name("Vaduz", "LI")
        run.move(eastward: 20, seconds: 300)
        let border = epoch.advanced(by: .seconds(run.now))
        run.name("Feldkirch", "AT")
        run.move(eastward: 20, seconds: 300)
        // Names are kept over a restart, too.
        run.restart()
        run.name("Rankweil", "AT")
        run.move(eastward: 20, seconds: 300)
        let back = epoch.advanced(by: .seconds(run.now))
        run.name("Schaan", "LI")
        run.move(eastward: 20, seconds: 300)
        run.stay(minutes: 20)
        let trip = try #require(run.finals.first)
        #expect(run.finals.count == 1)
        #expect(trip.countries.map(\.isoCountryCode) == ["LI", "AT", "LI"])
        #expect(trip.countries.map(\.timestamp) == [trip.start.timestamp, border, back])
        #expect(trip.countries.allSatisfy { $0.city == nil })
        #expect(trip.places.map(\.city) == ["Vaduz", "Feldkirch", "Rankweil", "Schaan"])
        #expect(trip.start.placemark?.city == "Vaduz")
    }
}
