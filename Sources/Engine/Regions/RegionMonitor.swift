public import PlacemarkModel

/// Watches regions: which of them the box is in, and when it crosses a border. `RegionWatch` has the rules.
///
/// There may be very many regions, and nearly all of them are far away. So only the exceptions are held: the regions
/// that the box is in, that it may be about to enter, and that nothing is known of yet. All others are outside.
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
        /// Where it was noticed.
        public let location: Location
    }

    /// The regions of the files.
    public private(set) var files = RegionTable()
    /// Those that were added at run time. One with the identifier of a file's stands in for it.
    private(set) var added = RegionTable()
    /// The exceptions, by identifier.
    private(set) var tracks: [String: RegionWatch] = [:]
    /// Whether the regions of the files without a track are known to be outside. If not, nothing is known of them.
    private(set) var isSettled = false
    /// Goes up whenever `memory` changes.
    public private(set) var revision: UInt64 = 0

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
    public var inside: [String] { tracks.filter { $0.value.state == .inside }.keys.sorted() }

    /// Where the box is, seen from this region: CoreLocation's `requestState`. Nil when there is no such region.
    public func state(of identifier: String) -> RegionState? {
        if let track = tracks[identifier] { return track.state }
        if added[identifier] != nil { return .outside }
        return files[identifier].map { _ in isSettled ? .outside : .unknown }
    }

    // MARK: Which regions

    /// Watches these regions of files instead of those before. What is known of a region stays known as long as its
    /// shape is the same; nothing is known of the others, so that they cause no event by being new.
    public mutating func replace(files table: RegionTable) {
        let old = files
        files = table
        revision += 1
        for identifier in Array(tracks.keys) where added[identifier] == nil {
            guard let entry = files[identifier] else {
                tracks[identifier] = nil
                continue
            }
            if entry.region.shape != old[identifier]?.region.shape { tracks[identifier] = RegionWatch(.unknown) }
        }
        guard isSettled else { return }
        guard let last else {
            isSettled = files.fingerprint == old.fingerprint
            return
        }
        forgetOutside(around: last) { $0.region.shape != old[$0.region.identifier]?.region.shape }
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
        let wasKnown = old?.region.shape == region.shape && state(of: identifier) != .unknown
        if !wasKnown { tracks[identifier] = RegionWatch(.unknown) }
        added = RegionTable(entries: others + [RegionTable.Entry(region)])
        revision += 1
    }

    /// Ends the watch of a region that was added at run time. Leaving it in this way is not an event. A region of a file
    /// that it stood in for is watched again; when that has the same shape, what is known of it stays known.
    public mutating func remove(identifier: String) throws(RegionChangeError) {
        guard let old = added[identifier] else {
            throw files[identifier] == nil ? .noSuchRegion(identifier) : .isInFile(identifier)
        }
        added = RegionTable(entries: added.entries.filter { $0.region.identifier != identifier })
        if let uncovered = files[identifier] {
            if uncovered.region.shape != old.region.shape { tracks[identifier] = RegionWatch(.unknown) }
        } else {
            tracks[identifier] = nil
        }
        revision += 1
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
            revision += 1
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
            if tracks[index].value.state != before { revision += 1 }
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
    mutating func restore(added: RegionTable, tracks: [String: RegionWatch], isSettled: Bool) {
        self.added = added
        self.tracks = tracks
        self.isSettled = isSettled
        revision += 1
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
