public import PlacemarkModel

/// A line for the log: what happened and why, never where. No coordinate, at any level; place names at debug only.
public enum LogEntry: Hashable, Sendable {
    case source(SourceState, device: String?, reason: String?)
    case rejected(Rejection)
    case geocoding(GeocodePolicy.Reason)
    case geocodingSkipped(GeocodePolicy.Hold)
    case geocodingDeferred(Duration)
    /// `retryIn` is nil when nothing has to be asked again.
    case geocodingFailed(String, retryIn: Duration?)
    case placemarkChanged(city: String)
    case placemarkUnchanged
    case paused, resumed
    case regionEntered(String)
    case regionExited(String)
    case visitArrived, visitDeparted
    case tripStarted
    case tripEnded(isFinal: Bool)
    case timeZoneChanged(String)
    /// A compass is worth more or less than before.
    case compass(CompassState, device: String?)
    case guardArmed(GuardKind)
    case guardOff, guardAcknowledged
    /// By `Parked=auto`.
    case guardArmedItself, guardEndedByOwner
    case guardChanged(GuardChange.Kind)
    /// A beacon says where the box is, for want of a fix; nil when none does any more.
    case beaconPlace(region: String?)
    /// A region's beacon is heard, after a silence; or has been silent for as long as it takes to leave.
    case beaconHeard(region: String), beaconLost(region: String)
    /// Somebody listens for beacons from now on.
    case beaconsListening
    /// Nobody does any more, and why.
    case beaconsUnheard(String)

    /// How much it matters.
    public enum Level: Sendable { case debug, info, warning }

    public var level: Level {
        switch self {
        case .source(.disconnected, _, _), .source(.lost, _, _), .geocodingFailed: .warning
        case .compass(let state, _): state == .working ? .info : .warning
        case .guardChanged(let kind): kind == .cleared ? .info : .warning
        case .beaconsUnheard: .warning
        case .source: .info
        case .rejected, .geocoding, .geocodingSkipped, .geocodingDeferred, .placemarkUnchanged: .debug
        case .placemarkChanged, .paused, .resumed, .regionEntered, .regionExited, .visitArrived, .visitDeparted,
            .tripStarted, .tripEnded, .timeZoneChanged, .guardArmed, .guardOff, .guardAcknowledged, .guardArmedItself,
            .guardEndedByOwner, .beaconPlace, .beaconHeard, .beaconLost, .beaconsListening:
            .info
        }
    }

    /// The line at `level`.
    public var message: String {
        switch self {
        case .source(let state, let device, let reason):
            [state.inWords, device.map { "receiver \($0)" }, reason].compactMap(\.self).joined(separator: ": ")
        case .rejected(let rejection): "fix rejected: \(rejection.rawValue)"
        case .geocoding(let reason): "geocoding: \(reason.rawValue)"
        case .geocodingSkipped(let hold): "geocoding skipped: \(hold.rawValue)"
        case .geocodingDeferred(let delay): "geocoding deferred: due in \(delay.inReportedSeconds) s"
        case .geocodingFailed(let reason, let delay):
            "geocoding failed: \(reason)" + (delay.map { "; next attempt in \($0.inReportedSeconds) s" } ?? "")
        case .placemarkChanged: "placemark changed"
        case .placemarkUnchanged: "placemark confirmed"
        case .paused: "come to rest"
        case .resumed: "under way"
        case .regionEntered: "region entered"
        case .regionExited: "region exited"
        case .visitArrived: "visit began"
        case .visitDeparted: "visit ended"
        case .tripStarted: "trip began"
        case .tripEnded(isFinal: true): "trip ended"
        case .tripEnded(isFinal: false): "trip seems to have ended"
        case .timeZoneChanged: "time zone changed"
        case .compass(let state, let device):
            ["compass", device].compactMap(\.self).joined(separator: " ") + state.inWords
        case .guardArmed(let kind): "guard armed: \(kind.rawValue)"
        case .guardOff: "guard off"
        case .guardArmedItself: "guard armed: parked, by itself"
        case .guardEndedByOwner: "guard off: the owner is here"
        case .guardAcknowledged: "guard: alarm acknowledged"
        case .guardChanged(.warning): "guard: warning, near the ring"
        case .guardChanged(.alarm): "guard: alarm, outside the ring"
        case .guardChanged(.blind): "guard: blind, no credible position"
        case .guardChanged(.cleared): "guard: inside the ring again"
        case .beaconPlace(let region):
            region == nil ? "no beacon gives the position any more" : "no fix: a beacon gives the position"
        case .beaconHeard: "beacon heard"
        case .beaconLost: "beacon lost"
        case .beaconsListening: "beacons: listening"
        case .beaconsUnheard(let reason): "beacons: not listening: \(reason)"
        }
    }

    /// More for those who have asked for debug messages: here place names are allowed.
    public var debugDetail: String? {
        switch self {
        case .placemarkChanged(let city): "the city is \(city)"
        case .regionEntered(let identifier), .regionExited(let identifier), .beaconHeard(let identifier),
            .beaconLost(let identifier), .beaconPlace(.some(let identifier)):
            "the region is \(identifier)"
        case .timeZoneChanged(let zone): "the time zone is \(zone)"
        default: nil
        }
    }
}

extension SourceState {
    fileprivate var inWords: String {
        switch self {
        case .connecting: "connecting to gpsd"
        case .disconnected: "not connected to gpsd"
        case .waiting: "connected to gpsd, waiting for a receiver"
        case .noFix: "no fix"
        case .live: "fix gained"
        case .stale: "fix is stale"
        case .lost: "fix lost"
        }
    }
}

extension CompassState {
    /// To follow the name of the compass.
    fileprivate var inWords: String {
        switch self {
        case .working: " agrees with the course again, and is used again"
        case .stuck: " does not turn while the course does: it is not used"
        case .off: " has differed from the course by more than 30° for minutes: it is not used"
        case .silent: " is silent"
        }
    }
}
