public import PlacemarkModel

/// Decides when the home of a Home Assistant that travels with the box has to follow it, and whereto.
///
/// What counts is where the home is, as Home Assistant itself says, beside where the box is: so nothing has to be kept over a
/// restart, and a home that somebody else has moved, or that Home Assistant has forgotten, follows all the same. Only the newest report matters.
public struct HomeOnWheels: Sendable {
    /// What the sink's file says.
    public struct Rules: Hashable, Sendable {
        /// How far from its home the box must have come to rest.
        public var distanceInMeters = 1000.0
        /// The least time between two moves of the home.
        public var interval: Duration = .seconds(900)

        public init() {}
    }

    /// What is to be done now.
    public enum Step: Hashable, Sendable {
        /// Nothing, until there is another report.
        case nothing
        /// Nothing, until this instant or another report.
        case wait(until: BootInstant)
        /// Ask Home Assistant where its home is, and then `wish`.
        case ask
    }

    /// So far from its home, a box that is under way takes it along: a boat may not come to rest for weeks.
    static let distanceUnderWayInMeters = 50_000.0
    /// A box of which nobody says whether it moves, as of those with reduced precision, rests when it has not left a place for so long.
    static let stay: Duration = .seconds(600)

    private let rules: Rules
    /// Older reports do not say where the box is now: a newer one comes with the next heartbeat.
    private let lifetime: Duration
    // Of each of these the newest report, however they come.
    private var newestLocation = NewestReport()
    private var newestPlacemark = NewestReport()
    private var newestMotion = NewestReport()
    // Where the box is, as far as it is known.
    private var coordinate: Coordinate?
    private var altitude: Double?
    private var timeZone, country, city: String?
    private var motion: Motion?
    /// From where on the box has not gone farther than the rules' distance, and since when.
    private var stayed: (at: Coordinate, since: BootInstant)?
    /// Where the home is, as Home Assistant has said last.
    private var home: HomePlace?
    /// When the home was moved last, and with which names.
    private var moved: (at: BootInstant, city: String?, timeZone: String?)?
    /// Time zones and countries that Home Assistant does not know.
    private var refused: Set<String> = []

    /// - Parameter heartbeat: how often the whole state is reported.
    public init(_ rules: Rules, heartbeat: Duration) {
        self.rules = rules
        lifetime = heartbeat + CatchUp.presence
    }

    // MARK: Where the box is

    /// Learns where the box is. Returns whether the report says something of the present.
    public mutating func take(_ report: Report, at now: BootInstant, wallClock: Timestamp) -> Bool {
        guard wallClock.duration(since: report.happenedAt) <= lifetime else { return false }
        var isNews = false
        if let told = Self.motion(of: report), newestMotion.isPassed(by: report) { (motion, isNews) = (told, true) }
        // A receiver that is silent says nothing of where the box is by now.
        if let location = report.location, !location.stale, newestLocation.isPassed(by: report) {
            (coordinate, altitude, isNews) = (location.coordinate, location.altitude, true)
            if stayed.map({ $0.at.distance(to: location.coordinate) >= rules.distanceInMeters }) ?? true {
                stayed = (location.coordinate, now)
            }
        }
        if let known = report.placemark, !known.stale, newestPlacemark.isPassed(by: report) {
            let placemark = known.placemark
            (timeZone, country, city) = (placemark.timeZone, placemark.isoCountryCode, placemark.city)
            isNews = true
        } else if let zone = report.event?.timeZone, newestPlacemark.isPassed(by: report) {
            (timeZone, isNews) = (zone, true)
        }
        return isNews
    }

    /// What a report says of motion: nil for nothing, and `.some(nil)` that it is not known.
    private static func motion(of report: Report) -> Motion?? {
        switch report.kind {
        case .paused, .visitArrived: .stationary
        case .resumed, .visitDeparted: .moving
        default: report.event?.status.map(\.motion)
        }
    }

    private func isAtRest(at now: BootInstant) -> Bool {
        guard let motion else { return stayed.map { $0.since.advanced(by: Self.stay) <= now } ?? false }
        return motion == .stationary
    }

    // MARK: Where the home is to be

    public func step(at now: BootInstant) -> Step {
        guard coordinate != nil else { return .nothing }
        guard let home else { return .ask }
        let earliest = max(now, nextMove ?? now)
        let settled = max(earliest, stayed?.since.advanced(by: Self.stay) ?? now)
        guard let due = [earliest, settled].first(where: { wish(for: home, at: $0) != nil }) else { return .nothing }
        return due <= now ? .ask : .wait(until: due)
    }

    /// When the home may be moved again; nil for at any time. A place that had no name yet does not hold back its time zone.
    private var nextMove: BootInstant? {
        guard let moved, moved.timeZone != nil || timeZone == nil else { return nil }
        return moved.at.advanced(by: rules.interval)
    }

    /// Where a home has to be moved to; nil when it can stay.
    public func wish(for home: HomePlace, at now: BootInstant) -> HomePlace? {
        guard let coordinate else { return nil }
        if let nextMove, now < nextMove { return nil }
        let known = { (word: String) in !refused.contains(word) }
        let wish = HomePlace(
            coordinate, elevationInMeters: altitude.map { Int($0.rounded()) },
            timeZone: timeZone.flatMap { known($0) ? $0 : nil }, country: country.flatMap { known($0) ? $0 : nil })
        // The clocks on board follow at once: those of phones do, too.
        if let zone = wish.timeZone, zone != home.timeZone { return wish }
        if let country = wish.country, country != home.country { return wish }
        let distance = home.coordinate.distance(to: coordinate)
        guard isAtRest(at: now) else { return distance >= Self.distanceUnderWayInMeters ? wish : nil }
        let isInOtherCity = moved?.city.map { city != nil && city != $0 } ?? false
        return distance >= rules.distanceInMeters || isInOtherCity ? wish : nil
    }

    /// Takes what Home Assistant has said.
    ///
    /// - Parameters:
    ///   - home: where its home is now.
    ///   - hasMoved: whether it was moved at `now`.
    ///   - refused: the time zone or country that it does not know.
    public mutating func learn(_ home: HomePlace, hasMoved: Bool, refused: [String] = [], at now: BootInstant) {
        self.home = home
        self.refused.formUnion(refused)
        if hasMoved { moved = (now, city, timeZone) }
    }
}
