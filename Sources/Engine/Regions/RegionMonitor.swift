public import PlacemarkModel

/// Watches regions: which of them the box is in, and when it crosses a border. `RegionWatch` has the rules.
///
/// There may be very many regions, and nearly all of them are far away. So only the exceptions are held: the regions
/// that the box is in, that it may be about to enter, and that nothing is known of yet. All others are outside. For those
/// that name a beacon `BeaconMonitor` says where the box is.
public struct RegionMonitor: Sendable {
    /// How many regions may be added at run time. More are better kept in files.
    public static let mostAddedRegions = 1000
    /// The most corners that all regions have which are added: they are written to a file, whole, with every crossing.
    public static let mostAddedCorners = 200_000
    /// For a receiver that does not tell its accuracy: that of a plain one under open sky, with room to spare.
    static let usualAccuracyInMeters = 25.0

    /// A border that was crossed.
    public struct Transition: Hashable, Sendable {
        public let crossing: RegionCrossing
        public let region: Region
        /// Where it was noticed; nil when a beacon has told it, and no fix where.
        public let location: Location?
    }

    /// The regions of the files.
    public private(set) var files = RegionTable()
    /// Those that were added at run time. One with the identifier of a file's stands in for it.
    private(set) var added = RegionTable()
    /// The exceptions, by identifier.
    private(set) var tracks: [String: RegionWatch] = [:]
    /// Whether the regions of the files without a track are known to be outside. If not, nothing is known of them.
    private(set) var isSettled = false
    /// For the regions that name a beacon.
    public private(set) var beacons = BeaconMonitor()
    private var ownRevision: UInt64 = 0
    /// Goes up whenever `memory` changes.
    public var revision: UInt64 { ownRevision + beacons.revision }

    private var scatter = FixScatter()
    private var last: RegionFix?
    private var found: [Int] = []

    public init() {}

    /// How many regions are watched.
    public var count: Int {
        let standIns = added.entries.count { files[$0.region.identifier] != nil }
        return files.entries.count + added.entries.count - standIns
    }
    public var isEmpty: Bool { files.entries.isEmpty && added.entries.isEmpty }

    /// The identifiers of the regions that the box is in, in alphabetical order.
    public var inside: [String] {
        (tracks.filter { $0.value.state == .inside }.map(\.key) + beacons.inside).sorted()
    }

    /// Where the box is, seen from this region: CoreLocation's `requestState`. Nil when there is no such region.
    public func state(of identifier: String) -> RegionState? {
        if let state = beacons.state(of: identifier) { return state }
        if let track = tracks[identifier] { return track.state }
        if added[identifier] != nil { return .outside }
        return files[identifier].map { _ in isSettled ? .outside : .unknown }
    }

    /// The shape of a region; nil when there is none of this name.
    func geometry(of identifier: String) -> RegionGeometry? { entry(identifier)?.geometry }

    // MARK: Which regions

    /// Watches these regions of files instead of those before. What is known of a region stays known as long as its
    /// shape is the same; nothing is known of the others, so that they cause no event by being new.
    public mutating func replace(files table: RegionTable) {
        let old = files
        files = table
        for identifier in old.beacons + files.beacons { watchBeacon(of: identifier) }
        ownRevision += 1
        for identifier in Array(tracks.keys) where added[identifier] == nil {
            guard let entry = files[identifier] else {
                tracks[identifier] = nil
                continue
            }
            if entry.region.ground != old[identifier]?.region.ground { tracks[identifier] = RegionWatch(.unknown) }
        }
        guard isSettled else { return }
        guard let last else {
            isSettled = files.fingerprint == old.fingerprint
            return
        }
        forgetOutside(around: last) { $0.region.ground != old[$0.region.identifier]?.region.ground }
    }

    /// Carries the change out, or says why it cannot be.
    mutating func apply(_ change: RegionChange) throws(RegionChangeError) {
        switch change {
        case .add(let region): try add(region)
        case .remove(let identifier): try remove(identifier: identifier)
        }
    }

    /// Watches one more region. Another one with its identifier is replaced; when that has the same shape, what is
    /// known of it stays known.
    public mutating func add(_ region: Region) throws(RegionChangeError) {
        do throws(RegionMistake) { try region.validate() } catch { throw .invalid(error) }
        let identifier = region.identifier
        let others = added.entries.filter { $0.region.identifier != identifier }
        let cornerCount = others.reduce(region.cornerCount) { $0 + $1.region.cornerCount }
        guard others.count < Self.mostAddedRegions, cornerCount <= Self.mostAddedCorners else { throw .tooMany }
        let old = added[identifier] ?? files[identifier]
        let wasKnown = old?.region.ground == region.ground && state(of: identifier) != .unknown
        if !wasKnown { tracks[identifier] = RegionWatch(.unknown) }
        added = RegionTable(entries: others + [RegionTable.Entry(region)])
        watchBeacon(of: identifier)
        ownRevision += 1
    }

    /// Ends the watch of a region that was added at run time. Leaving it in this way is not an event. A region of a file
    /// that it stood in for is watched again; when that has the same shape, what is known of it stays known.
    public mutating func remove(identifier: String) throws(RegionChangeError) {
        guard let old = added[identifier] else {
            throw files[identifier] == nil ? .noSuchRegion(identifier) : .isInFile(identifier)
        }
        added = RegionTable(entries: added.entries.filter { $0.region.identifier != identifier })
        if let uncovered = files[identifier] {
            if uncovered.region.ground != old.region.ground { tracks[identifier] = RegionWatch(.unknown) }
        } else {
            tracks[identifier] = nil
        }
        watchBeacon(of: identifier)
        ownRevision += 1
    }

