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
        let first = Self.beginning(
            of: entries.endIndex - 1, in: entries[...], around: end, near: TripRules.nearRadius)
        return Self.arrival(entries[first], Array(entries[first...]), middle: end)
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
        guard let index = entries.firstIndex(where: { $0.slice.middle.distanceInMeters(to: middle) <= near })
        else { return nil }
        let arrived = beginning(of: index, in: entries, around: middle, near: near)
        return arrival(entries[arrived], Array(entries), middle: middle)
    }

    /// The first slice of a row that ends with this one, and lies near the middle of a stay. When the receiver fell silent
    /// within reach of the stay, the silence is a part of it, and so are the slices before that lie near the last place.
    private static func beginning(
        of index: Int, in entries: ArraySlice<Entry>, around middle: SIMD3<Double>, near: Double
    ) -> Int {
        var (first, place) = (index, middle)
        while first > entries.startIndex {
            let (earlier, later) = (entries[first - 1].slice, entries[first].slice)
            let isSilence = earlier.start.at.duration(to: later.start.at) >= TripRules.silenceOfArrival
            if isSilence, earlier.middle.distanceInMeters(to: middle) <= TripRules.stayRadius { place = earlier.middle }
            guard earlier.middle.distanceInMeters(to: place) <= near else { break }
            first -= 1
        }
        return first
    }

    private static func arrival(_ entry: Entry, _ stay: [Entry], middle: SIMD3<Double>) -> Arrival {
        let count = Double(stay.count)
        return Arrival(
            point: TripPoint(entry.slice), meter: entry.meter, middle: Coordinate(middle),
            accuracy: stay.reduce(0) { $0 + $1.slice.accuracyInMeters } / count,
            meanDistance: stay.reduce(0) { $0 + $1.slice.middle.distanceInMeters(to: middle) } / count)
    }
}
