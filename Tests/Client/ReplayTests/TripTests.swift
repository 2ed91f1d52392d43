import LocationEngine
import PlacemarkModel
import Testing

@testable import Replay

@Suite struct TripTests {
    private func trip(_ mode: GeocodingMode = .distanceAndTime) -> Trip {
        var settings = LocationMachine.Settings()
        settings.geocoding.mode = mode
        return Trip(settings: settings, geocode: StripedWorld.placemark, truth: StripedWorld.city)
    }

    private func fix(_ second: Int, _ longitude: Double, speed: Double? = nil) -> (SourceEvent, BootInstant) {
        let instant = BootInstant(sinceBoot: .seconds(second))
        let timestamp = Timestamp(nanosecondsSinceEpoch: 1_800_000_000_000_000_000 + Int64(second) * 1_000_000_000)
        return (
            .fix(
                Location(
                    coordinate: .east(longitude), horizontalAccuracy: 5, speed: speed, timestamp: timestamp,
                    receivedAt: instant)),
            instant
        )
    }

    @Test("the figures of a trip are those that a hand computes")
    func figures() throws {
        var trip = trip()
        var reports: [EventReport] = []
        // Two minutes of 0.0002° (22 m) a second: city 0 for 50 s, city 1 for 50 s, then city 2.
        for second in 0...120 {
            let (event, instant) = fix(second, Double(second) * 0.0002 + 0.0001)
            trip.handle(event, at: instant) { reports.append($0) }
        }
        trip.handle(.noFix(device: nil), at: BootInstant(sinceBoot: .seconds(121)))
        let summary = trip.summary()
        #expect(summary.elapsed == 120)
        #expect(abs(summary.distance - 120 * 22.26) < 10)
        #expect(summary.fixes.accepted == 121 && summary.fixes.rejected == ["noFix": 1])
        // At 0 s, at 60 s in city 1, and at 120 s in city 2, each by a timer, before the fix of that second.
        #expect(summary.geocoding.requests == 3 && summary.geocoding.placemarks == 3)
        #expect(summary.geocoding.cityChanges == 2 && summary.geocoding.shortestInterval == 60)
        #expect(abs(try #require(summary.geocoding.shortestDistance) - 59 * 22.26) < 2)
        // Right from 0 to 50 s and from 60 to 100 s. The first fix does not tell a speed.
        #expect(summary.geocoding.rightShare == 0.75)
        #expect(summary.geocoding.rightShareDriving == (89.0 / 119).rounded(toDecimals: 4))
        #expect(summary.events == ["source": 2, "location": 121, "geocode": 3, "placemark": 3])
        #expect(reports.count { $0.event == .location } == 121)
    }

    @Test("a silence counts for a minute at most: where the box is meanwhile, nobody knows")
    func silence() {
        var trip = trip()
        // City 0 for 25 s, then city 1, whose placemark comes at 60 s, by a timer; and no fix any more until 1000 s.
        for second in Array(0...50) + [1000] {
            let (event, instant) = fix(second, 0.0051 + Double(min(second, 50)) * 0.0002)
            trip.handle(event, at: instant)
        }
        // Right from 0 to 25 s and from 60 s to 110 s, a minute after the last fix.
        #expect(trip.summary().geocoding.rightShare == (75.0 / 110).rounded(toDecimals: 4))
    }

    @Test("a lookup at every fix is always right")
    func everyFix() {
        var trip = trip(.everyFix)
        for second in 0...300 {
            let (event, instant) = fix(second, Double(second) * 0.0003)
            trip.handle(event, at: instant)
        }
        #expect(trip.summary().geocoding.rightShare == 1)
        #expect(trip.summary().geocoding.requests == 301)
    }

    @Test("time without fixes is judged for a minute, and standing is no driving")
    func pauses() {
        var trip = trip()
        for (event, instant) in [fix(0, 0.001, speed: 245), fix(5, 0.012, speed: 0), fix(1000, 0.012, speed: 0)] {
            trip.handle(event, at: instant)
        }
        // City 0 is right for 5 s; city 1 is asked for at 60 s, and judged from 5 s to 65 s.
        #expect(trip.summary().geocoding.rightShare == (10.0 / 65).rounded(toDecimals: 4))
        #expect(trip.summary().geocoding.rightShareDriving == 1)
        #expect(HindsightSchedule(trip.timeline, interval: .seconds(60)).rightShare == 60.0 / 65)
    }

    @Test("jitter is no way")
    func jitter() {
        var random = SeededRandom(seed: 7)
        var trip = trip()
        for second in 0...3600 {
            let (event, instant) = fix(second, 0.005 + Double.random(in: -0.00002...0.00002, using: &random))
            trip.handle(event, at: instant)
        }
        #expect(trip.summary().distance == 0)
    }

    @Test("the prelude comes before the first event, and the connection once")
    func prelude() {
        var settings = LocationMachine.Settings()
        settings.geocoding.mode = .everyFix
        var trip = Trip(
            settings: LocationMachine.Settings(), prelude: [.configured(settings)], geocode: StripedWorld.placemark,
            truth: StripedWorld.city)
        trip.handle(.connected, at: BootInstant(sinceBoot: .zero))
        for second in 0..<10 {
            let (event, instant) = fix(second, 0.001)
            trip.handle(event, at: instant)
        }
        #expect(trip.summary().geocoding.requests == 10)
        #expect(trip.summary().events["source"] == 2)
    }
}
