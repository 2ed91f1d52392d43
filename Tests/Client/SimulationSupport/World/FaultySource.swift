public import PlacemarkModel

/// What stands between the receivers and the daemon: gpsd, its connection, and the daemon's own process, each of which
/// stops now and then.
struct FaultySource: Sendable {
    private(set) var counts = FaultCounts()

    private let devices: [String]
    private let meanTimeBetweenFaults: Duration
    private var random: SeededRandom
    private var fault: Fault?
    private var began: BootInstant
    private var ends: BootInstant
    private var nextFault: BootInstant
    private var healthySince: BootInstant
    /// The receiver that is unplugged.
    private var lostDevice = 0
    /// What waits until a hang or a sleep is over. Bounded by what a socket's buffer holds.
    private var backlog: [WorldMoment] = []
    private static let largestBacklog = 2000

    init(devices: [String], meanTimeBetweenFaults: Duration?, at now: BootInstant, seed: UInt64) {
        self.devices = devices
        // Less often than each receiver, and in a world without faults centuries from now.
        self.meanTimeBetweenFaults = meanTimeBetweenFaults.map { $0 * 2 } ?? .seconds(1e12)
        random = SeededRandom(seed: seed)
        (began, ends, healthySince) = (now, now, now)
        nextFault = now.advanced(by: random.waiting(self.meanTimeBetweenFaults))
    }

    /// How the source begins: gpsd answers, and names its receivers.
    func opening(truth: GroundTruth, at now: BootInstant) -> [WorldMoment] {
        ([.connected] + devices.map { .deviceFound(device: $0) }).map { WorldMoment(at: now, event: $0, truth: truth) }
    }

    /// Adds to `moments` what reaches the daemon of a receiver's events.
    mutating func pass(
        _ events: [SourceEvent], from receiver: Int, at now: BootInstant, truth: GroundTruth,
        healthySince receiversHealthySince: BootInstant?, into moments: inout [WorldMoment]
    ) {
        if fault != nil, now >= ends { end(at: now, truth: truth, into: &moments) }
        if fault == nil, now >= nextFault { begin(at: now, truth: truth, into: &moments) }
        let health = fault == nil ? receiversHealthySince.map { max($0, healthySince) } : nil
        for event in events {
            let moment = WorldMoment(at: now, event: event, truth: truth, healthySince: health)
            switch fault {
            case .disconnection: counts[.disconnection] += 1
            case .deviceLost where receiver == lostDevice: counts[.deviceLost] += 1
            case .hang, .sleep:
                if backlog.count < Self.largestBacklog { backlog.append(moment) }
            default: moments.append(moment)
            }
        }
    }

    private mutating func begin(at now: BootInstant, truth: GroundTruth, into moments: inout [WorldMoment]) {
        let new = random.choice(Fault.ofSources)
        let longest = min(new.seconds.upperBound, max(1, meanTimeBetweenFaults.inSeconds * 2))
        fault = new
        (began, ends) = (now, now.advanced(by: .seconds(random.magnitude(in: new.seconds.lowerBound...longest))))
        switch new {
        case .disconnection:
            moments.append(WorldMoment(at: now, event: .disconnected(reason: "gpsd has gone"), truth: truth))
        case .deviceLost:
            lostDevice = Int(random.next() % UInt64(devices.count))
            moments.append(WorldMoment(at: now, event: .deviceLost(device: devices[lostDevice]), truth: truth))
        default: break
        }
    }

    private mutating func end(at now: BootInstant, truth: GroundTruth, into moments: inout [WorldMoment]) {
        switch fault {
        case .disconnection: moments.append(contentsOf: opening(truth: truth, at: now))
        case .deviceLost:
            moments.append(WorldMoment(at: now, event: .deviceFound(device: devices[lostDevice]), truth: truth))
        case .hang, .sleep: handOver(at: now, into: &moments)
        default: break
        }
        fault = nil
        healthySince = now
        nextFault = now.advanced(by: random.waiting(meanTimeBetweenFaults))
    }

    /// After a hang of gpsd all fixes are received now; after a sleep of the daemon, they have been received long ago.
    private mutating func handOver(at now: BootInstant, into moments: inout [WorldMoment]) {
        for var moment in backlog {
            moment.at = now
            if fault == .sleep {
                moment.asleepSince = began
                counts[.sleep] += 1
            } else {
                counts[.hang] += 1
                if case .fix(var fix) = moment.event {
                    fix.receivedAt = now
                    moment.event = .fix(fix)
                }
            }
            moments.append(moment)
        }
        backlog.removeAll()
    }
}

/// Something that the source of locations reports.
public struct WorldMoment: Sendable {
    /// When the daemon gets it.
    public var at: BootInstant
    public var event: SourceEvent
    /// Where the box really is.
    public var truth: GroundTruth
    /// Since when nothing at all has been wrong; nil while something is.
    public var healthySince: BootInstant?
    /// Since when the daemon has been stopped, when this is what it finds on its return.
    public var asleepSince: BootInstant?
}
