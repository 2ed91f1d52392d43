public import PlacemarkModel

/// Which city was the right one, fix by fix: what a schedule is judged by that knows the trip beforehand.
public struct CityTimeline: Sendable {
    /// An accepted fix.
    struct Entry: Hashable, Sendable {
        var at: Duration
        /// A number for the city; nil when none is known.
        var city: Int?
    }

    private(set) var entries: [Entry] = []
    private var numbers: [String: Int] = [:]

    public init() {}

    /// How many different cities there are.
    var cityCount: Int { numbers.count }

    /// A fix has been accepted, of which the right city is `truth`. Moments must not go back.
    public mutating func accepted(truth: String?, at now: BootInstant) {
        let city = truth.map { name in
            let number = numbers[name] ?? numbers.count
            numbers[name] = number
            return number
        }
        entries.append(Entry(at: now.sinceBoot, city: city))
    }

    /// For how long the fix with this index is judged: as in `RightTime`, until the next one, and not at all after the
    /// last one.
    func judged(_ index: Int) -> Duration {
        guard index + 1 < entries.count else { return .zero }
        return min(entries[index + 1].at - entries[index].at, RightTime.longestStretch)
    }
}
