public import PlacemarkModel

/// Watches the regions that name a beacon, and ranges the beacons that they name: CoreLocation's `startMonitoring(for:)` and
/// `startRangingBeacons(satisfying:)`. `BeaconWatch` and `RangedBeacon` have the rules.
public struct BeaconMonitor: Sendable {
    /// How many beacons are ranged at a time. Regions hear of more: a region may name all beacons of a UUID.
    public static let mostBeacons = 200
    /// A beacon that has been silent for so long makes room for another.
    static let longestSilence = Duration.seconds(10)
    /// Whoever listens reports once a second. One that has not for so long no longer listens, whatever the reason.
    static let patience = Duration.seconds(5)

    /// A region of which one is near now, or no more.
    struct Transition: Hashable {
        let crossing: RegionCrossing
        let identifier: String
    }

    /// What a log should tell.
    enum News: Hashable {
        case listening, notListening(String)
        /// A region's beacon, for the first time after a silence; or the silence has come.
        case heard(String), lost(String)
    }

    /// By the identifiers of the regions.
    private(set) var watches: [String: BeaconWatch] = [:]
    /// Where those regions are of which that is known.
    private(set) var grounds: [String: BeaconGround] = [:]
    private(set) var beacons: [BeaconIdentity: RangedBeacon] = [:]
    /// Since when somebody has listened without a break; nil while nobody does.
    private(set) var listening: BootInstant?
    private(set) var lastReport: BootInstant?
    /// Why nobody does, in words for a person.
    private var fault: String?
    private(set) var malformed = 0
    /// What became of all that was heard.
    private(set) var observations: [StatusSnapshot.ObservationOutcome: Int] = [:]
    /// For the log, since it was taken the last time.
    private(set) var news: [News] = []
    /// Goes up whenever a region's state changes.
    private(set) var revision: UInt64 = 0

    public init() {}

    /// How many regions name a beacon.
    var count: Int { watches.count }
    /// What somebody has to listen for; in no order, and each once.
    public var constraints: Set<BeaconConstraint> { Set(watches.values.map(\.constraint)) }

    func state(of identifier: String) -> RegionState? { watches[identifier]?.state }
    var inside: [String] { watches.filter { $0.value.state == .inside }.map(\.key) }
    var unknown: [String] { watches.filter { $0.value.state == .unknown }.map(\.key) }

    // MARK: Which regions

    /// Watches a region, or ends the watch of what is named so. What is known of one stays known while it names the same beacon.
    mutating func watch(_ region: Region?, named identifier: String) {
        guard let region, let constraint = region.beacon else {
            grounds[identifier] = nil
            if watches.removeValue(forKey: identifier) != nil { revision += 1 }
            return
        }
        grounds[identifier] = BeaconGround(region.shape)
        guard watches[identifier]?.constraint != constraint else {
            watches[identifier]?.follow(silence: region.exitAfter, dwell: region.dwell)
            return
        }
        watches[identifier] = BeaconWatch(constraint, silence: region.exitAfter, dwell: region.dwell)
        revision += 1
    }

    /// Sets what an earlier run knew of a region.
    mutating func restore(_ state: RegionState, of identifier: String) {
        guard let watch = watches[identifier] else { return }
        watches[identifier] = BeaconWatch(
            watch.constraint, silence: watch.silence, dwell: watch.dwell, state: state)
        revision += 1
    }

    // MARK: What is heard

    /// Takes into account what somebody has heard who listens. Returns the crossings, the exits first.
    mutating func heard(_ hearing: BeaconHearing, at now: BootInstant) -> [Transition] {
        malformed = hearing.malformed
        guard hearing.fault == nil else {
            deafened(because: hearing.fault)
            return []
        }
        var transitions = advance(to: now)
        if listening == nil { news.append(.listening) }
        let beginning = listening ?? now
        (listening, lastReport, fault) = (beginning, now, nil)
        for (identifier, watch) in watches where !watch.isListenedFor { watches[identifier]?.begin(at: now) }
        for observation in hearing.observations {
            guard observation.isBelievable else {
                count(.notBelieved)
                continue
            }
            let regions = watches.filter { $0.value.constraint.matches(observation.identity) }.map(\.key)
            guard !regions.isEmpty else {
                count(.unwanted)
                continue
            }
            count(range(observation, at: now) ? .taken : .tooMany)
            for identifier in regions {
                let before = watches[identifier]?.state
                if watches[identifier]?.isHeard == false { news.append(.heard(identifier)) }
                if let crossing = watches[identifier]?.heard(at: now, listening: beginning) {
                    transitions.append(Transition(crossing: crossing, identifier: identifier))
                }
                if watches[identifier]?.state != before { revision += 1 }
            }
        }
        return transitions.sorted {
            ($0.crossing.rawValue, $0.identifier) < ($1.crossing.rawValue, $1.identifier)
        }
    }

    private mutating func count(_ outcome: StatusSnapshot.ObservationOutcome) { observations[outcome, default: 0] += 1 }

