import LocationEngine
import PlacemarkModel
import Simulation

/// A receiver in a simulated world: errs as its model says, and has one fault after the other.
struct FaultyReceiver: Sendable {
    let model: ReceiverModel
    private(set) var counts = FaultCounts()
    /// Since when it has done what its model says, and nothing worse; nil while something is wrong.
    private(set) var healthySince: BootInstant?

    private var clock: ReceiverClock
    private var random: SeededRandom
    private let meanTimeBetweenFaults: Duration
    private var fault: Fault?
    private var faultEnds: BootInstant
    private var nextFault: BootInstant
    /// Counts the ticks of the present fault.
    private var ticks = 0
    /// Metres north and east by which this fault is wrong.
    private var displacement = (north: 0.0, east: 0.0)
    /// Metres by which it grows each second.
    private var displacementSpeed = (north: 0.0, east: 0.0)
    private var frozen: Location?
    /// What its compass showed first.
    private var stuckAt: Double?
    /// The field in which the compass turns.
    private var field = LocalMagneticField()
    /// A fix that is handed out after its successor.
    private var late: Location?
    /// The present error in standard deviations, north and east.
    private var error: (north: Double, east: Double)
    /// How much of an error persists until the next fix, 0…1.
    private let persistence: Double

    init(
        _ model: ReceiverModel, bootedAt boot: Timestamp, meanTimeBetweenFaults: Duration?, at now: BootInstant,
        seed: UInt64
    ) {
        self.model = model
        clock = ReceiverClock(boot: boot)
        random = SeededRandom(seed: seed)
        error = random.gaussianPair()
        persistence = model.correlation > .zero ? 1 / (1 + model.period / model.correlation) : 0
        // Without faults, the first one is centuries away.
        self.meanTimeBetweenFaults = meanTimeBetweenFaults ?? .seconds(1e12)
        nextFault = now.advanced(by: random.waiting(self.meanTimeBetweenFaults))
        faultEnds = now
        healthySince = now
    }

    /// Adds what it reports at `now`: often one fix, sometimes none, at most three events.
    mutating func tick(at now: BootInstant, truth: GroundTruth, into events: inout [SourceEvent]) {
        changeFault(at: now)
        if ticks % 5 == 0, let reading = reading(truth, at: now) { events.append(.compass(reading)) }
        var fix = location(truth, at: now)
        ticks += 1
        guard let fault else { return events.append(.fix(fix)) }
        counts[fault] += 1
        switch fault {
        case .dropout: return
        case .garage: return events.append(.noFix(device: model.device))
        case .modeFlapping:
            if ticks % 3 == 0 { return events.append(.noFix(device: model.device)) }
            if ticks % 3 == 1 {
                (fix.mode, fix.altitude, fix.ellipsoidalAltitude, fix.verticalAccuracy) = (
                    .twoDimensional, nil, nil, nil
                )
            }
        case .frozen:
            let first = frozen ?? fix
            frozen = first
            (fix.coordinate, fix.speed, fix.course, fix.altitude) = (
                first.coordinate, first.speed, first.course, first.altitude
            )
        case .teleport, .displacement, .spike, .drift, .tooGoodAccuracy:
            fix.coordinate = fix.coordinate.shifted(northInMeters: displacement.north, eastInMeters: displacement.east)
            displacement.north += displacementSpeed.north * model.period.inSeconds
            displacement.east += displacementSpeed.east * model.period.inSeconds
            if fault == .tooGoodAccuracy || fault == .teleport { fix.horizontalAccuracy = 1 }
        case .nullIsland: fix.coordinate = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
        case .invalidCoordinate: return events.append(.invalidFix(device: model.device))
        case .duplicates: events.append(.fix(fix))
        case .outOfOrder:
            guard let earlier = late else {
                late = fix
                return
            }
            events.append(.fix(fix))
            // It is handed out now, so that is when it is received.
            fix = earlier
            fix.receivedAt = now
            late = nil
        case .missingFields: removeFields(of: &fix)
        case .missingTime: fix.timestamp = nil
        case .hugeAccuracy: fix.horizontalAccuracy = random.magnitude(in: 500...50_000)
        case .clockBackwards: clock.runBackwards(period: model.period)
        case .clockStep, .weekRollover, .leapSecond: break
        case .disconnection, .deviceLost, .hang, .sleep, .geocoderFailure, .geocoderOutage, .reconfiguration: break
        }
        events.append(.fix(fix))
    }

    // MARK: Faults begin and end

