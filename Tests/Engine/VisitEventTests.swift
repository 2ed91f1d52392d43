import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("Visits and time zones in the location machine")
struct VisitEventTests {
    private var machine = LocationMachine(seed: 1, at: at(0))
    private var run = VisitRun()
    private var events: [Event] = []
    private var snapshot: StatusSnapshot?

    /// The geocoder answers when a test says so.
    private mutating func handle(_ input: LocationMachine.Input) {
        for case .publish(let publication) in machine.handle(input, at: at(run.now)) {
            events += publication.events
            snapshot = publication.snapshot
        }
    }

    private mutating func move(eastward: Double, seconds: Double) {
        for _ in 0..<Int(seconds) {
            run.move(eastward: eastward, seconds: 1)
            handle(.source(.fix(run.here())))
        }
    }

    private func placemark(_ locality: String, _ timeZone: String) -> Placemark {
        var placemark = Placemark(geocoder: "test")
        (placemark.locality, placemark.timeZone) = (locality, timeZone)
        return placemark
    }

    private var names: [EventReport.Name] {
        let names = events.compactMap { EventReport($0, precision: .precise)?.event }
        return names.filter { [.visitArrived, .visitDeparted, .timeZone].contains($0) }
    }

    @Test("a visit is an event when it begins and when it ends, and in the status while it lasts")
    mutating func visit() throws {
        move(eastward: 0, seconds: 200)
        #expect(names == [.visitArrived])
        let current = try #require(snapshot)
        let report = try #require(current.status(at: at(run.now), precision: .precise).visit)
        #expect(report.placemark == nil && report.duration == 199)
        #expect(current.status(at: at(run.now), precision: .reduced).visit == nil)
        // The first answer of the geocoder is late: the status has it, and the departure.
        handle(.geocoded(placemark("Cupertino", "America/Los_Angeles")))
        #expect(snapshot?.visit?.placemark?.locality == "Cupertino")
        move(eastward: 20, seconds: 100)
        #expect(names == [.visitArrived, .timeZone, .visitDeparted])
        #expect(snapshot?.visit == nil && snapshot?.recentVisits.first?.placemark?.locality == "Cupertino")
        let reduced = events.compactMap { EventReport($0, precision: .reduced)?.event }
        #expect(!reduced.contains(.visitArrived) && !reduced.contains(.visitDeparted) && reduced.contains(.timeZone))
    }

    @Test("a time zone is an event when it is another than that of the earlier run")
    mutating func timeZone() {
        handle(.restored(placemark("Cupertino", "America/Los_Angeles"), answeredAt: at(-100)))
        move(eastward: 0, seconds: 1)
        handle(.geocoded(placemark("Cupertino", "America/Los_Angeles")))
        #expect(names.isEmpty)
        move(eastward: 20, seconds: 100)
        handle(.geocoded(placemark("Denver", "America/Denver")))
        let reports = events.compactMap { EventReport($0, precision: .precise) }.filter { $0.event == .timeZone }
        #expect(reports.map(\.timeZone) == ["America/Denver"])
        #expect(reports.map(\.previousTimeZone) == ["America/Los_Angeles"])
    }
}
