import PlacemarkModel

/// The last ten minutes of a trip, in slices of ten seconds: they tell whether the box has come to stay.
///
/// Each slice holds what had been measured when it began, so that the jitter of a stay does not count for the trip that has
/// ended with its beginning.
struct TripTrail: Sendable {
    struct Entry: Sendable {
        var slice: VisitTrail.Slice
        var meter: TripMeter
    }

    /// Where a trip has ended.
    struct Arrival: Sendable {
        var point: TripPoint
        var meter: TripMeter
        /// The stay: its middle, and how the fixes lie round it.
        var middle: Coordinate
        var accuracy: Double
        var meanDistance: Double
    }

    static let sliceLength = Duration.seconds(10)
    /// More than there are when every slice is tried as a beginning in time.
    private static let mostEntries = 80
    /// One slice in so many may lie elsewhere.
    private static let slicesToAnOutlier = 8

    private var entries: [Entry] = []

    /// - Parameter meter: what had been measured before this fix.
    /// Returns whether a slice has begun with it.
    mutating func add(_ fix: Location, before meter: TripMeter) -> Bool {
        if let last = entries.last, last.slice.start.at.duration(to: fix.receivedAt) < Self.sliceLength {
            entries[entries.count - 1].slice.add(fix)
            return false
        }
        if entries.count == Self.mostEntries { entries.removeFirst() }
        entries.append(Entry(slice: .init(fix), meter: meter))
        return true
    }

    var isEmpty: Bool { entries.isEmpty }

    mutating func clear() { entries.removeAll() }

    /// Where the box has come to stay, if it has: the slices span ten minutes up to `now`, and lie together.
    /// Forgets what is too old to be the beginning of a stay.
    mutating func arrival(at now: BootInstant) -> Arrival? {
        // Each slice is tried once as a beginning, in the moment in which it is old enough.
        while let first = entries.first, first.slice.start.at.duration(to: now) >= TripRules.stay {
            if let arrival = Self.stay(entries[...], radius: radius) { return arrival }
            entries.removeFirst()
        }
        return nil
    }

    /// Where the box stands at the end, if it has for three minutes.
    func standstill(at now: BootInstant) -> Arrival? {
        let recent = entries.drop { $0.slice.start.at.duration(to: now) > TripRules.provisionalStay + Self.sliceLength }
        guard let first = recent.first, first.slice.start.at.duration(to: now) >= TripRules.provisionalStay else {
            return nil
        }
        return Self.stay(recent, radius: TripRules.stayRadius)
    }

    /// Where the box was when it had come to the place in which it was last.
    var tail: Arrival? {
        guard let last = entries.last else { return nil }
        let end = last.slice.middle
        let still = entries.reversed().prefix { $0.slice.middle.distanceInMeters(to: end) <= TripRules.nearRadius }
        guard let first = still.last else { return nil }
        return Self.arrival(first, Array(still), middle: end)
    }

    /// How far slices may lie from their middle: fixes of a lower accuracy scatter more when the box is at rest.
    private var radius: Double {
        let accuracies = entries.map(\.slice.accuracyInMeters).sorted()
        return max(TripRules.stayRadius, min(accuracies[accuracies.count / 2], TripRules.leavingDistance))
    }

    /// Whether all slices but a few lie round their common middle, the first and the last among them, and the box has
    /// not moved on from the first half to the second: a slow walk stays within any radius for a while.
    private static func stay(_ entries: ArraySlice<Entry>, radius: Double) -> Arrival? {
        let middles = entries.map(\.slice.middle)
        let middle = SIMD3.median(of: middles)
        func isNear(_ point: SIMD3<Double>) -> Bool { point.distanceInMeters(to: middle) <= radius }
        guard let first = middles.first, let last = middles.last, isNear(first), isNear(last),
            middles.count(where: { !isNear($0) }) <= middles.count / slicesToAnOutlier
        else { return nil }
        if middles.count >= 2 {
            let (earlier, later) = (middles.prefix(middles.count / 2), middles.suffix(middles.count / 2))
            guard SIMD3.median(of: earlier).distanceInMeters(to: SIMD3.median(of: later)) <= radius / 2 else {
                return nil
            }
        }
        let meanDistance = middles.reduce(0) { $0 + $1.distanceInMeters(to: middle) } / Double(middles.count)
        let near = max(TripRules.nearRadius, 1.5 * meanDistance)
        let arrived = entries.first { $0.slice.middle.distanceInMeters(to: middle) <= near }
        return arrived.map { arrival($0, Array(entries), middle: middle) }
    }

    private static func arrival(_ entry: Entry, _ stay: [Entry], middle: SIMD3<Double>) -> Arrival {
        let count = Double(stay.count)
        return Arrival(
            point: TripPoint(entry.slice), meter: entry.meter, middle: Coordinate(middle),
            accuracy: stay.reduce(0) { $0 + $1.slice.accuracyInMeters } / count,
            meanDistance: stay.reduce(0) { $0 + $1.slice.middle.distanceInMeters(to: middle) } / count)
    }
}
