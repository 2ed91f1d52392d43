import LocationEngine
import PlacemarkModel

/// Runs a location machine through a simulated world, and watches what it says.
///
/// Carries out the actions in virtual time: the geocoder takes its time, the timer fires at its moment, and both are
/// late when the daemon has been stopped. All of it follows from the scenario.
public struct SimulatedRun {
    /// What is done at each step beside the step itself.
    public enum Watching: Sendable {
        /// Everything: the invariants, the digest, the counts.
        case everything
        /// The invariants and the counts.
        case invariants
        /// Nothing, to measure the machine alone.
        case nothing
    }

    public let scenario: Scenario
    public private(set) var invariants: Invariants
    public private(set) var digest = Digest()
    public private(set) var tally = RunTally()

    private var world: World
    private var machine: LocationMachine
    private var geocoder: SimulatedGeocoder
    private var random: SeededRandom
    private let watching: Watching
    private var timer: BootInstant?
    private var answer: (at: BootInstant, input: LocationMachine.Input)?
    private var nextReconfiguration: BootInstant?
    private var truth: Step.Truth?

    public init(_ scenario: Scenario, watching: Watching = .everything) {
        self.scenario = scenario
        self.watching = watching
        random = SeededRandom(seed: scenario.seed)
        let start = scenario.world.start
        world = World(scenario.world, seed: random.next())
        geocoder = SimulatedGeocoder(scenario.geocoder, at: start, seed: random.next())
        machine = LocationMachine(
            settings: scenario.settings, seed: random.next(), offset: SecretOffset(key: (scenario.seed, 0)), at: start)
        let receivers = scenario.world.receivers
        // Six standard deviations in each direction, of which the chosen receiver may be any one.
        let largestError = 6 * 1.5 * (receivers.map(\.sigmaInMeters).max() ?? 0) + 20
        let regions = SimulatedRegions.around(
            world.home, within: scenario.regionsWithinMeters, count: scenario.regionCount, seed: random.next())
        invariants = Invariants(
            settings: scenario.settings, regions: regions, largestErrorInMeters: largestError,
            longestPeriod: receivers.map(\.period).max() ?? .seconds(1), thoroughness: scenario.thoroughness)
        scheduleReconfiguration(after: start)
        for input in SimulatedRegions.inputs(regions) { feed(input, at: start) }
        if random.happens(0.3) {
            let placemark = SimulatedGeocoder.placemark(of: world.home)
            feed(.restored(placemark, answeredAt: start.advanced(by: .seconds(-500))), at: start)
        }
    }

    /// How far the run is, 0…1.
    public var progress: Double {
        scenario.world.start.duration(to: world.now) / max(scenario.world.duration, .seconds(1e-9))
    }

    /// Goes on for so many moments of the world. Returns false at its end.
    public mutating func advance(moments: Int) -> Bool {
        for _ in 0..<moments {
            guard let moment = world.next() else {
                tally.faults += world.faults
                tally.faults += geocoder.counts
                return false
            }
            pass(until: moment.at, asleepSince: moment.asleepSince)
            truth = Step.Truth(
                coordinate: moment.truth.coordinate, speedInMetersPerSecond: moment.truth.speedInMetersPerSecond,
                healthySince: moment.healthySince)
            feed(.source(moment.event), at: moment.at)
        }
        return true
    }

    /// Goes on until the end of the world, or until an invariant does not hold.
    public mutating func finish() {
        while invariants.violations.count == 0, advance(moments: 1000) {}
    }

    // MARK: Carrying out

    /// Lets time pass: what is due until `now` happens at its own moment, or on awakening.
    private mutating func pass(until now: BootInstant, asleepSince: BootInstant?) {
        // The end is far beyond what a machine needs that only wants to be called again.
        for _ in 0..<100_000 {
            let due = [timer, answer?.at, nextReconfiguration].compactMap(\.self).min()
            guard let due, due <= now else { return }
            let moment = asleepSince.map { due > $0 } == true ? now : due
            if let answer, answer.at == due {
                self.answer = nil
                feed(answer.input, at: moment)
            } else if nextReconfiguration == due {
                scheduleReconfiguration(after: due)
                feed(.configured(Scenario.settings(&random)), at: moment)
            } else {
                timer = nil
                feed(.timer, at: moment)
            }
        }
        invariants.note("restraint", at: now, "the machine never comes to rest")
    }

    private mutating func feed(_ input: LocationMachine.Input, at now: BootInstant) {
        let actions = machine.handle(input, hint: SimulatedGeocoder.hint(at:), at: now)
        let step = Step(input, at: now, actions: actions, truth: truth)
        timer = step.timer ?? timer
        if let location = step.geocode {
            let answer = geocoder.answer(for: location, at: now)
            self.answer = (
                now.advanced(by: answer.delay),
                answer.placemark.map { .geocoded($0) } ?? .geocodingFailed("no answer")
            )
        }
        guard watching != .nothing else { return }
        invariants.check(step)
        tally.add(step)
        if watching == .everything { digest.add(step) }
    }

    private mutating func scheduleReconfiguration(after now: BootInstant) {
        nextReconfiguration = scenario.meanTimeBetweenReconfigurations.map {
            now.advanced(by: .seconds(1) + random.waiting($0))
        }
    }
}
