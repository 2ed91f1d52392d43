import LocationEngine
import PlacemarkModel
import Simulation
import Testing

@testable import SimulationSupport

/// Something that a machine must not do, and what the invariants must say to it.
struct Misdeed: Sendable, CustomTestStringConvertible {
    let invariant: String
    /// A part of what they say.
    let complaint: String
    var run: @Sendable () -> TamperedRun = { TamperedRun() }
    let tamper: @Sendable (inout TamperedRun.Draft) -> Void

    var testDescription: String { "\(invariant): \(complaint)" }

    init(
        _ invariant: String, _ complaint: String, in run: @escaping @Sendable () -> TamperedRun = { TamperedRun() },
        _ tamper: @escaping @Sendable (inout TamperedRun.Draft) -> Void
    ) {
        self.invariant = invariant
        self.complaint = complaint
        self.run = run
        self.tamper = tamper
    }

    /// Checks that they say it.
    func mustBeNoticed() {
        let violations = run().violations(tamper)
        let noticed = violations.first.contains { $0.invariant == invariant && $0.text.contains(complaint) }
        #expect(noticed, "they say: \(violations.first.map(\.description))")
    }

    static func moving(at speed: Double = 20) -> TamperedRun {
        var run = TamperedRun()
        run.speedInMetersPerSecond = speed
        return run
    }

    static func policy(_ mode: GeocodingMode) -> TamperedRun {
        var run = TamperedRun()
        run.settings.geocoding.mode = mode
        return run
    }

    static func failing() -> TamperedRun {
        var run = TamperedRun()
        run.geocoderFails = true
        return run
    }
}

