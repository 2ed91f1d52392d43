import PlacemarkModel

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

    /// A box has travelled between two stops when it was faster, or farther from the first. A boat that drifts comes to rest every
    /// few minutes, all day, less than a hundred metres on.
    private static let (travelInMetersPerSecond, travelInMeters) = (1.0, 150.0)

    private var state = State.none
    /// Where the box stays; nil under way.
    private var stay: StayingPlace?
    /// Where it stayed before; nil until it has left a place.
    private var previous: StayingPlace?
    /// Whether it has travelled since.
    private var hasTravelled = true

    /// The box has come to rest, or a visit has begun. While it stays it is the same stop.
    mutating func begin() { if stay == nil || state == .none { state = .open } }

    /// A fix says where the box stays; nil under way.
    mutating func accepted(_ stay: StayingPlace?, _ location: Location) {
        if stay == nil {
            if let left = self.stay { (previous, hasTravelled) = (left, false) }
            hasTravelled =
                hasTravelled || location.speed ?? 0 >= Self.travelInMetersPerSecond
                || previous.map { $0.coordinate.distance(to: location.coordinate) >= Self.travelInMeters } ?? true
        }
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
        guard state == .open, hasTravelled, let stay, let geocoded else { return false }
        // The newest location as well: it is the one that will be named.
        return stay.isApart(from: geocoded) && newest.hasMoved(from: geocoded, byMeters: 0)
    }
}
