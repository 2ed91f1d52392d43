import PlacemarkModel

/// The last minutes of a box that is on no visit, in slices of ten seconds: they tell whether it has come to stay.
///
/// Slices and not fixes, so that it takes as much memory at 100 Hz as at 1 Hz, and that half a minute counts for as
/// much whatever the receiver's rhythm.
struct VisitTrail: Sendable {
    /// A few seconds of fixes, or a single one of a slow receiver.
    struct Slice: Sendable {
        /// The first fix.
        let start: FixTime
        private var sum = SIMD3<Double>.zero
        private var accuracySum = 0.0
        private var count = 0.0

        init(_ location: Location) {
            start = FixTime(location)
            add(location)
        }

        mutating func add(_ location: Location) {
            sum += location.coordinate.vector
            accuracySum += location.horizontalAccuracy ?? 0
            count += 1
        }

        /// The mean of the fixes, as a point of the unit sphere.
        var middle: SIMD3<Double> { sum / count }
        var accuracyInMeters: Double { accuracySum / count }
    }

    /// The shortest stay is cut into so many slices: ten seconds each of three minutes.
    private static let slicesToAStay = 18
    /// More than there are when every slice is tried as a beginning in time.
    private static let mostSlices = 2 * slicesToAStay
    /// One slice in so many may lie elsewhere: a reflection, a satellite that comes and goes.
    private static let slicesToAnOutlier = 8

    private var slices: [Slice] = []

    mutating func clear() { slices.removeAll(keepingCapacity: true) }

    mutating func add(_ location: Location, _ settings: VisitSettings) {
        let length = settings.minimumStay / Self.slicesToAStay
        if let last = slices.last, last.start.at.duration(to: location.receivedAt) < length {
            slices[slices.count - 1].add(location)
        } else {
            if slices.count == Self.mostSlices { slices.removeFirst() }
            slices.append(Slice(location))
        }
    }

    /// The slices since the box has come to stay, if it has: they span `minimumStay` up to `now`, and lie together.
    /// Forgets what is too old to be the beginning of a stay.
    mutating func stay(at now: BootInstant, _ settings: VisitSettings) -> [Slice]? {
        // Each slice is tried once as a beginning, in the moment in which it is old enough.
        while let first = slices.first, first.start.at.duration(to: now) >= settings.minimumStay {
            if lieTogether(settings) { return slices }
            slices.removeFirst()
        }
        return nil
    }

    /// Whether all slices but a few lie round their common middle, the first and the last among them, and the box has
    /// not moved on from the first half to the second: a slow walk stays within any radius for a while.
    private func lieTogether(_ settings: VisitSettings) -> Bool {
        let middles = slices.map(\.middle)
        // Fixes of a lower accuracy scatter more when the box is at rest.
        let accuracy = slices.reduce(0) { $0 + $1.accuracyInMeters } / Double(slices.count)
        let radius = max(settings.radiusInMeters, accuracy)
        let middle = SIMD3.median(of: middles)
        func isNear(_ point: SIMD3<Double>) -> Bool { point.distanceInMeters(to: middle) <= radius }
        guard let first = middles.first, let last = middles.last, isNear(first), isNear(last) else { return false }
        guard middles.count(where: { !isNear($0) }) <= middles.count / Self.slicesToAnOutlier else { return false }
        // How the box moved in a gap that is as long as a stay, nobody knows: that it is where it was is enough then.
        let steps = zip(slices, slices.dropFirst()).map { $0.start.at.duration(to: $1.start.at) }
        if let longest = steps.max(), longest >= settings.minimumStay { return true }
        let (earlier, later) = (middles.prefix(slices.count / 2), middles.suffix(slices.count / 2))
        return SIMD3.median(of: earlier).distanceInMeters(to: SIMD3.median(of: later)) <= radius / 2
    }
}
