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

    /// By the identifiers of the regions.
    private var watches: [String: BeaconWatch] = [:]
    private var beacons: [BeaconIdentity: RangedBeacon] = [:]
    /// Since when somebody has listened without a break; nil while nobody does.
    private var listening: BootInstant?
    private var lastReport: BootInstant?
    /// Why nobody does, in words for a person.
    private var fault: String?
    private var malformed = 0
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
            if watches.removeValue(forKey: identifier) != nil { revision += 1 }
            return
        }
        let watch = BeaconWatch(constraint, silence: region.exitAfter, dwell: region.dwell)
        if let old = watches[identifier], old.isLike(watch) { return }
        watches[identifier] = watch
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
        (listening, lastReport, fault) = (listening ?? now, now, nil)
        for observation in hearing.observations where observation.isBelievable {
            let regions = watches.filter { $0.value.constraint.matches(observation.identity) }.map(\.key)
            guard !regions.isEmpty else { continue }
            range(observation, at: now)
            for identifier in regions {
                let before = watches[identifier]?.state
                if let crossing = watches[identifier]?.heard(at: now) {
                    transitions.append(Transition(crossing: crossing, identifier: identifier))
                }
                if watches[identifier]?.state != before { revision += 1 }
            }
        }
        return transitions.sorted {
            ($0.crossing.rawValue, $0.identifier) < ($1.crossing.rawValue, $1.identifier)
        }
    }

    /// Nobody listens any more. What is known of the regions stays known.
    mutating func deafened(because reason: String?) { (listening, fault) = (nil, reason) }

    /// What has not been heard for long is left, and forgotten.
    mutating func advance(to now: BootInstant) -> [Transition] {
        if isSilent(at: now) { deafened(because: Self.silentListener) }
        guard let listening else { return [] }
        var transitions: [Transition] = []
        for identifier in watches.keys.sorted() {
            let before = watches[identifier]?.state
            if let crossing = watches[identifier]?.advance(to: now, listening: listening) {
                transitions.append(Transition(crossing: crossing, identifier: identifier))
            }
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

    private func isSilent(at now: BootInstant) -> Bool {
        guard listening != nil, let lastReport else { return false }
        return lastReport.duration(to: now) > Self.patience
    }

    private mutating func range(_ observation: BeaconObservation, at now: BootInstant) {
        if beacons[observation.identity] != nil {
            beacons[observation.identity]?.heard(observation, at: now)
            return
        }
        if beacons.count >= Self.mostBeacons {
            guard let oldest = beacons.min(by: { $0.value.heardAt < $1.value.heardAt }),
                oldest.value.heardAt.duration(to: now) > Self.longestSilence
            else { return }
            beacons[oldest.key] = nil
        }
        beacons[observation.identity] = RangedBeacon(observation, at: now)
    }

    // MARK: What it tells

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
        return fault ?? "placemark-beacons is not connected"
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
