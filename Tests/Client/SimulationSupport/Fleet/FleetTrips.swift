import LocationEngine
public import PlacemarkModel

/// The trips of a box of a fleet, by the real decisions in virtual time, with all that happens to such a box: a receiver that
/// falls silent or tells one wild fix, a service that is killed, a machine that loses its power. A run after a kill or a power
/// cut knows what the one before it had saved, and nothing more.
public struct FleetTrips: Sendable {
    /// When the box has power.
    public enum Power: String, CaseIterable, Sendable {
        /// But for a minute or two each twelve hours or so.
        case always = "always on"
        /// Only while it drives, and for twenty seconds after.
        case withIgnition = "on with the ignition"
    }

    public let kind: FleetBox.Kind
    public let power: Power
    public let days: Int
    /// The ended trips, in order.
    public private(set) var trips: [TripRecord] = []
    /// The identities of trips that were told to begin.
    public private(set) var started: [String] = []
    /// What the box has counted, in metres.
    public private(set) var odometer = 0.0
    /// What it has truly gone, in metres.
    public private(set) var way = 0.0
    /// How many trips there were: drives with stays between them that are surely long enough to end one. And how many stays are
    /// neither surely long enough nor surely too short, by what a silence of the receiver may hide of them.
    public private(set) var truth = (trips: 0, doubtfulStays: 0)
    /// What has happened to the box.
    public private(set) var faults = (silences: 0, wildFixes: 0, kills: 0, powerCuts: 0)

    private var filter = FixFilter()
    private var detector = TripDetector(box: "fleet")
    /// What the disk has, and the boot in which it was written.
    private var saved = (memory: TripDetector(box: "fleet").memory, bootedAt: 0.0)
    /// The detector's revision when it was last looked at.
    private var revision: UInt64 = 0
    private var random: SeededRandom
    /// Seconds of the fleet's time.
    private var bootedAt = 0.0
    private var silentUntil = 0.0
    private var restingSince: Double?

    private static let silenceInSeconds = 20.0...240
    /// Round the ten minutes that end a trip: the van calls at one address several times in a row, now and then.
    private static let doubtInSeconds = 400.0...1000
    private static let outageInSeconds = 60.0...150
    private static let ignitionDelayInSeconds = 20.0
    private static let start = Timestamp(nanosecondsSinceEpoch: 1_767_225_600 * 1_000_000_000)

    public init(_ kind: FleetBox.Kind, _ power: Power, days: Int, seed: UInt64 = 1) {
        (self.kind, self.power, self.days) = (kind, power, days)
        random = SeededRandom(seed: seed ^ 0x791F_5A11)
        var box = FleetBox(kind, days: days, seed: seed)
        var (second, parkedAt) = (0.0, 0.0)
        while let fix = box.next() {
            let now = fix.receivedAt.sinceBoot.inSeconds
            // Not by whether it is at rest: it may set out for the address at which it is.
            if box.way > way {
                tellTruth(stay: second - parkedAt)
                (parkedAt, way) = (now, box.way)
            }
            suffer(from: second, to: now)
            second = now
            guard hasPower(isAtRest: box.isAtRest, at: now), now >= silentUntil else { continue }
            take(fix, at: now)
        }
        note(detector.finish())
        odometer = detector.odometer
    }

    /// The box goes on after so many seconds.
    private mutating func tellTruth(stay: Double) {
        if stay > Self.doubtInSeconds.upperBound {
            truth.trips += 1
        } else if stay >= Self.doubtInSeconds.lowerBound {
            truth.doubtfulStays += 1
        }
    }

    /// Lets happen what happens between two fixes.
    private mutating func suffer(from: Double, to now: Double) {
        func happens(each hours: Double) -> Bool {
            random.happens(min(1, (now - from) / (hours * 3600)))
        }
        if happens(each: 3) {
            faults.silences += 1
            silentUntil = max(silentUntil, now + random.number(in: Self.silenceInSeconds))
        }
        if happens(each: 2) {
            faults.kills += 1
            restart(rebootingAt: nil)
        }
        if power == .always, happens(each: 12) {
            faults.powerCuts += 1
            silentUntil = max(silentUntil, now + random.number(in: Self.outageInSeconds))
            restart(rebootingAt: now)
        }
    }

