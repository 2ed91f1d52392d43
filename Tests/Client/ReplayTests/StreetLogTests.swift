import LocationEngine
import PlacemarkModel
import Replay
import Testing

/// The streets of a trip, in a world where streets lead north at each 0.001° (111 m) of longitude, and have a house at each
/// 0.0001°, which is numbered across them.
@Suite struct StreetLogTests {
    private static func streets(at coordinate: Coordinate) -> [StreetCandidate] {
        let along = coordinate.longitude * 1000
        return [along.rounded(.down), along.rounded(.up)].map {
            StreetCandidate(
                street: UInt32($0 + 1), kind: .residential, distanceInMeters: abs(along - $0) * 111,
                directionInDegrees: 0)
        }.sorted { $0.distanceInMeters < $1.distanceInMeters }
    }

    private static func placemark(for request: GeocodeRequest) -> Placemark? {
        var placemark = Placemark(geocoder: "test")
        guard request.coordinate.longitude < 0.01 else { return placemark }
        let street = request.street ?? streets(at: request.coordinate)[0].street
        placemark.thoroughfare = "Street \(street)"
        placemark.subThoroughfare = "\(Int(request.coordinate.longitude * 10_000))"
        placemark.locality = request.coordinate.longitude < 0.0034 ? "West" : "East"
        return placemark
    }

    private func trip(_ fixes: [(second: Double, longitude: Double)], accuracy: Double = 5) -> Trip {
        var trip = Trip(
            settings: .init(), geocode: Self.placemark, streets: Self.streets, logsStreets: true, truth: { _ in nil })
        for fix in fixes {
            let instant = BootInstant(sinceBoot: .seconds(fix.second))
            let location = Location(
                coordinate: .east(fix.longitude), horizontalAccuracy: accuracy,
                timestamp: Timestamp(nanosecondsSinceEpoch: 1_800_000_000_000_000_000 + Int64(fix.second * 1e9)),
                receivedAt: instant)
            trip.handle(.fix(location), at: instant)
        }
        return trip
    }

    @Test("each stretch of a street has its time, place, numbers and length; a city limit begins another one")
    func stretches() throws {
        // 11 m a second, eastwards: out of street 3 into street 4, across the city limit, and into street 5.
        let report = try #require(trip((0...20).map { (Double($0) + 7, 0.00255 + Double($0) * 0.0001) }).streets)
        #expect(report.event == "streets")
        #expect(report.streets.map(\.street) == ["Street 4", "Street 4", "Street 5"])
        #expect(report.streets.map(\.locality) == ["West", "East", "East"])
        #expect(report.streets.map(\.elapsed) == [0, 9, 12])
        #expect(report.streets.map(\.firstNumber) == ["25", "34", "37"])
        #expect(report.streets.map(\.lastNumber) == ["33", "36", "45"])
        #expect(report.streets.map(\.fixes) == [9, 3, 9])
        #expect(report.streets[1].timestamp == Timestamp(nanosecondsSinceEpoch: 1_800_000_016_000_000_000))
        #expect(report.streets[1].coordinate == .east(0.00255 + 9 * 0.0001))
        #expect(
            abs(report.streets[0].distance - 89) < 12 && abs(report.streets.map(\.distance).reduce(0, +) - 223) < 12)
        #expect(report.changes == 1)
    }

    @Test("what a fix cannot tell is left out, and no street is a stretch of its own")
    func unknown() throws {
        let numberless = try #require(trip([(1, 0.0021), (2, 0.0021)], accuracy: 50).streets)
        #expect(numberless.streets.map(\.street) == ["Street 3"] && numberless.streets[0].firstNumber == nil)
        let abroad = try #require(trip([(1, 0.0091), (61, 0.0199), (121, 0.0198)]).streets)
        #expect(abroad.streets.map(\.street) == ["Street 10", nil] && abroad.streets[1].fixes == 2)
        #expect(abroad.changes == 1)
    }

    @Test("changes by the position alone are counted beside those that the daemon would tell of")
    func changes() throws {
        // To and fro across the middle between two streets, each second.
        let report = try #require(trip((0...20).map { (Double($0), $0 % 2 == 0 ? 0.00248 : 0.00252) }).streets)
        #expect(report.changes == 0 && report.changesByPosition == 20)
        #expect(report.streets.map(\.street) == ["Street 3"])
    }

    @Test("nobody's streets are written down unless they are wanted")
    func unwanted() {
        let trip = Trip(settings: .init(), geocode: Self.placemark, streets: Self.streets, truth: { _ in nil })
        #expect(trip.streets == nil)
    }
}
