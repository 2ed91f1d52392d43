import Foundation
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

/// The one request that a stop may make.
@Suite("GeocodePolicy: a stop")
struct StopTests {
    private var policy = GeocodePolicy()

    /// Where a box has come to stay, with fixes that scatter by so much.
    private func stay(_ meters: Double, scatter: Double = 10) -> StayingPlace {
        StayingPlace(coordinate: north(meters, of: cupertino), radiusInMeters: scatter)
    }

    /// Tells a fix, and carries out what the policy decides with a geocoder that answers at once.
    private mutating func step(
        _ meters: Double, at seconds: Double, accuracy: Double? = 5, stay: StayingPlace? = nil, hint: NameHint? = nil
    ) -> GeocodePolicy.Decision {
        policy.accepted(
            fix(north(meters, of: cupertino), at: seconds, accuracy: accuracy), hint: hint, isAtRest: stay != nil,
            stay: stay)
        return policy.run(at: seconds)
    }

    @Test("within the distance of the last placemark it asks once, and then the box is named for as long as it stays")
    mutating func once() {
        _ = step(0, at: 0)
        #expect(step(900, at: 100) == .hold(.notMoved))
        policy.stopped()
        #expect(reason(step(900, at: 220, stay: stay(900))) == .rested)
        for hour in 1...24 {
            #expect(step(930, at: Double(hour * 3600), stay: stay(960)) == .hold(.notMoved))
        }
    }

    @Test("a stop within the interval waits for its end, and asks by the timer")
    mutating func interval() {
        _ = step(0, at: 0)
        policy.stopped()
        #expect(step(400, at: 20, stay: stay(400)) == .wait(until: at(60)))
        #expect(reason(policy.run(at: 60)) == .rested)
    }

    @Test("a box that leaves before the interval has passed asks for nothing")
    mutating func leaves() {
        _ = step(0, at: 0)
        policy.stopped()
        _ = step(400, at: 20, stay: stay(400))
        #expect(step(430, at: 61) == .hold(.notMoved))
    }

    @Test(
        "what accuracies and scatter explain is no other place",
        arguments: [(5.0, 18.0, 10.0), (30, 60, 30), (5, 90, 100)])
    mutating func scatter(accuracy: Double, meters: Double, scatter: Double) {
        _ = step(0, at: 0, accuracy: accuracy)
        policy.stopped()
        for second in 100..<400 {
            let decision = step(
                meters - 3, at: Double(second), accuracy: accuracy, stay: stay(meters - 4, scatter: scatter))
            #expect(decision == .hold(.notMoved))
        }
        // A single fix that is far off says nothing either.
        #expect(step(500, at: 500, stay: stay(meters - 4, scatter: scatter)) == .hold(.notMoved))
        #expect(reason(step(300, at: 501, stay: stay(300, scatter: scatter))) == .rested)
    }

    @Test("the answer to a request that was under way when it stopped is not that of the stop")
    mutating func inFlight() {
        _ = step(0, at: 0)
        let before = fix(north(1100, of: cupertino), at: 100)
        policy.accepted(before)
        policy.asked(for: before, at: at(100))
        policy.stopped()
        policy.accepted(fix(north(1700, of: cupertino), at: 110), isAtRest: true, stay: stay(1700))
        policy.succeeded()
        #expect(policy.run(at: 110) == .wait(until: at(160)))
        #expect(reason(policy.run(at: 160)) == .rested)
        #expect(policy.run(at: 300) == .hold(.notMoved))
    }

    @Test("a request of a stop that fails is made again, until it is answered")
    mutating func failure() {
        _ = step(0, at: 0)
        policy.stopped()
        let here = fix(north(900, of: cupertino), at: 100)
        policy.accepted(here, isAtRest: true, stay: stay(900))
        #expect(reason(policy.decision(at: at(100))) == .rested)
        policy.asked(for: here, at: at(100))
        policy.failed(at: at(100), randomFraction: 0.999)
        guard case .wait = policy.decision(at: at(101)) else {
            Issue.record("no back-off")
            return
        }
        #expect(reason(policy.run(at: 170)) == .retry)
        #expect(step(900, at: 400, stay: stay(900)) == .hold(.notMoved))
    }

    @Test("each stop may ask again")
    mutating func nextStop() {
        _ = step(0, at: 0)
        for (number, meters) in [300.0, 600, 900].enumerated() {
            let start = Double(number + 1) * 1000
            #expect(reason(step(meters, at: start)) == nil)
            policy.stopped()
            #expect(reason(step(meters, at: start + 200, stay: stay(meters))) == .rested)
        }
    }

    @Test("AtRest=no, the listing to the letter, and every-fix know nothing of it")
    mutating func others() {
        for (mode, asksAtRest) in [
            (GeocodingMode.distanceAndTime, false), (.onChange, false), (.distanceOrTime, true), (.everyFix, true),
        ] {
            policy = GeocodePolicy(settings: .init(mode: mode))
            var settings = policy.settings
            settings.asksAtRest = asksAtRest
            policy.configure(settings) { _ in nil }
            _ = step(0, at: 0)
            policy.stopped()
            for second in 1..<200 {
                #expect(reason(step(900, at: Double(second), stay: stay(900))) != .rested, "\(mode)")
            }
        }
    }

