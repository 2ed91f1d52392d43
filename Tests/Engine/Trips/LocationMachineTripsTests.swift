import LocationEngine
import PlacemarkModel
import Testing

/// Trips as a part of the machine: what is told, when it is woken, and what is kept.
@Suite("Location machine: trips")
struct LocationMachineTripsTests {
    @Test("start and end are events with the trip, for precise readers alone")
    func events() throws {
        var run = MachineRun(TripSettings(box: "box"))
        run.move(0, seconds: 300)
        run.move(20, seconds: 600)
        run.move(0, seconds: 700)
        #expect(run.told.map(\.event) == [.tripStarted, .tripEnded, .tripEnded])
        #expect(run.told.map(\.trip?.state) == [.underway, .provisional, .final])
        #expect(Set(run.told.map(\.trip?.id)).count == 1)
        let reduced = run.events.filter { EventReport($0, precision: .reduced)?.trip != nil }
        #expect(reduced.isEmpty)
        #expect(try #require(run.odometer) > 11_000)
        let status = try #require(run.told.last?.trip)
        #expect(status.distance == run.odometer)
    }

    @Test("a region at its start or end tells a trip's class, and the business comes first")
    func classes() throws {
        var classes = TripClasses()
        (classes.businessRegions, classes.privateRegions) = (["depot", "gone"], ["home"])
        /// The classes of a trip from Cupertino to 12 km north of it, as it is told and as it is remembered.
        func told(_ regions: [Region], isReloaded: Bool = false) -> [String?] {
            let trips = TripSettings(box: "box")
            var run = MachineRun(trips, classes: isReloaded ? TripClasses() : classes)
            if isReloaded {
                var settings = LocationMachine.Settings()
                (settings.trips, settings.tripClasses) = (trips, classes)
                run.take(.configured(settings))
            }
            run.take(.regions(RegionTable(regions)))
            run.move(0, seconds: 300)
            run.move(20, seconds: 600)
            run.move(0, seconds: 700)
            return [run.told.last?.trip?.label?.class, run.memory?.trips?.recent.last?.label?.class]
        }
        func region(_ name: String, north meters: Double) -> Region {
            Region(
                identifier: name, shape: .circle(center: north(meters, of: cupertino), radiusInMeters: 200))
        }
        let (home, depot) = (region("home", north: 0), region("depot", north: 12_000))
        #expect(told([home, depot]) == ["business", "business"])
        #expect(told([home]) == ["private", "private"])
        #expect(told([home], isReloaded: true) == ["private", "private"])
        #expect(told([region("depot", north: 6000)]) == [nil, nil], "only passed")
        #expect(told([]) == [nil, nil])
    }

    @Test("a trip of which nothing is heard any more seems to have ended, by the timer")
    func silence() throws {
        var run = MachineRun(TripSettings(box: "box"))
        run.move(0, seconds: 300)
        run.move(20, seconds: 600)
        run.now += 301
        run.take(.timer)
        #expect(run.told.last?.trip?.state == .provisional)
        #expect(run.timers.contains { $0 <= at(run.now) })
    }

    @Test("a trip that goes on after its provisional end is kept as one that goes on")
    func goesOn() {
        var run = MachineRun(TripSettings(box: "box"))
        run.move(0, seconds: 300)
        run.move(20, seconds: 600)
        run.move(0, seconds: 250)
        #expect(run.memory?.trips?.current?.state == .provisional)
        run.move(20, seconds: 15)
        #expect(run.memory?.trips?.current?.state == .underway)
    }

    @Test("what is kept goes on after a restart")
    func restart() throws {
        var first = MachineRun(TripSettings(box: "box"))
        first.move(0, seconds: 300)
        first.move(20, seconds: 600)
        var second = MachineRun(TripSettings(box: "box"), first.memory, at: first.now)
        second.meters = first.meters
        second.move(20, seconds: 300)
        second.move(0, seconds: 700)
        let trip = try #require(second.told.last?.trip)
        #expect(trip.state == .final && trip.id == first.told.first?.trip?.id)
        #expect(trip.distance > 17_000)
    }

    @Test("while nobody wants to know of trips, none are told or kept")
    func off() {
        var run = MachineRun(nil)
        run.move(0, seconds: 300)
        run.move(20, seconds: 600)
        run.move(0, seconds: 700)
        #expect(run.told.isEmpty && run.odometer == nil && run.memory?.trips == nil)
    }
}

extension MachineRun {
    fileprivate init(
        _ trips: TripSettings?, _ memory: MonitoringMemory? = nil, classes: TripClasses = TripClasses(),
        at start: Double = 1
    ) {
        var settings = LocationMachine.Settings()
        (settings.trips, settings.tripClasses) = (trips, classes)
        self.init(settings, remembering: memory, made: start, now: start)
    }

    fileprivate var told: [EventReport] {
        events.compactMap { EventReport($0, precision: .precise, filter: EventFilter([.tripStarted, .tripEnded])) }
    }

    fileprivate var odometer: Double? { snapshot?.odometerInMeters }
}
