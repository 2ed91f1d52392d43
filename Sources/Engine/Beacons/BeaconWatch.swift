import PlacemarkModel

/// The rules for one region that names a beacon, as CoreLocation has them: entered with the first sighting, or after the dwell;
/// left after a silence. What was unknown before becomes inside or outside likewise, but silently.
///
/// While nobody listens nothing changes: a radio that is switched off is no beacon that has gone.
struct BeaconWatch: Hashable, Sendable {
    let constraint: BeaconConstraint
    /// How long it must not be heard until it counts as left.
    private(set) var silence: Duration
    private(set) var dwell: Duration
    private(set) var state: RegionState
    /// Whether one of its beacons has been heard, and no silence has followed.
    var isHeard: Bool { heardSince != nil }
    /// Whether somebody has listened for its beacons. Who listened before there was the region has not.
    var isListenedFor: Bool { since != nil }
    private var since: BootInstant?
    private var lastHeard: BootInstant?
    /// Since when it has been heard, without a silence.
    private var heardSince: BootInstant?

    init(_ constraint: BeaconConstraint, silence: Duration, dwell: Duration, state: RegionState = .unknown) {
        (self.constraint, self.silence, self.dwell, self.state) = (constraint, silence, dwell, state)
    }

    /// Other rules for the same beacons. What is known stays known.
    mutating func follow(silence: Duration, dwell: Duration) { (self.silence, self.dwell) = (silence, dwell) }

    /// Somebody listens for its beacons.
    mutating func begin(at now: BootInstant) { since = since ?? now }

    /// One of its beacons has been heard. Returns the crossing that this brings.
    ///
    /// - Parameter listening: since when somebody has listened without a break.
    mutating func heard(at now: BootInstant, listening: BootInstant) -> RegionCrossing? {
        // Whether it was there while nobody listened is not known: a dwell begins anew.
        if let lastHeard, lastHeard < listening { heardSince = now }
        lastHeard = now
        heardSince = heardSince ?? now
        return settle(at: now)
    }

    /// - Parameter listening: since when somebody has listened without a break.
    mutating func advance(to now: BootInstant, listening: BootInstant) -> RegionCrossing? {
        guard let end = silenceEnd(listening: listening), now >= end else { return nil }
        heardSince = nil
        defer { state = .outside }
        return state == .inside ? .exited : nil
    }

    /// When it counts as left unless it is heard before; nil when it does already, or nobody listens for it yet.
    func deadline(listening: BootInstant) -> BootInstant? {
        state == .outside && heardSince == nil ? nil : silenceEnd(listening: listening)
    }

    private func silenceEnd(listening: BootInstant) -> BootInstant? {
        since.map { max(lastHeard ?? $0, listening).advanced(by: silence) }
    }

    private mutating func settle(at now: BootInstant) -> RegionCrossing? {
        guard state != .inside, let heardSince else { return nil }
        // What was unknown may have been inside for long.
        guard state == .unknown || heardSince.duration(to: now) >= dwell else { return nil }
        defer { state = .inside }
        return state == .outside ? .entered : nil
    }
}
