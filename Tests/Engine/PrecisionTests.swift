import Foundation
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("Precision")
struct PrecisionTests {
    @Test("a reduced placemark has nothing finer than the locality")
    func placemark() {
        var full = Placemark(geocoder: "test")
        full.name = "1 Infinite Loop"
        full.thoroughfare = "Infinite Loop"
        full.subThoroughfare = "1"
        full.subThoroughfareInterpolated = true
        full.locality = "Cupertino"
        full.subLocality = "Monta Vista"
        full.localitySource = .limits
        full.postalCode = "95014"
        full.administrativeArea = "California"
        full.country = "United States"
        full.distance = 310
        full.bearing = 12
        full.areasOfInterest = ["Apple Park"]
        let reduced = full.limited(to: .reduced)
        #expect(reduced.name == "Cupertino" && reduced.locality == "Cupertino" && reduced.country == "United States")
        #expect(reduced.localitySource == nil)
        #expect(reduced.thoroughfare == nil && reduced.subThoroughfare == nil && reduced.subLocality == nil)
        #expect(reduced.subThoroughfareInterpolated == nil && reduced.streetAddress == nil)
        #expect(reduced.postalCode == nil && reduced.areasOfInterest == nil)
        #expect(reduced.distance == nil && reduced.bearing == nil)
        #expect(full.limited(to: .precise) == full)
    }

    @Test("a location of the track says that it is precise, although nobody has kept how many dimensions it had")
    func track() {
        let time = TrackPoint.Time.receiver(Timestamp(nanosecondsSinceEpoch: 1_795_204_800_000_000_000))
        let point = TrackPoint(coordinate: coordinate(47, 9), time: time, horizontalAccuracy: 5)
        #expect(EventReport(point).location?.precision == .precise)
        let cell = LocationReport(
            coordinate: point.coordinate, horizontalAccuracy: 3200, age: .seconds(90), isStale: true)
        #expect(cell.precision == .reduced)
    }

    @Test("a reduced status and reduced events hold no precise number")
    func status() throws {
        var machine = LocationMachine(seed: 1, offset: SecretOffset(key: (1, 2)), at: at(0))
        var location = fix(coordinate(37.331812, -122.031245), at: 1)
        location.speed = 12.5
        location.course = 81
        location.altitude = 72
        var reports: [String] = []
        for action in machine.handle(.source(.fix(location)), at: at(1)) {
            guard case .publish(let publication) = action else { continue }
            let status = publication.snapshot.status(at: at(1), precision: .reduced)
            #expect(status.location?.horizontalAccuracy == 3200)
            reports.append(String(decoding: try JSONEncoder().encode(status), as: UTF8.self))
            for event in publication.events.compactMap({ EventReport($0, precision: .reduced) }) {
                reports.append(String(decoding: try JSONEncoder().encode(event), as: UTF8.self))
            }
        }
        #expect(reports.count == 3)
        for report in reports {
            for secret in ["37.3318", "122.0312", "speed", "course", "altitude", "timestamp", "requests", "fixes"] {
                #expect(!report.contains(secret), "\(secret) in \(report)")
            }
        }
    }

    @Test("a reduced placemark is as old as the first answer to that effect, and only that one is told")
    func placemarkAge() throws {
        func placemark(_ street: String, _ city: String) -> Placemark {
            var placemark = Placemark(geocoder: "test")
            (placemark.thoroughfare, placemark.locality) = (street, city)
            return placemark
        }
        var machine = LocationMachine(seed: 1, at: at(990))
        var actions = machine.handle(.restored(placemark("First", "Cupertino"), answeredAt: at(985)), at: at(990))
        var ages: [Precision: [Double?]] = [:]
        var told: [Bool] = []
        func take() throws {
            let publications = actions.compactMap {
                if case .publish(let publication) = $0 { publication } else { nil }
            }
            let publication = try #require(publications.last)
            for precision in Precision.allCases {
                let now = publication.snapshot.placemark?.answeredAt.advanced(by: .seconds(10)) ?? at(0)
                ages[precision, default: []].append(
                    publication.snapshot.status(at: now, precision: precision).placemark?.age)
            }
            told.append(publication.events.contains { EventReport($0, precision: .reduced)?.event == .placemark })
        }
        try take()
        let answers = [
            ("First", "Cupertino"), ("Second", "Cupertino"), ("Third", "Sunnyvale"), ("Fourth", "Sunnyvale"),
        ]
        for (index, (street, city)) in answers.enumerated() {
            let seconds = 1000 + 100 * Double(index)
            let place = cupertino.moved(north: 2000 * Double(index), east: 0)
            _ = machine.handle(.source(.fix(fix(place, at: seconds))), at: at(seconds))
            actions = machine.handle(.geocoded(placemark(street, city)), at: at(seconds))
            try take()
        }
        #expect(ages[.precise] == [10, 10, 10, 10, 10])
        // Of an earlier run, to the beginning of its 16 minutes; and what was stale is confirmed.
        #expect(ages[.reduced] == [35, 10, 110, 10, 110])
        #expect(told == [false, true, false, true, false])
    }
}
