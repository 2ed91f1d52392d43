public import PlacemarkModel

/// Decides which way the box points, and when that is news: CoreLocation's `headingFilter`.
///
/// A compass knows it at rest too, and so it wins while it reports; without one, the course over ground tells it as
/// long as the box moves.
public struct HeadingFilter: Sendable {
    /// After this long without a report a compass counts as absent: the course over ground, or another compass, takes over.
    public static let compassPatience = Duration.seconds(5)
    /// A heading that is older says nothing any more: a turn takes seconds.
    public static let lifetime = Duration.seconds(10)
    /// A compass may give a hundred headings a second, and nobody turns a needle faster than ten times.
    public static let shortestInterval = Duration.milliseconds(100)

    /// Degrees that the box must turn from the last *delivered* heading. With 0 every heading is delivered.
    public var filterInDegrees: Double
    /// Slower than this there is no course over ground; see `ActivityProfile`.
    public var courseSpeedInMetersPerSecond: Double
    private var newest: Heading?
    private var lastDelivered: Heading?

    public init(filterInDegrees: Double = 1, courseSpeedInMetersPerSecond: Double) {
        self.filterInDegrees = filterInDegrees
        self.courseSpeedInMetersPerSecond = courseSpeedInMetersPerSecond
    }

    /// The heading as of `now`; nil when there is none that is young enough.
    public func heading(at now: BootInstant) -> Heading? {
        newest.flatMap { $0.receivedAt.duration(to: now) <= Self.lifetime ? $0 : nil }
    }

    /// A compass has reported. Returns whether its heading is to be delivered, and remembers it then.
    public mutating func delivers(_ heading: Heading) -> Bool {
        // Two compasses that disagree must not make the box spin.
        if compassReports(at: heading.receivedAt), newest?.device != heading.device { return false }
        return take(heading)
    }

    /// A fix has been accepted. Returns the heading to be delivered that follows from it, if any.
    public mutating func accepted(_ fix: Location) -> Heading? {
        guard let course = fix.course, let speed = fix.speed, speed >= courseSpeedInMetersPerSecond,
            !compassReports(at: fix.receivedAt)
        else { return nil }
        let heading = Heading(
            trueHeading: course, accuracy: fix.courseAccuracy, origin: .course, receivedAt: fix.receivedAt,
            device: fix.device)
        return take(heading) ? heading : nil
    }

    private func compassReports(at now: BootInstant) -> Bool {
        guard let newest, newest.origin == .compass else { return false }
        return newest.receivedAt.duration(to: now) < Self.compassPatience
    }

    private mutating func take(_ heading: Heading) -> Bool {
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

    /// Degrees from one heading to the other, the short way, 0…180.
    private static func turn(from earlier: Heading, to later: Heading) -> Double {
        abs((later.trueHeading - earlier.trueHeading).remainder(dividingBy: 360))
    }
}
