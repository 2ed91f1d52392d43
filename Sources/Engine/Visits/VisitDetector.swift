public import PlacemarkModel

/// Tells where the box comes to stay, and when it leaves: CoreLocation's visits.
///
/// A visit is a stay of three minutes and more. While there is none, `VisitTrail` looks for the beginning of one; while
/// there is one, `OpenVisit` says whether the box still is there. Each fix costs the same, and what is kept has a bound.
public struct VisitDetector: Sendable {

    /// What has become certain. Of two visits the departure from the first is told before the arrival at the second.
    public enum Change: Hashable, Sendable {
        case arrived(Visit)
        case departed(Visit)
    }

    /// As many departed visits are kept.
    public static let mostRecent = 100
    /// While a visit goes on, the memory is worth saving again after so long.
    static let revisionInterval = Duration.seconds(300)
    /// A placemark of a location this near, or as near as that location is accurate, names a visit.
    static let nameRadiusInMeters = 1000.0

    public var settings: VisitSettings
    /// All that must outlive the process.
    public private(set) var memory = Memory()
    /// Changes when the memory is worth saving: on an arrival, a departure and a name, and every five minutes while a
    /// visit goes on.
    ///
    /// So a flash memory is written twelve times an hour at most; and a visit that goes on when the machine loses its
    /// power is remembered as of up to five minutes before. A gap of 25 minutes may then count as one of 30, and a
    /// departure be told up to five minutes too early.
    public private(set) var revision: UInt64 = 0

    private var trail = VisitTrail()
    private var revisedAt: BootInstant?
    /// The newest placemark, for a visit that begins where it was asked for.
    private var newestName: (placemark: Placemark, location: Location)?
    /// The first fix after a reboot that did not tell how long the machine was off.
    private var waitsForTimeSince: BootInstant?

    public init(settings: VisitSettings = VisitSettings()) { self.settings = settings }

    /// The visit that goes on.
    public var current: Visit? { memory.open?.visit }
    /// Where the box stays while it goes on.
    var place: StayingPlace? { memory.open?.place }
    /// The last departed visits, the oldest first.
    public var recent: [Visit] { memory.recent }

    /// Goes on where an earlier run has ended. Without effect once there has been a fix, or when the memory holds what
    /// no run can have left (a damaged file that still can be read).
    public mutating func restore(_ memory: Memory) {
        guard self.memory.lastFix == nil, memory.isSound else { return }
        self.memory = memory
        self.memory.recent = Array(memory.recent.suffix(Self.mostRecent))
    }

    /// Takes an accepted fix into account, and says what follows from it.
    public mutating func accepted(_ location: Location) -> [Change] {
        guard knowsGap(before: location) else { return [] }
        defer { memory.lastFix = FixTime(location) }
        var changes: [Change] = []
        if let last = memory.lastFix, last.at.duration(to: location.receivedAt) > settings.longestGap {
            trail.clear()
            depart(&changes)
        }
        switch memory.open?.observe(location, settings) {
        case .inside:
            trail.clear()
            reviseNowAndThen(at: location.receivedAt)
            return changes
        case .doubtful: reviseNowAndThen(at: location.receivedAt)
        case .outside: depart(&changes)
        case nil: break
        }
        // What is less accurate than any stay is large cannot tell a stay from a walk.
        guard location.horizontalAccuracy ?? 0 <= settings.largestRadiusInMeters else { return changes }
        trail.add(location, settings)
        if memory.open == nil { arrive(at: location, &changes) }
        return changes
    }

    /// No more fixes will come, at least for a while: what is known is worth saving as it is now.
    public mutating func sourceEnded() {
        if memory.open != nil { revision += 1 }
    }

    /// Gives the visit that goes on its place, if the placemark is that of a location at the visit. Of several such the
    /// one from nearest by stays. The newest placemark is kept for the visit that may begin there.
    public mutating func named(_ placemark: Placemark, at location: Location) {
        newestName = (placemark, location)
        guard nameVisit() else { return }
        revision += 1
    }

    private mutating func nameVisit() -> Bool {
        guard let (placemark, location) = newestName, let visit = current else { return false }
        let distance = visit.coordinate.distance(to: location.coordinate)
        guard distance <= max(Self.nameRadiusInMeters, location.horizontalAccuracy ?? 0) else { return false }
        return memory.open?.name(placemark, distanceInMeters: distance) ?? false
    }

    private mutating func arrive(at location: Location, _ changes: inout [Change]) {
        guard let slices = trail.stay(at: location.receivedAt, settings) else { return }
        trail.clear()
        let open = OpenVisit(slices, until: location)
        memory.open = open
        _ = nameVisit()
        changes.append(.arrived(memory.open?.visit ?? open.visit))
        revise(at: location.receivedAt)
    }

    private mutating func depart(_ changes: inout [Change]) {
        guard let visit = memory.open?.ended else { return }
        memory.open = nil
        memory.recent = memory.recent.suffix(Self.mostRecent - 1) + [visit]
        changes.append(.departed(visit))
        revision += 1
    }

    private mutating func reviseNowAndThen(at now: BootInstant) {
        if let revisedAt, revisedAt.duration(to: now) < Self.revisionInterval { return }
        revise(at: now)
    }

    private mutating func revise(at now: BootInstant) {
        revision += 1
        revisedAt = now
    }

    /// Whether the time since the last fix is known: always, but for the first moments after a reboot.
    private mutating func knowsGap(before location: Location) -> Bool {
        guard memory.isOfEarlierBoot else { return true }
        if memory.bridgeReboot(to: FixTime(location)) { return true }
        // The first fixes of a receiver often come without a time.
        let since = waitsForTimeSince ?? location.receivedAt
        waitsForTimeSince = since
        guard since.duration(to: location.receivedAt) >= settings.patience else { return false }
        memory.isOfEarlierBoot = false
        return true
    }
}
