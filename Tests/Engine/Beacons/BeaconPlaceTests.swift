import PlacemarkModel
import Testing

@testable import LocationEngine

/// A box that drives, parks where no satellite is heard, and leaves again. The map has the beacon's region two kilometres from
/// where the last fix was, so that whatever takes its place for a fix shows it.
@Suite("Where a beacon says that the box is")
struct BeaconPlaceTests {
    private static let start = cupertino
    private static let parking = north(12_000, of: start)
    private static let ground = north(14_000, of: start)
    private static let square = [(-20.0, -20.0), (-20, 20), (20, 20), (20, -20)].map { down, right in
        coordinate(ground.latitude + down / 111_195, ground.longitude + right / (111_195 * 0.79))
    }

    private struct Run {
        var machine: LocationMachine
        var now = 0.0
        var events: [Event] = []
        var snapshot: StatusSnapshot
        var memory: MonitoringMemory?
        var timers: [BootInstant] = []
        var logged: [LogEntry] = []
        /// What readers with reduced precision are told, each second.
        var reduced: [Status] = []

        init(locates: Bool, shape: Region.Shape = .polygons([.init(exterior: square)])) {
            var settings = LocationMachine.Settings()
            settings.locatesByBeacons = locates
            settings.trips = TripSettings(box: "box")
            machine = LocationMachine(settings: settings, seed: 1, offset: SecretOffset(key: (1, 2)), at: at(0))
            snapshot = StatusSnapshot(at: at(0), geocoding: settings.geocoding)
            var garage = BeaconMonitorTests.region()
            garage.shape = shape
            let fence = Region(identifier: "fence", shape: .circle(center: ground, radiusInMeters: 300))
            take(.regions(RegionTable([garage, fence])))
            take(.source(.connected))
        }

        static var names: Placemark {
            var placemark = Placemark(geocoder: "gazetteer")
            (placemark.name, placemark.locality, placemark.areasOfInterest) = ("Saratoga", "Saratoga", ["Mall"])
            (placemark.thoroughfare, placemark.country) = ("Big Basin Way", "United States")
            return placemark
        }

        mutating func take(_ input: LocationMachine.Input) {
            let names: (Coordinate) -> Placemark? = { $0.distance(to: ground) < 50 ? Self.names : nil }
            for action in machine.handle(input, names: names, at: at(now)) {
                switch action {
                case .publish(let publication):
                    events += publication.events
                    snapshot = publication.snapshot
                    memory = publication.memory ?? memory
                case .geocode: take(.geocoded(Placemark(geocoder: "gazetteer")))
                case .setTimer(let instant): timers.append(instant)
                case .log(let entry): logged.append(entry)
                }
            }
        }

        /// - Parameters:
        ///   - place: of the fix; nil when the receiver has none.
        ///   - strength: of the beacon; nil when it is not heard.
        mutating func pass(seconds: Int, at place: (Int) -> Coordinate?, hearing strength: Int? = nil) {
            for second in 0..<seconds {
                now += 1
                if let due = timers.last, due <= at(now) { take(.timer) }
                take(
                    .source(
                        place(second).map { .fix(fix($0, at: now)) } ?? .noFix(device: "/dev/ttyACM0")))
                let heard = strength.map {
                    BeaconObservation(BeaconMonitorTests.garage, measuredPower: -59, strengths: [$0])
                }
                take(.heard(BeaconHearing(observations: [heard].compactMap(\.self))))
                reduced.append(snapshot.status(at: at(now), precision: .reduced))
            }
        }

        mutating func park() {
            pass(seconds: 40, at: { north(Double($0 % 2), of: start) })
            pass(seconds: 600, at: { north(20 * Double($0), of: start) })
            pass(seconds: 400, at: { north(Double($0 % 2), of: parking) })
        }

        var status: Status { snapshot.status(at: at(now), precision: .precise) }

        func reports(_ precision: Precision = .precise) -> [EventReport] {
            events.compactMap { EventReport($0, precision: precision, filter: EventFilter(EventReport.Name.allCases)) }
        }
        /// The regions that were told; with another accuracy it is the same.
        var places: [String?] {
            reports().filter { $0.event == .beaconPlace }.map(\.region).reduce(into: []) { places, region in
                if places.last != .some(region) { places.append(region) }
            }
        }
    }