    private mutating func hasPower(isAtRest: Bool, at now: Double) -> Bool {
        guard power == .withIgnition else { return true }
        guard isAtRest else {
            if let since = restingSince, now - since > Self.ignitionDelayInSeconds {
                faults.powerCuts += 1
                restart(rebootingAt: now - 1)
            }
            restingSince = nil
            return true
        }
        restingSince = restingSince ?? now
        return restingSince.map { now - $0 <= Self.ignitionDelayInSeconds } ?? true
    }

    private mutating func take(_ fix: Location, at now: Double) {
        var fix = fix
        let instant = BootInstant(sinceBoot: .seconds(now - bootedAt))
        if random.happens(1 / 1200) {
            faults.wildFixes += 1
            fix = moved(fix, byMeters: random.number(in: 500...5000))
        }
        let taken = Location(
            coordinate: fix.coordinate, horizontalAccuracy: fix.horizontalAccuracy,
            timestamp: Self.start.advanced(by: .seconds(now.rounded())), receivedAt: instant)
        note(detector.advance(to: instant))
        guard filter.evaluate(taken, at: instant) == nil else { return }
        note(detector.accepted(taken))
        guard revision != detector.revision else { return }
        revision = detector.revision
        saved = (detector.memory, bootedAt)
    }

    private func moved(_ fix: Location, byMeters meters: Double) -> Location {
        Location(
            coordinate: fix.coordinate.moved(byMeters: meters, bearing: 45), horizontalAccuracy: fix.horizontalAccuracy,
            timestamp: nil, receivedAt: fix.receivedAt)
    }

    /// The service ends without a word, and begins again with what it had saved.
    private mutating func restart(rebootingAt boot: Double?) {
        bootedAt = boot ?? bootedAt
        filter = FixFilter()
        detector = TripDetector(box: "fleet")
        detector.restore(saved.bootedAt == bootedAt ? saved.memory : saved.memory.ofEarlierBoot)
        revision = detector.revision
    }

    private mutating func note(_ changes: [TripDetector.Change]) {
        for change in changes {
            switch change {
            case .started(let trip): started.append(trip.id)
            case .ended(let trip) where trip.state == .final: trips.append(trip)
            case .ended: break
            }
        }
    }

    // MARK: What must hold

    /// What is wrong; empty where no trip was lost, none made up, none told twice, and the odometer is their sum.
    public var failures: [String] {
        var failures: [String] = []
        if !(truth.trips...truth.trips + truth.doubtfulStays).contains(trips.count) {
            failures.append("\(trips.count) trips of \(truth)")
        }
        if Set(trips.map(\.id)).count != trips.count { failures.append("an identity ended twice") }
        if Set(started) != Set(trips.map(\.id)) { failures.append("what began is not what ended") }
        let sum = trips.reduce(0) { $0 + $1.distance }
        if abs(odometer - way) > way * 0.03 { failures.append("the odometer has \(odometer) m of \(way) m") }
        if abs(sum - odometer) > 1 { failures.append("the odometer has \(odometer) m, the trips \(sum) m") }
        for (one, next) in zip(trips, trips.dropFirst()) {
            guard let end = one.end.timestamp, let start = next.start.timestamp, start < end else { continue }
            failures.append("a trip begins at \(start), before the last one has ended")
        }
        return failures
    }

    public var line: String {
        let meanInKilometers = (odometer / 1000 / Double(max(1, trips.count)) * 10).rounded() / 10
        let share = (odometer / way * 1000).rounded() / 10
        let counted = "\(trips.count) trips of \(truth.trips), \(meanInKilometers) km each, \(share) % of the way"
        return "\(kind.rawValue), \(power.rawValue): \(counted); "
            + "\(faults.silences) silences, \(faults.wildFixes) wild fixes, \(faults.kills) kills, "
            + "\(faults.powerCuts) power cuts"
    }
}