    private mutating func changeFault(at now: BootInstant) {
        if let ending = fault, now >= faultEnds {
            if ending == .weekRollover { clock.endRollOver() }
            fault = nil
            healthySince = now
            nextFault = now.advanced(by: random.waiting(meanTimeBetweenFaults))
        }
        guard fault == nil, now >= nextFault else { return }
        let new = random.choice(Fault.ofReceivers)
        let range = new.seconds
        // Short faults are frequent, and long ones are seldom longer than the time between two.
        let longest = min(range.upperBound, max(range.lowerBound, meanTimeBetweenFaults.inSeconds * 6))
        let seconds = longest > 0 ? random.magnitude(in: range.lowerBound...longest) : 0
        (fault, faultEnds, healthySince) = (new, now.advanced(by: .seconds(seconds)), nil)
        (ticks, frozen, late) = (0, nil, nil)
        (displacement, displacementSpeed) = ((0, 0), (0, 0))
        switch new {
        case .teleport: displacement = vector(of: random.magnitude(in: 1000...5_000_000))
        case .displacement: displacement = vector(of: random.magnitude(in: 50...100_000))
        case .spike: displacement = vector(of: random.magnitude(in: 50...3000))
        case .tooGoodAccuracy: displacement = vector(of: random.magnitude(in: 5...200))
        case .drift: displacementSpeed = vector(of: random.magnitude(in: 0.05...5))
        case .clockStep: clock.step(&random)
        case .weekRollover: clock.rollOver()
        case .leapSecond: clock.repeatSecond()
        default: break
        }
    }

    private mutating func vector(of meters: Double) -> (north: Double, east: Double) {
        let (north, east) = random.gaussianPair()
        let length = max(1e-9, (north * north + east * east).squareRoot())
        return (meters * north / length, meters * east / length)
    }

    // MARK: What it measures

    private mutating func location(_ truth: GroundTruth, at now: BootInstant) -> Location {
        let (north, east) = random.gaussianPair()
        let innovation = (1 - persistence * persistence).squareRoot()
        error = (persistence * error.north + innovation * north, persistence * error.east + innovation * east)
        let sigma = model.sigmaInMeters
        let taken = now.advanced(by: .zero - model.delay)
        var fix = Location(
            coordinate: truth.coordinate.shifted(northInMeters: sigma * error.north, eastInMeters: sigma * error.east),
            mode: model.givesAltitude ? .threeDimensional : .twoDimensional,
            horizontalAccuracy: model.claimedAccuracyInMeters, timestamp: clock.timestamp(at: taken), receivedAt: now,
            device: model.device)
        if model.givesAltitude {
            fix.altitude = truth.altitudeInMeters + 1.5 * sigma * error.north
            fix.ellipsoidalAltitude = fix.altitude.map { $0 + 40 }
            fix.verticalAccuracy = 3 * sigma + 1
        }
        if model.givesVelocity {
            fix.speed = max(0, truth.speedInMetersPerSecond + 0.1 * north)
            fix.speedAccuracy = 0.3
            fix.course = (truth.courseInDegrees + 360 + 2 * east).truncatingRemainder(dividingBy: 360)
            fix.courseAccuracy = 5
        }
        return fix
    }

    private mutating func reading(_ truth: GroundTruth, at now: BootInstant) -> CompassReading? {
        guard let compass = model.compass else { return nil }
        if compass.isStuck, let stuckAt {
            return CompassReading(stuckAt, from: compass.north, accuracy: 2, receivedAt: now, device: model.device)
        }
        if compass.north == .magnetic { field.moved(to: Location(coordinate: truth.coordinate, receivedAt: now)) }
        guard let shown = compass.shown(pointing: truth.courseInDegrees, declination: field.declination) else {
            return nil
        }
        stuckAt = stuckAt ?? shown
        return CompassReading(shown, from: compass.north, accuracy: 2, receivedAt: now, device: model.device)
    }

    private mutating func removeFields(of fix: inout Location) {
        fix.mode = .twoDimensional
        if random.happens(0.7) { fix.horizontalAccuracy = nil }
        if random.happens(0.7) { fix.speed = nil }
        if random.happens(0.7) { fix.course = nil }
        if random.happens(0.2) { fix.device = nil }
        (fix.altitude, fix.ellipsoidalAltitude, fix.verticalAccuracy) = (nil, nil, nil)
        (fix.speedAccuracy, fix.courseAccuracy) = (nil, nil)
    }
}
