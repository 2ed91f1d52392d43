public import LocationEngine
public import PlacemarkModel

/// What has happened in a run, counted.
public struct RunTally: Hashable, Sendable {
    public var steps = 0
    /// Reports of receivers: fixes, and the lack of one.
    public var fixes = 0
    public var accepted = 0
    public var rejected: [Rejection: Int] = [:]
    public var locations = 0
    public var geocodes: [GeocodePolicy.Reason: Int] = [:]
    public var placemarks = 0
    public var regionsEntered = 0
    public var regionsExited = 0
    public var visits = 0
    public var pauses = 0
    public var timeZones = 0
    public var sourceChanges = 0
    public var faults = FaultCounts()

    public init() {}

    mutating func add(_ step: Step) {
        steps += 1
        switch step.input {
        case .source(.fix), .source(.noFix), .source(.invalidFix): fixes += 1
        case .configured: faults[.reconfiguration] += 1
        default: break
        }
        guard let counters = step.counters else { return }
        (accepted, rejected) = (counters.accepted, counters.rejected)
        locations += step.deliveryCount
        for event in step.news {
            switch event.kind {
            case .geocode(let reason, _): geocodes[reason, default: 0] += 1
            case .placemark: placemarks += 1
            case .regionEntered: regionsEntered += 1
            case .regionExited: regionsExited += 1
            case .visitArrived: visits += 1
            case .paused: pauses += 1
            case .timeZone: timeZones += 1
            case .source: sourceChanges += 1
            case .location, .significantLocation, .reducedPosition, .rejected, .visitDeparted, .resumed, .heading,
                .compass, .guardChanged, .alarmForAll, .tripStarted, .tripEnded, .beacons, .beaconPlace:
                break
            }
        }
    }

    public static func += (left: inout RunTally, right: RunTally) {
        left.steps += right.steps
        left.fixes += right.fixes
        left.accepted += right.accepted
        left.rejected.merge(right.rejected, uniquingKeysWith: +)
        left.locations += right.locations
        left.geocodes.merge(right.geocodes, uniquingKeysWith: +)
        left.placemarks += right.placemarks
        left.regionsEntered += right.regionsEntered
        left.regionsExited += right.regionsExited
        left.visits += right.visits
        left.pauses += right.pauses
        left.timeZones += right.timeZones
        left.sourceChanges += right.sourceChanges
        left.faults += right.faults
    }
}