    /// Nobody listens any more. What is known of the regions stays known.
    mutating func deafened(because reason: String?) {
        if let reason, reason != fault || listening != nil, reason != BeaconsFault.beginning, !watches.isEmpty {
            news.append(.notListening(reason))
        }
        (listening, fault) = (nil, reason)
    }

    /// What is new for a log; each is told once.
    mutating func takeNews() -> [News] {
        guard !news.isEmpty else { return [] }
        defer { news = [] }
        return news
    }

    /// What has not been heard for long is left, and forgotten.
    mutating func advance(to now: BootInstant) -> [Transition] {
        if isSilent(at: now) { deafened(because: Self.silentListener) }
        guard let listening else { return [] }
        var transitions: [Transition] = []
        for identifier in watches.keys.sorted() {
            let (before, wasHeard) = (watches[identifier]?.state, watches[identifier]?.isHeard)
            if let crossing = watches[identifier]?.advance(to: now, listening: listening) {
                transitions.append(Transition(crossing: crossing, identifier: identifier))
            }
            if wasHeard == true, watches[identifier]?.isHeard == false { news.append(.lost(identifier)) }
            if watches[identifier]?.state != before { revision += 1 }
        }
        return transitions
    }

    /// When the next region is left unless its beacon is heard before.
    var deadline: BootInstant? {
        guard let listening else { return nil }
        return watches.values.compactMap { $0.deadline(listening: listening) }.min()
    }

    private static let silentListener = "placemark-beacons is connected, and reports nothing"

    func isSilent(at now: BootInstant) -> Bool {
        guard listening != nil, let lastReport else { return false }
        return lastReport.duration(to: now) > Self.patience
    }

    /// Returns false when as many beacons are ranged as may be.
    private mutating func range(_ observation: BeaconObservation, at now: BootInstant) -> Bool {
        if beacons[observation.identity] != nil {
            beacons[observation.identity]?.heard(observation, at: now)
            return true
        }
        if beacons.count >= Self.mostBeacons {
            guard let other = replaceable(by: observation.identity, at: now) else { return false }
            beacons[other] = nil
        }
        beacons[observation.identity] = RangedBeacon(observation, at: now)
        return true
    }

    /// Which beacon makes room for another: one that has been silent for long. For one that a region names by all of its identity,
    /// also the longest silent of those that no region names so: anybody may send a thousand identities of one UUID.
    private func replaceable(by identity: BeaconIdentity, at now: BootInstant) -> BeaconIdentity? {
        let oldest = beacons.min { $0.value.heardAt < $1.value.heardAt }
        if let oldest, oldest.value.heardAt.duration(to: now) > Self.longestSilence { return oldest.key }
        let exactly = BeaconConstraint(exactly: identity)
        guard watches.values.contains(where: { $0.constraint == exactly }) else { return nil }
        let constraints = constraints
        return beacons.filter { !constraints.contains(BeaconConstraint(exactly: $0.key)) }
            .min { $0.value.heardAt < $1.value.heardAt }?.key
    }

    // MARK: What it tells

    /// Nil while no region names a beacon.
    func summary(at now: BootInstant) -> BeaconsSummary? {
        guard !watches.isEmpty else { return nil }
        let isListening = listening != nil && !isSilent(at: now)
        return BeaconsSummary(
            regions: watches.count, heard: watches.values.count(where: \.isHeard), isListening: isListening,
            reason: isListening ? nil : reason(at: now))
    }

    /// The beacons of the last half minute, the nearest first.
    public func report(at now: BootInstant) -> BeaconsReport {
        let heard = beacons.compactMap { identity, beacon -> Beacon? in
            let regions = watches.filter { $0.value.constraint.matches(identity) }
            guard let silence = regions.values.map(\.silence).max(), beacon.heardAt.duration(to: now) < silence else {
                return nil
            }
            return beacon.report(identity, regions: regions.keys.sorted(), at: now)
        }
        let sorted = heard.sorted { left, right in
            (left.distance ?? .infinity, left.age, left.sortKey) < (
                right.distance ?? .infinity, right.age, right.sortKey
            )
        }
        let isListening = listening != nil && !isSilent(at: now)
        return BeaconsReport(
            beacons: sorted, isListening: isListening,
            reason: isListening ? nil : reason(at: now), regions: watches.count, malformed: malformed)
    }
}

extension BeaconMonitor {
    /// Why nobody listens.
    private func reason(at now: BootInstant) -> String {
        if watches.isEmpty { return "no region names a beacon" }
        if isSilent(at: now) { return Self.silentListener }
        return fault ?? BeaconsFault.noListener
    }
}

extension BeaconObservation {
    /// Whether a receiver can have heard it: one that tells of nothing but impossible strengths has not.
    fileprivate var isBelievable: Bool {
        strengths.isEmpty || strengths.contains(where: Self.plausibleStrengths.contains)
    }
}

extension Beacon {
    /// An order for what is equally near.
    fileprivate var sortKey: String {
        (uuid ?? namespace ?? address ?? "") + " \(major ?? 0) \(minor ?? 0) " + (instance ?? "")
    }
}