@Suite("Invariants")
struct InvariantTests {
    @Test("an honest run brings no complaint", arguments: [0, 0.1, 20, 200])
    func honest(speed: Double) {
        #expect(Misdeed.moving(at: speed).violations { _ in }.first == [])
        #expect(Misdeed.failing().violations { _ in }.first == [])
        for mode in GeocodingMode.allCases { #expect(Misdeed.policy(mode).violations { _ in }.first == []) }
        #expect(TamperedRun().violations { $0.truth = nil }.first == [])
    }

    static let countingAndRestraint: [Misdeed] = [
        Misdeed("counting", "2 publications") { if $0.seconds == 50 { $0.publications.append($0.publications[0]) } },
        Misdeed("counting", "nothing published") { if $0.isFix { $0.publications = [] } },
        Misdeed("counting", "number 54 after 52") { draft in
            if draft.seconds == 50 { draft.snapshot { $0.sequence += 1 } }
        },
        Misdeed("counting", "accepted + 1 rejected of") { draft in
            if draft.seconds == 50 { draft.snapshot { $0.counters.rejected[.tooOld] = 1 } }
        },
        Misdeed("counting", "tooOld grows by 2") { draft in
            if draft.seconds == 50 { draft.snapshot { $0.counters.rejected[.tooOld] = 2 } }
        },
        Misdeed("counting", "a counter runs backwards") { draft in
            if draft.seconds == 50 { draft.snapshot { $0.counters.requested = [:] } }
        },
        Misdeed("counting", "reported, and not counted") { if $0.seconds == 50 { $0.report(.rejected(.tooOld)) } },
        Misdeed("restraint", "actions") { if $0.seconds == 50 { $0.actionCountBeside = 30 } },
        Misdeed("restraint", "events") { draft in
            guard draft.seconds == 50 else { return }
            let heading = Heading(trueHeading: 1, origin: .compass, receivedAt: draft.now)
            for _ in 0..<30 { draft.report(.heading(heading)) }
        },
        Misdeed("restraint", "an event of another moment") {
            if $0.seconds == 50 { $0.report(.rejected(.noFix), at: TamperedRun.at(49)) }
        },
        Misdeed("restraint", "elapsed time runs backwards") { draft in
            draft.publication { publication in
                for index in publication.events.indices { publication.events[index].elapsed *= -1 }
            }
        },
    ]

    static let geocoding: [Misdeed] = [
        Misdeed("geocode pace", "without its action") { if $0.isFix { $0.geocodes = [] } },
        Misdeed("geocode pace", "2 requests in one step") { if $0.seconds == 0 { $0.geocodes += $0.geocodes } },
        Misdeed("geocode pace", "while another request is under way") {
            if [100, 101].contains($0.seconds) { $0.ask(.moved) }
        },
        Misdeed("geocode pace", "another location than the newest") { draft in
            if draft.seconds == 0, !draft.geocodes.isEmpty {
                draft.geocodes = [TamperedRun.fix(at: TamperedRun.at(-1))]
            }
        },
        Misdeed("geocode pace", "2 requests counted, 1 seen") { draft in
            if draft.seconds == 50 { draft.snapshot { $0.counters.requested = [.first: 2] } }
        },
        Misdeed("geocode pace", "more requests saved") { draft in draft.snapshot { $0.counters.saved += 1000 } },
        Misdeed("geocode pace", "a first request after a success") { if $0.seconds == 100 { $0.ask(.first) } },
        Misdeed("geocode pace", "a retry without a failure") { if $0.seconds == 100 { $0.ask(.retry) } },
        Misdeed("geocode pace", "a request for finer names") { if $0.seconds == 100 { $0.ask(.refined) } },
        Misdeed("geocode pace", "a change of names alone") { if $0.seconds == 100 { $0.ask(.changed) } },
        Misdeed("geocode pace", "m from where it was answered last", in: { Misdeed.policy(.onChange) }) {
            if $0.seconds == 100 { $0.ask(.changed) }
        },
        Misdeed("geocode pace", "a request of no stop") { if $0.seconds == 100 { $0.ask(.rested) } },
        // Second 250: the box rests where it was named.
        Misdeed("geocode pace", "a request of no stop") { if $0.seconds == 250 { $0.ask(.rested) } },
        Misdeed("geocode pace", "elapsed time alone") { if $0.seconds == 100 { $0.ask(.elapsed) } },
        Misdeed("geocode pace", "asked 30.0 seconds after the last time") { if $0.seconds == 30 { $0.ask(.moved) } },
        Misdeed("geocode pace", "before the back-off ends", in: Misdeed.failing) {
            if $0.seconds == 135 { $0.ask(.retry) }
        },
        Misdeed("geocode pace", "m from where it was answered last") { if $0.seconds == 100 { $0.ask(.moved) } },
        Misdeed("geocode pace", "without a new fix", in: { Misdeed.policy(.distanceOrTime) }) {
            if $0.seconds == 81 { $0.ask(.elapsed) }
            if $0.seconds == 82 { $0.ask(.elapsed) }
        },
        Misdeed("geocode pace", "asked after 1.0 seconds and 0.0 m", in: { Misdeed.policy(.distanceOrTime) }) {
            if $0.seconds == 1 { $0.ask(.moved) }
        },
        Misdeed("geocode pace", "without a new fix", in: { Misdeed.policy(.everyFix) }) {
            if $0.seconds == 81 { $0.ask(.moved) }
        },
        Misdeed("geocode starvation", "a request has been due for", in: { Misdeed.moving() }) {
            if $0.seconds > 10 { $0.doNotAsk() }
        },
        Misdeed("geocode starvation", "a request has been due for", in: { Misdeed.policy(.everyFix) }) {
            if $0.seconds > 10 { $0.doNotAsk() }
        },
        Misdeed("geocode starvation", "a request has been due for", in: { Misdeed.policy(.distanceOrTime) }) {
            if $0.seconds > 10 { $0.doNotAsk() }
        },
        Misdeed("geocode starvation", "a request has been due for", in: Misdeed.failing) {
            if $0.seconds > 10 { $0.doNotAsk() }
        },
    ]

    static let locations: [Misdeed] = [
        Misdeed("published location", "the location is not the accepted fix") { draft in
            if draft.seconds == 50 { draft.snapshot { $0.location?.speed = 2 } }
        },
        Misdeed("published location", "the location has changed without a fix") { draft in
            if draft.seconds == 81 { draft.snapshot { $0.location?.speed = 2 } }
        },
        Misdeed("published location", "2 fixes accepted at once") { draft in
            if draft.seconds == 50 { draft.snapshot { $0.counters.accepted += 1 } }
        },
        Misdeed("published location", "delivered another location") {
            if $0.seconds == 50 { $0.report(.location(TamperedRun.fix(at: TamperedRun.at(49)))) }
        },
        Misdeed("published location", "live with a fix of") { draft in
            guard draft.seconds > 300, draft.seconds < 320 else { return }
            draft.snapshot { snapshot in
                var monitor = SourceMonitor(at: TamperedRun.start)
                if let location = snapshot.location { monitor.accepted(location, at: location.receivedAt) }
                snapshot.source = monitor
            }
        },
        Misdeed("delivery starvation", "nothing delivered", in: { Misdeed.moving() }) { draft in
            draft.publication { $0.events.removeAll { if case .location = $0.kind { true } else { false } } }
        },
        Misdeed("recovery", "m from the box") {
            $0.truth?.coordinate = TamperedRun.place.shifted(towards: 90, byMeters: 100)
        },
        Misdeed("recovery", "no location after") { draft in draft.snapshot { $0.location = nil } },
        Misdeed("recovery", "nothing accepted for") { draft in
            draft.snapshot { $0.location?.receivedAt = TamperedRun.at(1) }
        },
    ]

    @Test(
        "a box at rest that begins to watch names keeps them until it has left; then a request is due",
        arguments: [true, false])
    func watchingBeginsAtRest(isHonest: Bool) {
        var settings = LocationMachine.Settings()
        var machine = LocationMachine(settings: settings, seed: 1, at: TamperedRun.start)
        var (starvation, violations) = (GeocodeStarvation(settings: settings.geocoding), Violations())
        var resumed: [Double] = []
        func feed(_ input: LocationMachine.Input, at seconds: Double) {
            let now = TamperedRun.at(seconds)
            var actions = machine.handle(input, hint: SimulatedGeocoder.hint(at:), at: now)
            if !isHonest, seconds > 0 { actions.removeAll { if case .geocode = $0 { true } else { false } } }
            let step = Step(input, at: now, actions: actions)
            starvation.check(step, &violations)
            if step.motion == .moving { resumed.append(seconds) }
            guard let location = step.geocode else { return }
            feed(.geocoded(SimulatedGeocoder.placemark(of: location.coordinate)), at: seconds)
        }
        func feedFix(_ place: Coordinate = TamperedRun.place, at seconds: Double) {
            feed(.source(.fix(TamperedRun.fix(place, at: TamperedRun.at(seconds)))), at: seconds)
        }
        for second in 0...1000 { feedFix(at: Double(second)) }
        settings.geocoding.mode = .onChange
        feed(.configured(settings), at: 1000)
        // After a pause three fixes tell that it has left, and the first of them is in another square already.
        resumed = []
        let beside = TamperedRun.place.shifted(towards: 180, byMeters: 2000)
        for number in 1...5 { feedFix(beside, at: 1200 + 10 * Double(number)) }
        #expect(resumed.first == 1230)
        #expect(violations.first.map(\.at) == (isHonest ? [] : [TamperedRun.at(1240), TamperedRun.at(1250)]))
    }

    @Test("what must not be is noticed", arguments: countingAndRestraint + geocoding + locations)
    func misdeed(_ misdeed: Misdeed) { misdeed.mustBeNoticed() }
}
