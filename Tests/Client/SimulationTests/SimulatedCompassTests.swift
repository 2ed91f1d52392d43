@testable import LocationEngine
import PlacemarkModel
import Testing

@testable import Simulation
@testable import SimulationSupport

@Suite("Simulated compasses")
struct SimulatedCompassTests {
    @Test(
        "a compass shows the heading from its north, with its error, and never 360",
        arguments: [
            (SimulatedCompass(), 81.5, 12, 81.5), (SimulatedCompass(), 360, 12, 0), (SimulatedCompass(), 0, 12, 0),
            (SimulatedCompass(errorInDegrees: -90), 81.5, 12, 351.5),
            (SimulatedCompass(north: .magnetic), 81.5, 12, 69.5), (SimulatedCompass(north: .magnetic), 5, 12, 353),
            (SimulatedCompass(north: .magnetic), 355, -12, 7),
            (SimulatedCompass(north: .magnetic, errorInDegrees: 180), 10, -12, 202),
            (SimulatedCompass(errorInDegrees: -1e-14), 0, 0, 0),
        ])
    func shown(compass: SimulatedCompass, heading: Double, declination: Double, shown: Double) throws {
        let degrees = try #require(compass.shown(pointing: heading, declination: declination))
        #expect(degrees == shown)
    }

    @Test("without a declination a magnetic compass shows nothing, and one that counts from true north does")
    func blackout() {
        #expect(SimulatedCompass(north: .magnetic).shown(pointing: 10, declination: nil) == nil)
        #expect(SimulatedCompass().shown(pointing: 10, declination: nil) == 10)
    }

    private static let start = Timestamp(nanosecondsSinceEpoch: 1_795_206_289_000_000_000)

    /// From Lisbon far to the north-east: course and declination change on the way.
    private func drive(_ compass: SimulatedCompass?) throws -> Drive {
        let ends = ["38.7,-9.1", "43.1,131.9"].compactMap { Coordinate(parsing: $0) }
        try #require(ends.count == 2)
        return Drive(
            from: ends[0], to: ends[1], speedInKilometersPerHour: 900, interval: .seconds(600),
            startingAt: Self.start, compass: compass,
            declination: { LocalMagneticField.declination(at: $0, on: Self.start) })
    }

    @Test("a compass on a drive shows the course, the magnetic one less the declination of each place")
    func drive() throws {
        #expect(try drive(nil).allSatisfy { $0.compass == nil })
        var differences: Set<Int> = []
        for state in try drive(SimulatedCompass(north: .magnetic)) {
            let (fix, compass) = (try #require(state.fix), try #require(state.compass))
            let course = try #require(fix.courseInDegrees)
            let declination = try #require(LocalMagneticField.declination(at: fix.coordinate, on: Self.start))
            #expect(abs((course - declination - compass.degrees).remainder(dividingBy: 360)) < 1e-9)
            differences.insert(Int(declination))
        }
        #expect(differences.count > 10)
        for state in try drive(SimulatedCompass()) { #expect(state.compass?.degrees == state.fix?.courseInDegrees) }
    }

    @Test("a stuck compass shows what it showed at the start")
    func stuck() throws {
        let states = Array(try drive(SimulatedCompass(isStuck: true)))
        #expect(Set(states.map(\.compass)).count == 1)
        #expect(states.first?.compass?.degrees == states.first?.fix?.courseInDegrees)
        #expect(states.first?.fix?.courseInDegrees != states.last?.fix?.courseInDegrees)
    }

    /// What is made of this compass until the box has gone for 40 minutes as fast as compasses are judged at.
    private func outcome(of compass: SimulatedCompass, seed: UInt64) -> CompassOutcome {
        // A compass reports with every fifth fix, and is absent after five seconds.
        let model = ReceiverModel(period: .milliseconds(500), sigmaInMeters: 2, compass: compass)
        let start = BootInstant(sinceBoot: .seconds(30))
        let parameters = World.Parameters(
            start: start, duration: .seconds(86_400), receivers: [model], meanTimeBetweenFaults: nil, haste: 8)
        return CompassOutcome(of: World(parameters, seed: seed), from: start, secondsUnderWay: 2400)
    }

    @Test("a working compass is believed and right, whichever north it counts from", arguments: UInt64(1)...3)
    func right(seed: UInt64) {
        for north in CompassReading.North.allCases {
            let outcome = outcome(of: SimulatedCompass(north: north), seed: seed)
            #expect(outcome.headings > 20, "from \(north) north")
            #expect(outcome.largestErrorInDegrees < 1, "from \(north) north")
            #expect(outcome.states == [])
        }
    }

    @Test(
        "a compass that is stuck, and one that is off, is found out, and not believed from then on",
        arguments: UInt64(1)...3)
    func broken(seed: UInt64) {
        let stuck = outcome(of: SimulatedCompass(isStuck: true), seed: seed)
        #expect(!stuck.states.isDisjoint(with: [.stuck, .off]))
        #expect(stuck.headingsWhileBroken == 0)
        let off = outcome(of: SimulatedCompass(north: .magnetic, errorInDegrees: 180), seed: seed)
        #expect(off.states.contains(.off))
        #expect(off.headingsWhileBroken == 0)
    }
}

/// What a location machine makes of the one compass of a world.
private struct CompassOutcome {
    /// How many headings of the compass were told.
    var headings = 0
    var headingsWhileBroken = 0
    var largestErrorInDegrees = 0.0
    /// Everything that was thought of the compass after it had counted as working.
    var states: Set<CompassState> = []

    init(of world: World, from start: BootInstant, secondsUnderWay: Double) {
        var remaining = secondsUnderWay
        var last = start
        var machine = LocationMachine(settings: .init(), seed: 1, offset: SecretOffset(key: (1, 0)), at: start)
        var state = CompassState.working
        for moment in world {
            if moment.truth.speedInMetersPerSecond >= CompassHealth.leastSpeedInMetersPerSecond {
                remaining -= last.duration(to: moment.at).inSeconds
            }
            last = moment.at
            guard remaining > 0 else { return }
            let actions = machine.handle(.source(moment.event), hint: SimulatedGeocoder.hint(at:), at: moment.at)
            for event in Step(.source(moment.event), at: moment.at, actions: actions).events {
                switch event.kind {
                case .compass(let compass, _):
                    state = compass.state
                    states.insert(state)
                case .heading(let heading) where heading.origin == .compass:
                    headings += 1
                    if state != .working { headingsWhileBroken += 1 }
                    guard let told = heading.trueHeading else { continue }
                    let error = abs((told - moment.truth.courseInDegrees).remainder(dividingBy: 360))
                    largestErrorInDegrees = max(largestErrorInDegrees, error)
                default: continue
                }
            }
        }
        Issue.record("the box was under way for \(secondsUnderWay - remaining) s only")
    }
}
