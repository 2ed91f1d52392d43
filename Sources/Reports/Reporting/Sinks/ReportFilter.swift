public import PlacemarkModel

/// Which events of the daemon become reports of one sink, and when.
///
/// A location that comes too soon after the last one is held, and goes out when its time has come unless a newer one takes its
/// place: so the last position before a rest is told, too. Another event does not let it out; where that has a newer position, the
/// held location takes it over.
public struct ReportFilter: Sendable {
    /// What the sink's file says.
    public struct Rules: Hashable, Sendable {
        public var kinds = Set(ReportKind.allCases)
        /// The least time between two locations.
        public var interval: Duration = .seconds(10)
        /// How far a location must be from the last one that was reported.
        public var distanceInMeters = 0.0
        /// After so much silence the whole state is told; zero for never.
        public var heartbeat: Duration = .seconds(900)

        public init() {}
    }

    public let rules: Rules
    private var lastLocation: (at: BootInstant, coordinate: Coordinate)?
    private var held: Happening?
    /// The last report of any kind; before the first one the time at which the filter was made.
    private var lastReport: BootInstant

    public init(_ rules: Rules, at now: BootInstant) {
        self.rules = rules
        lastReport = now
    }

    /// The reports that an event brings about: none, or itself.
    public mutating func take(_ happening: Happening, at now: BootInstant) -> [Happening] {
        guard rules.kinds.contains(happening.kind) else { return [] }
        guard happening.kind == .location, let location = happening.event?.location else {
            bringUpToDate(by: happening)
            lastReport = now
            return [happening]
        }
        if let last = lastLocation, last.coordinate.distance(to: location.coordinate) < rules.distanceInMeters {
            held = nil
            return []
        }
        held = happening
        return due(at: now)
    }

    /// What is held must not be older than what has been told: a receiver would show it as the present.
    private mutating func bringUpToDate(by happening: Happening) {
        guard var later = held, let event = happening.event else { return }
        if event.status?.location != nil {
            // The whole state tells it.
            held = nil
        } else if let location = event.location {
            (later.moment, later.regions) = (happening.moment, happening.regions)
            later.event?.location = location
            later.event?.elapsed = event.elapsed
            held = later
        }
    }

    /// What was held and whose time has come.
    public mutating func due(at now: BootInstant) -> [Happening] {
        guard let held, lastLocation.map({ $0.at.advanced(by: rules.interval) <= now }) ?? true else { return [] }
        return [release(held, at: now)]
    }

    /// Whether it is time to tell the whole state. The state then comes back through `take`.
    public func wantsHeartbeat(at now: BootInstant) -> Bool {
        rules.heartbeat > .zero && rules.kinds.contains(.heartbeat)
            && lastReport.advanced(by: rules.heartbeat) <= now
    }

    /// When `due` or `wantsHeartbeat` has to be asked again; nil when nothing happens without an event.
    public var wakeAt: BootInstant? {
        let heldUntil = held == nil ? nil : lastLocation?.at.advanced(by: rules.interval)
        let beats = rules.heartbeat > .zero && rules.kinds.contains(.heartbeat)
        let heartbeat = beats ? lastReport.advanced(by: rules.heartbeat) : nil
        return [heldUntil, heartbeat].compactMap(\.self).min()
    }

    private mutating func release(_ location: Happening, at now: BootInstant) -> Happening {
        held = nil
        lastReport = now
        if let coordinate = location.event?.location?.coordinate { lastLocation = (now, coordinate) }
        return location
    }
}