    @Test("on-change asks for the street of a stop among the same names, and does not wait for those of a border")
    mutating func onChange() throws {
        func hint(_ north: Double) -> NameHint { Squares.hint(east: 500, north: north) }
        policy = GeocodePolicy(settings: .init(mode: .onChange))
        _ = step(0, at: 0, hint: hint(10))
        policy.stopped()
        #expect(reason(step(900, at: 100, stay: stay(900), hint: hint(900))) == .rested)
        // To and fro, until the names of the next side may be asked for in minutes only.
        var (now, place, pause) = (200.0, 1100.0, BootInstant?.none)
        while pause == nil, now < 5000 {
            switch step(place, at: now, hint: hint(place)) {
            case .geocode: place = 2000 - place
            case .wait(let until) where until > at(now + 120): pause = until
            case .wait, .hold, .bridge: break
            }
            now += 10
        }
        let until = try #require(pause)
        policy.stopped()
        guard case .wait(let due) = step(place, at: now, stay: stay(place), hint: hint(place)) else {
            Issue.record("not deferred")
            return
        }
        #expect(due < until)
        #expect(reason(policy.run(at: due.sinceBoot.inSeconds)) == .rested)
    }
}

/// The same with the whole machine, which says where the box stops.
@Suite("LocationMachine: a stop")
struct MachineStopTests {
    /// The requests of a box that goes this way in so many seconds, and the visit in the end.
    private func requests(
        _ mode: GeocodingMode = .distanceAndTime, asksAtRest: Bool = true, seconds: Int,
        _ way: (Double) -> (east: Double, north: Double)
    ) -> (reasons: [GeocodePolicy.Reason], visitNamedAt: Double?, stale: Bool?) {
        var settings = LocationMachine.Settings()
        (settings.geocoding.mode, settings.geocoding.asksAtRest) = (mode, asksAtRest)
        var machine = LocationMachine(settings: settings, seed: 1, at: at(0))
        var (reasons, timer, snapshot): ([GeocodePolicy.Reason], BootInstant?, StatusSnapshot?) = ([], nil, nil)
        func feed(_ input: LocationMachine.Input, at now: BootInstant) {
            var answer: LocationMachine.Input?
            for action in machine.handle(input, at: now) {
                switch action {
                case .geocode(let request):
                    var placemark = Placemark(geocoder: "test")
                    placemark.locality = "named at \(Int(now.sinceBoot.inSeconds))"
                    placemark.thoroughfare = "\(Int(cupertino.distance(to: request.coordinate)))"
                    answer = .geocoded(placemark)
                case .setTimer(let deadline): timer = deadline
                case .publish(let publication):
                    snapshot = publication.snapshot
                    for case .geocode(let reason, _) in publication.events.map(\.kind) { reasons.append(reason) }
                case .log: break
                }
            }
            if let answer { feed(answer, at: now) }
        }
        feed(.source(.connected), at: at(0))
        for second in (0..<seconds).map(Double.init) {
            while let due = timer, due <= at(second) {
                timer = nil
                feed(.timer, at: due)
            }
            let place = way(second)
            feed(
                .source(.fix(fix(RegionShapes.offset(cupertino, north: place.north, east: place.east), at: second))),
                at: at(second))
        }
        return (
            reasons, snapshot?.visit?.placemark?.thoroughfare.flatMap(Double.init),
            snapshot?.status(at: at(Double(seconds)), precision: .precise).placemark?.stale
        )
    }

    /// 900 m in 45 s, and then it stands.
    private func parked(_ second: Double) -> (east: Double, north: Double) { (0, min(900, 20 * second)) }

    @Test("a box that parks within a kilometre of its last placemark is named where it stands, and so is its visit")
    func parks() throws {
        let stood = requests(seconds: 86_400 / 8, parked)
        #expect(stood.reasons == [.first, .rested])
        #expect(try (895...905).contains(#require(stood.visitNamedAt)))
        #expect(stood.stale == false)
    }

    @Test("on-change likewise, though the names of the world file are the same")
    func parksOnChange() { #expect(requests(.onChange, seconds: 1000, parked).reasons == [.first, .rested]) }

    @Test("with AtRest=no it keeps the placemark that it has")
    func listing() throws {
        let stood = requests(asksAtRest: false, seconds: 1000, parked)
        #expect(stood.reasons == [.first])
        #expect(try #require(stood.visitNamedAt) == 0)
    }

    @Test("a visit that begins without rest asks, too")
    func roams() throws {
        // Round and round a square of 30 m, on foot.
        let stood = requests(seconds: 1000) { second in
            second < 30 ? (0, 20 * second) : (15 * sin(second / 12), 600 + 15 * cos(second / 12))
        }
        #expect(stood.reasons == [.first, .rested])
        #expect(try (570...630).contains(#require(stood.visitNamedAt)))
    }

    @Test("a box that is switched on where it stays asks once")
    func switchedOn() { #expect(requests(seconds: 4000) { (3 * sin($0), 3 * cos($0 * 1.3)) }.reasons == [.first]) }
}