    @Test("for want of a fix, after as long as makes one stale; a fix ends it at once")
    func fixesWin() throws {
        var run = Run(locates: true)
        run.park()
        run.pass(seconds: 4, at: { north(Double($0 % 2), of: Self.parking) }, hearing: -60)
        #expect(run.status.location?.origin == nil && run.places.isEmpty)
        run.pass(seconds: 4, at: { _ in nil }, hearing: -60)
        #expect(run.status.location?.origin == nil, "the last fix is not stale yet")
        run.pass(seconds: 2, at: { _ in nil }, hearing: -60)
        let location = try #require(run.status.location)
        #expect(location.origin == .beacon && !location.stale && location.precision == .precise)
        #expect(location.coordinate.distance(to: Self.ground) < 1)
        #expect(location.speed == nil && location.timestamp == nil && location.age <= 1)
        #expect(run.status.source.state == .noFix, "the source has no fix, and says so")
        #expect(run.logged.contains(.beaconPlace(region: "garage")))
        run.pass(seconds: 1, at: { _ in Self.parking }, hearing: -60)
        #expect(run.status.location?.origin == nil && run.status.location?.stale == false)
        #expect(run.places == ["garage", nil])
    }

    @Test("before the first fix likewise, and not in the first seconds")
    func firstFix() {
        var run = Run(locates: true)
        run.pass(seconds: 4, at: { _ in nil }, hearing: -60)
        #expect(run.status.location == nil)
        run.pass(seconds: 2, at: { _ in nil }, hearing: -60)
        #expect(run.status.location?.origin == .beacon)
    }

    @Test("it is named after the region, and otherwise as the gazetteer names the place, as far as the accuracy allows")
    func names() throws {
        var run = Run(locates: true)
        run.pass(seconds: 20, at: { _ in nil }, hearing: -60)
        let report = try #require(run.status.placemark)
        #expect(report.placemark.name == "garage" && report.placemark.areasOfInterest == ["garage", "Mall"])
        #expect(report.placemark.locality == "Saratoga" && report.placemark.country == "United States")
        #expect(!report.stale && report.horizontalAccuracy == run.status.location?.horizontalAccuracy)
        #expect(run.status.placemarkStaleness == nil)
        run.pass(seconds: 40, at: { _ in nil }, hearing: -118)
        #expect(try #require(run.status.placemark).placemark.thoroughfare == nil, "a kilometre is no street")
        #expect(run.status.placemark?.placemark.name == "garage")
    }

    @Test("it is not more accurate than the distance to the beacon and the size of the region together")
    func accuracy() throws {
        for (strength, distance) in [(-59, 1.0), (-79, 10), (-93, 50)] {
            var run = Run(locates: true)
            run.pass(seconds: 30, at: { _ in nil }, hearing: strength)
            let accuracy = try #require(run.status.location?.horizontalAccuracy)
            let size = Self.square.map { Self.ground.distance(to: $0) }.max() ?? 0
            #expect(accuracy >= distance + size - 0.1 && accuracy <= 5.1 * distance + size, "\(strength) \(accuracy)")
        }
    }

    @Test("it ends with the region, and when nobody listens any more")
    func ends() {
        var run = Run(locates: true)
        run.pass(seconds: 20, at: { _ in nil }, hearing: -60)
        run.pass(seconds: 29, at: { _ in nil })
        #expect(run.status.location?.origin == .beacon)
        run.pass(seconds: 1, at: { _ in nil })
        #expect(run.status.location == nil && run.places == ["garage", nil])
        run.pass(seconds: 2, at: { _ in nil }, hearing: -60)
        #expect(run.places == ["garage", nil, "garage"])
        run.take(.deafened("placemark-beacons has gone"))
        #expect(run.status.location == nil && run.places.last == .some(nil))
    }

