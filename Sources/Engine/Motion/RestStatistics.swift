/// What the slices of a window say: how far the fixes scatter of themselves, and how far the box has come.
///
/// Both are learnt from the fixes, because what a receiver says of its accuracy may be too good by a factor of ten. All
/// lengths are metres.
struct RestStatistics: Sendable {
    /// The standard deviation of the middle of a slice in one direction.
    let scatter: Double
    /// The largest distance between the means of any two quarters of the window.
    let extent: Double
    /// The mean of all slices.
    let middle: PositionWindow.Point
    /// What the fixes said of their horizontal accuracy: the median.
    let accuracy: Double
    /// How many slices there are.
    let count: Int

    /// The fewest parts in which a way there and back shows: its two ends are in different ones.
    private static let quarters = 4
    private static let naturalLogarithmOf2 = 0.6931471805599453

    /// Returns nil when there is less than one slice for each quarter.
    init?(_ slices: [PositionWindow.Slice]) {
        guard slices.count >= Self.quarters else { return nil }
        count = slices.count
        let steps = zip(slices, slices.dropFirst()).map { ($1.middle - $0.middle).length }.sorted()
        // The difference of two errors has √2 times their deviation, and the median length of such a vector in the
        // plane is √(2 ln 2) times that (a Rayleigh distribution). The median, because a step of the box itself is rare.
        scatter = steps[steps.count / 2] / (2 * Self.naturalLogarithmOf2.squareRoot())
        middle = Self.mean(slices[...])
        accuracy = slices.map(\.accuracyInMeters).sorted()[slices.count / 2]
        let means = (0..<Self.quarters).map { quarter in
            let (first, end) = (quarter * slices.count / Self.quarters, (quarter + 1) * slices.count / Self.quarters)
            return Self.mean(slices[first..<end])
        }
        var extent = 0.0
        for (index, mean) in means.enumerated() {
            for other in means[..<index] { extent = max(extent, (mean - other).length) }
        }
        self.extent = extent
    }

    /// The extent that scatter alone gives to a box at rest, with a probability of one in a thousand to exceed it: four
    /// deviations of the difference of two quarters.
    var extentOfScatter: Double { 4 * scatter * (2 * Double(Self.quarters) / Double(count)).squareRoot() }

    private static func mean(_ slices: ArraySlice<PositionWindow.Slice>) -> PositionWindow.Point {
        slices.reduce(.zero) { $0 + $1.middle } / Double(slices.count)
    }
}
