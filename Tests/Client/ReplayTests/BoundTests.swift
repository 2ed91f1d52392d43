import LocationEngine
import PlacemarkModel
import Replay
import Testing

/// No policy that keeps the interval does better than hindsight, whatever the trip.
@Suite struct BoundTests {
    /// Drives, walks, stops and gaps among the cities of `StripedWorld`.
    private static func trip(_ mode: GeocodingMode, interval: Duration, seed: UInt64) -> Trip {
        var random = SeededRandom(seed: seed)
        var settings = LocationMachine.Settings()
        settings.geocoding.mode = mode
        settings.geocoding.interval = interval
        settings.geocoding.distanceInMeters = [0, 100, 1000].randomElement(using: &random) ?? 1000
        var trip = Trip(
            settings: settings, geocode: StripedWorld.placemark, hint: StripedWorld.hint, truth: StripedWorld.city)
        var (seconds, longitude, speed) = (0.0, 0.0, 0.0)
        for _ in 0..<Int.random(in: 10...400, using: &random) {
            let now = BootInstant(sinceBoot: .seconds(seconds))
            if Double.random(in: 0..<1, using: &random) < 0.1 {
                trip.handle(.noFix(device: nil), at: now)
            } else {
                trip.handle(
                    .fix(Location(coordinate: .east(longitude), horizontalAccuracy: 5, receivedAt: now)), at: now)
            }
            if Double.random(in: 0..<1, using: &random) < 0.1 {
                speed = [0, 2, -20, 40, 80].randomElement(using: &random) ?? 0
            }
            let step: Double = [0.5, 1, 1, 5, 12.3, 45, 90].randomElement(using: &random) ?? 1
            seconds += step
            longitude += speed * step / 111_300
        }
        return trip
    }

    @Test(
        "hindsight is never worse than a policy that asks once in the interval at most",
        arguments: [GeocodingMode.distanceAndTime, .onChange])
    func bound(mode: GeocodingMode) {
        for seed in 1...300 as ClosedRange<UInt64> {
            let interval = Duration.seconds([10, 60, 77][Int(seed % 3)])
            let trip = Self.trip(mode, interval: interval, seed: seed)
            let bound = PolicySummary(HindsightSchedule(trip.timeline, interval: interval))
            guard let right = trip.summary().geocoding.rightShare else { continue }
            #expect(bound.rightShare ?? 0 >= right, "seed \(seed), \(interval)")
        }
    }
}
