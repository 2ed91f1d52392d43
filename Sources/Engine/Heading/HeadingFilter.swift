public import PlacemarkModel

/// Decides when the direction in which the box points is news: CoreLocation's `headingFilter`.
///
/// Which direction that is, `HeadingRule` says.
public struct HeadingFilter: Sendable {
    /// A heading that is older says nothing any more: a turn takes seconds.
    public static let lifetime = Duration.seconds(10)
    /// A compass may give a hundred headings a second, and nobody turns a needle faster than ten times.
    public static let shortestInterval = Duration.milliseconds(100)

    /// Degrees that the box must turn from the last *delivered* heading. With 0 every heading is delivered.
    public var filterInDegrees: Double
    private var newest: Heading?
    private var lastDelivered: Heading?

    public init(filterInDegrees: Double = 1) { self.filterInDegrees = filterInDegrees }

    /// The heading as of `now`; nil when there is none that is young enough.
    public func heading(at now: BootInstant) -> Heading? {
        newest.flatMap { $0.receivedAt.duration(to: now) <= Self.lifetime ? $0 : nil }
    }

    /// There is a new heading. Returns whether it is to be delivered, and remembers it then.
    public mutating func delivers(_ heading: Heading) -> Bool {
        let isFresh = self.heading(at: heading.receivedAt) == nil
        newest = heading
        if let lastDelivered, !isFresh {
            guard lastDelivered.receivedAt.duration(to: heading.receivedAt) >= Self.shortestInterval,
                Self.turn(from: lastDelivered, to: heading) >= filterInDegrees
            else { return false }
        }
        lastDelivered = heading
        return true
    }

    /// Degrees from one heading to the other, the short way, 0…180; half a circle when they count from different norths.
    private static func turn(from earlier: Heading, to later: Heading) -> Double {
        if let earlier = earlier.trueHeading, let later = later.trueHeading { return turn(from: earlier, to: later) }
        guard let first = earlier.magneticHeading, let second = later.magneticHeading else { return 180 }
        // Where it is has become known, and so where true north is.
        guard earlier.trueHeading == nil, later.trueHeading == nil else { return 180 }
        return turn(from: first, to: second)
    }

    private static func turn(from earlier: Double, to later: Double) -> Double {
        abs((later - earlier).remainder(dividingBy: 360))
    }
}
