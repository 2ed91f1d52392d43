import Foundation
import Gazetteer
import LocationEngine
import PlacemarkModel
import Recordings
import Replay
import Testing

/// What the policies do on real drives: the recordings beside the checkout, and the world file.
@Suite struct PolicyDriveTests {
    private static let tokyoFuji = RealData.hasWorld ? RealData.trace("drive-tokyo-fuji.nmea") : nil

    private func replay(_ file: URL, _ mode: GeocodingMode) throws -> (trip: Trip, requests: [EventReport]) {
        let gazetteer = try Gazetteer(path: RealData.world, check: .structure)
        var settings = LocationMachine.Settings()
        settings.geocoding.mode = mode
        var trip = Trip(
            settings: settings, geocode: { gazetteer.placemark(at: $0.coordinate) },
            truth: { gazetteer.placemark(at: $0)?.city })
        var requests: [EventReport] = []
        let recording = try Recording(path: file.path)
        while let entries = try recording.next() {
            for case .event(let event, let instant) in entries {
                trip.handle(event, at: instant) { if $0.event == .geocode { requests.append($0) } }
            }
        }
        return (trip, requests)
    }

    @Test(
        "Tokyo to Fuji: requests are a minute apart, those under way a kilometre, and the city is still right while driving",
        .enabled(if: tokyoFuji != nil, "no recordings or no world file: see docs/contribute/build-and-test.md"))
    func tokyoToFuji() throws {
        let file = try #require(Self.tokyoFuji)
        let (trip, requests) = try replay(file, .distanceAndTime)
        #expect(requests.count > 50)
        for (earlier, later) in zip(requests, requests.dropFirst()) {
            let (from, to) = (try #require(earlier.location), try #require(later.location))
            let interval = try #require(later.elapsed) - (try #require(earlier.elapsed))
            #expect(interval >= 60)
            let isStop = later.reason == GeocodePolicy.Reason.rested.rawValue
            #expect(from.coordinate.distance(to: to.coordinate) > (isStop ? 5 : 1000))
        }
        #expect(requests.count { $0.reason == GeocodePolicy.Reason.rested.rawValue } < 20)
        let geocoding = trip.summary().geocoding
        #expect(try #require(geocoding.rightShareDriving) >= 0.9)
        let bound = HindsightSchedule(trip.timeline, interval: .seconds(60))
        let (best, ours) = (try #require(bound.rightShare), try #require(geocoding.rightShare))
        #expect(best >= ours)
    }

    @Test(
        "a lookup at every fix is right all the time, and the listing asks more often than the guidance",
        .enabled(if: tokyoFuji != nil, "no recordings or no world file: see docs/contribute/build-and-test.md"))
    func policies() throws {
        let file = try #require(Self.tokyoFuji)
        let everyFix = try replay(file, .everyFix).trip.summary()
        #expect(everyFix.geocoding.rightShare == 1 && everyFix.geocoding.requests == everyFix.fixes.accepted)
        let listing = try replay(file, .distanceOrTime).trip.summary().geocoding
        let guidance = try replay(file, .distanceAndTime).trip.summary().geocoding
        #expect(listing.requests > 2 * guidance.requests)
    }
}
