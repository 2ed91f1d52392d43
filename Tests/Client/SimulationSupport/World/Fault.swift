/// What goes wrong in a simulated world. The numbers are rows of docs/explain/faults.md.
public enum Fault: String, CaseIterable, Sendable {
    // What a receiver says.

    /// Nothing, for seconds to hours (2).
    case dropout
    /// That it has no position (1).
    case garage
    /// A position and none by turns (3).
    case modeFlapping
    /// The same position while the box moves on.
    case frozen
    /// One position that is far away (9).
    case teleport
    /// Positions that are all wrong by the same distance (10).
    case displacement
    /// A few positions that are wrong by some hundred metres.
    case spike
    /// 0° N, 0° E (6).
    case nullIsland
    /// A latitude of 91 (8).
    case invalidCoordinate
    /// Each fix twice (12).
    case duplicates
    /// A fix after its successor (12).
    case outOfOrder
    /// Only a position (4).
    case missingFields
    /// No time (5).
    case missingTime
    /// An accuracy of kilometres (14).
    case hugeAccuracy
    /// An accuracy that is far better than it is.
    case tooGoodAccuracy
    /// An error that grows (17).
    case drift

    // What a receiver's clock does.

    /// A step of seconds to centuries (30, 32).
    case clockStep
    /// 1024 weeks back, for a while (30).
    case weekRollover
    /// Time runs backwards (11).
    case clockBackwards
    /// One second twice (33).
    case leapSecond

    // What happens between the receiver and the daemon.

    /// gpsd goes, and comes back (20).
    case disconnection
    /// A receiver is unplugged, and plugged in again (19).
    case deviceLost
    /// gpsd hangs, then hands over what has come in meanwhile, all at once (21).
    case hang
    /// The daemon is stopped, and finds what has come in meanwhile (23, 34).
    case sleep

    // What the geocoder and the operator do.

    case geocoderFailure
    /// The geocoder fails each time, for minutes to hours (51).
    case geocoderOutage
    /// New settings while running.
    case reconfiguration

    static let ofReceivers: [(Fault, weight: Double)] = [
        (.dropout, 2), (.garage, 1), (.modeFlapping, 1), (.frozen, 1), (.teleport, 2), (.displacement, 1), (.spike, 2),
        (.nullIsland, 1), (.invalidCoordinate, 1), (.duplicates, 1), (.outOfOrder, 1), (.missingFields, 1),
        (.missingTime, 1), (.hugeAccuracy, 1), (.tooGoodAccuracy, 1), (.drift, 1), (.clockStep, 1), (.weekRollover, 1),
        (.clockBackwards, 1), (.leapSecond, 1),
    ]

    static let ofSources: [(Fault, weight: Double)] = [
        (.disconnection, 1), (.deviceLost, 1), (.hang, 1), (.sleep, 1),
    ]

    /// How long it lasts, in seconds; 0 is a single fix.
    var seconds: ClosedRange<Double> {
        switch self {
        case .teleport, .clockStep, .leapSecond: 0...0
        case .dropout, .garage: 3...10_000
        case .spike: 0.1...3
        case .hang, .sleep: 1...120
        case .disconnection, .deviceLost: 0.5...900
        case .geocoderOutage: 30...7200
        default: 2...300
        }
    }
}

/// How often each fault has really happened.
public struct FaultCounts: Hashable, Sendable {
    private var counts = [Int](repeating: 0, count: Fault.allCases.count)

    public init() {}

    public subscript(fault: Fault) -> Int {
        get { counts[Self.index(of: fault)] }
        set { counts[Self.index(of: fault)] = newValue }
    }

    public static func += (left: inout FaultCounts, right: FaultCounts) {
        for index in left.counts.indices { left.counts[index] += right.counts[index] }
    }

    private static func index(of fault: Fault) -> Int {
        // The cases have no payload, so they are numbered in the order of `allCases`.
        Fault.allCases.firstIndex(of: fault) ?? 0
    }
}