    @Test("a listener that hangs ends it, also for who asks before anything has happened")
    func hanging() {
        var run = Run(locates: true)
        run.pass(seconds: 20, at: { _ in nil }, hearing: -60)
        #expect(run.timers.last.map { $0 > at(run.now) && $0 <= at(run.now + 5) } == true)
        run.now += 5
        #expect(run.status.location == nil)
        run.now += 1
        run.take(.timer)
        #expect(run.places == ["garage", nil])
    }

    @Test("a region that is nowhere on the map says nothing, nor does any while the operator does not ask for it")
    func optIn() {
        for (locates, shape) in [(false, Region.Shape.polygons([.init(exterior: Self.square)])), (true, .unlocated)] {
            var run = Run(locates: locates, shape: shape)
            run.pass(seconds: 60, at: { _ in nil }, hearing: -60)
            #expect(run.status.regions == ["garage"] && run.status.location == nil && run.places.isEmpty)
        }
    }

    @Test("a location that is less accurate than is wanted is none")
    func limit() {
        var run = Run(locates: true, shape: .circle(center: Self.ground, radiusInMeters: 9_999))
        run.pass(seconds: 60, at: { _ in nil }, hearing: -60)
        #expect(run.status.location == nil)
    }

    @Test("the setting counts as soon as it is changed")
    func configured() {
        var run = Run(locates: false)
        run.pass(seconds: 20, at: { _ in nil }, hearing: -60)
        var settings = LocationMachine.Settings()
        settings.locatesByBeacons = true
        run.take(.configured(settings))
        #expect(run.status.location?.origin == .beacon)
        run.take(.configured(LocationMachine.Settings()))
        #expect(run.status.location == nil)
    }

    @Test("trips, odometer, visits, rest, guard, geofences, the track, and the policy take it for nothing")
    func confusesNothing() throws {
        func run(locates: Bool) -> Run {
            var run = Run(locates: locates)
            run.park()
            run.take(.guardCommand(.arm(GuardOrder(.parked))))
            run.pass(seconds: 300, at: { _ in nil }, hearing: -60)
            run.pass(seconds: 60, at: { north(Double($0 % 2), of: Self.parking) }, hearing: -60)
            run.take(.guardCommand(.disarm))
            run.pass(seconds: 1200, at: { north(12_000 - 15 * Double($0), of: Self.start) })
            run.pass(seconds: 700, at: { _ in north(-6_000, of: Self.start) })
            return run
        }
        let (with, without) = (run(locates: true), run(locates: false))
        #expect(with.places == ["garage", nil], "and there was one")
        #expect(with.reports().filter { $0.event != .beaconPlace } == without.reports())
        #expect(with.memory == without.memory)
        #expect(with.snapshot.counters == without.snapshot.counters)
        #expect(with.snapshot.odometerInMeters == without.snapshot.odometerInMeters)
        #expect(with.snapshot.location == without.snapshot.location)
        // All of it has been at work.
        let told = Set(with.reports().map(\.event))
        #expect(
            told.isSuperset(of: [
                .tripStarted, .tripEnded, .visitArrived, .visitDeparted, .guardBlind, .paused, .resumed, .geocode,
                .regionEntered, .regionExited,
            ]), "\(told)")
        #expect(with.reports().compactMap(\.region).filter { $0 == "fence" }.isEmpty, "it lies round the beacon")
        #expect((with.snapshot.odometerInMeters ?? 0) > 29_000 && with.snapshot.counters.requests > 10)
    }

    @Test("readers with reduced precision are told nothing of it")
    func privacy() {
        func run(locates: Bool) -> Run {
            var run = Run(locates: locates)
            run.park()
            run.pass(seconds: 120, at: { _ in nil }, hearing: -60)
            run.pass(seconds: 60, at: { _ in Self.parking })
            return run
        }
        let (with, without) = (run(locates: true), run(locates: false))
        #expect(with.places == ["garage", nil])
        #expect(with.reduced == without.reduced && with.reduced.contains { $0.location != nil })
        #expect(with.reports(.reduced) == without.reports(.reduced))
        #expect(with.reports(.reduced).allSatisfy { $0.region == nil && $0.location?.origin == nil })
    }
}
