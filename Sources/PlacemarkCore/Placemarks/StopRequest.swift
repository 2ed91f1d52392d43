/// The one request that a stop may make, whatever its reason.
///
/// The usual rules leave a box where it was named as long as it stands, when it has stopped less than the distance farther
/// on, or, under `on-change`, among the same names: in another street, or beyond the border of a city. So a stop asks once, if
/// the box stays farther from there than accuracies and scatter explain.
struct StopRequest: Sendable {
    private enum State {
        /// The box is under way, or has not stayed for long enough.
        case none
        /// It may be made. Can transition to: `.asked`, `.none`.
        case open
        /// It is in flight. Can transition to: `.answered`, `.open` after a failure or with another stop, `.none`.
        case asked
        /// Can transition to: `.open` with another stop, `.none`.
        case answered
    }

    /// So far away from the stop before, a stop is another one. A boat that drifts comes to rest each few minutes, some tens of
    /// metres on.
    private static let driftInMeters = 50.0

    private var state = State.none
    /// Where the box stays; nil under way.
    private var stay: StayingPlace?
    /// Where it stayed before; nil until it has left a place.
    private var previous: StayingPlace?

    /// The box has come to rest, or a visit has begun.
    mutating func begin() { state = .open }

    /// A fix says where the box stays; nil under way.
    mutating func accepted(_ stay: StayingPlace?) {
        if stay == nil, let left = self.stay { previous = left }
        self.stay = stay
        if stay == nil { state = .none }
    }

    /// The newest location is being asked for, for whatever reason.
    mutating func asked() { if state == .open { state = .asked } }

    /// That has been answered. What was asked before the stop is not its request.
    mutating func answered() { if state == .asked { state = .answered } }

    /// It never will be answered.
    mutating func failed() { if state == .asked { state = .open } }

    /// Whether it is to be made, with `geocoded` as the location that was named last.
    func isDue(for newest: Location, after geocoded: Location?) -> Bool {
        guard state == .open, let stay, let geocoded else { return false }
        if let previous, previous.coordinate.distance(to: stay.coordinate) <= Self.driftInMeters { return false }
        // The newest location as well: it is the one that will be named.
        return stay.isApart(from: geocoded) && newest.hasMoved(from: geocoded, byMeters: 0)
    }
}