    /// Where beacons decide, fixes do not.
    private mutating func watchBeacon(of identifier: String) {
        let region = entry(identifier)?.region
        beacons.watch(region, named: identifier)
        if region?.beacon != nil { tracks[identifier] = nil }
    }

    // MARK: Where the box is

    /// Takes an accepted fix into account. Returns the crossings that somebody wants to know of: exits first, each in
    /// the order of the identifiers.
    public mutating func accepted(_ location: Location) -> [Transition] {
        scatter.accepted(location.coordinate, at: location.receivedAt)
        let fix = RegionFix(
            location, accuracy: max(location.horizontalAccuracy ?? Self.usualAccuracyInMeters, scatter.radiusInMeters),
            after: last)
        defer { last = fix }
        if !isSettled {
            forgetOutside(around: fix) { _ in true }
            isSettled = true
            ownRevision += 1
        }
        var transitions: [Transition] = []
        var hasOrdinary = false
        for index in tracks.indices {
            guard let entry = entry(tracks[index].key) else { continue }
            let before = tracks[index].value.state
            let crossing = tracks.values[index].accepted(fix, in: entry.geometry, dwell: entry.region.dwell)
            if let crossing, entry.region.notifies(crossing) {
                transitions.append(Transition(crossing: crossing, region: entry.region, location: location))
            }
            if tracks[index].value.state != before { ownRevision += 1 }
            hasOrdinary = hasOrdinary || tracks[index].value.isOrdinary
        }
        files.find(fix.box, into: &found)
        for position in found where added[files.entries[position].region.identifier] == nil {
            approach(files.entries[position], fix)
        }
        added.find(fix.box, into: &found)
        for position in found { approach(added.entries[position], fix) }
        if hasOrdinary { tracks = tracks.filter { !$0.value.isOrdinary } }
        if transitions.count > 1 {
            transitions.sort {
                ($0.crossing.rawValue, $0.region.identifier) < ($1.crossing.rawValue, $1.region.identifier)
            }
        }
        return transitions
    }

    /// Begins to track a region that was outside, if the box may be about to enter it.
    private mutating func approach(_ entry: RegionTable.Entry, _ fix: RegionFix) {
        guard tracks[entry.region.identifier] == nil else { return }
        var track = RegionWatch(.outside)
        // It takes two fixes to cross a border, so this one brings no event.
        _ = track.accepted(fix, in: entry.geometry, dwell: entry.region.dwell)
        if !track.isOrdinary { tracks[entry.region.identifier] = track }
    }

    private func entry(_ identifier: String) -> RegionTable.Entry? { added[identifier] ?? files[identifier] }

    /// Makes regions of files unknown that have no track and are not far from a fix.
    private mutating func forgetOutside(around fix: RegionFix, where isMeant: (RegionTable.Entry) -> Bool) {
        let box = GeoBox(center: fix.coordinate, radiusInMeters: RegionWatch.farInMeters + fix.accuracy)
        files.find(box, into: &found)
        for position in found {
            let entry = files.entries[position]
            let identifier = entry.region.identifier
            guard tracks[identifier] == nil, added[identifier] == nil, isMeant(entry) else { continue }
            tracks[identifier] = RegionWatch(.unknown)
        }
    }

    // MARK: For the memory

    /// Sets what an earlier run knew.
    ///
    /// - Parameter tracks: of all regions that were not outside, whatever they are about.
    mutating func restore(added: RegionTable, tracks: [String: RegionWatch], isSettled: Bool) {
        self.added = added
        self.tracks = tracks
        self.isSettled = isSettled
        for identifier in files.beacons + added.beacons {
            let state = tracks[identifier]?.state ?? (isSettled ? .outside : .unknown)
            watchBeacon(of: identifier)
            beacons.restore(state, of: identifier)
        }
        ownRevision += 1
    }
}

// MARK: Beacons

extension RegionMonitor {
    /// Takes into account what somebody has heard who listens for beacons. Returns the crossings that somebody wants to know
    /// of, likewise.
    ///
    /// - Parameter location: where the box is, if that is known.
    mutating func heard(_ hearing: BeaconHearing, at location: Location?, now: BootInstant) -> [Transition] {
        wanted(beacons.heard(hearing, at: now), at: location)
    }

    /// Nobody listens any more, and why, in words for a person.
    mutating func deafened(because reason: String?) { beacons.deafened(because: reason) }

    /// What is new of beacons for a log; each is told once.
    mutating func takeBeaconNews() -> [BeaconMonitor.News] { beacons.takeNews() }

    /// What has not been heard for long is left.
    mutating func advance(to now: BootInstant, at location: Location?) -> [Transition] {
        wanted(beacons.advance(to: now), at: location)
    }

    private func wanted(_ transitions: [BeaconMonitor.Transition], at location: Location?) -> [Transition] {
        transitions.compactMap { transition in
            guard let region = entry(transition.identifier)?.region, region.notifies(transition.crossing) else {
                return nil
            }
            return Transition(crossing: transition.crossing, region: region, location: location)
        }
    }
}

extension Region {
    fileprivate func notifies(_ crossing: RegionCrossing) -> Bool {
        switch crossing {
        case .exited: notifyOnExit
        case .entered: notifyOnEntry
        }
    }
}
