import GPSD
import PlacemarkModel

/// What a gpsd has said on one connection, as far as the doctor wants to know.
struct GPSDSurvey: Equatable, Sendable {
    /// What one receiver has reported last.
    struct Receiver: Equatable, Sendable {
        var path: String
        /// gpsd has it open.
        var isActive = true
        var driver: String?
        /// Position reports that have come from it.
        var reports = 0
        /// 0 and 1: no fix; 2 and 3: the dimensions.
        var mode = 0
        var satellitesUsed: Int?
        var satellitesSeen: Int?
        /// 95 %.
        var horizontalAccuracyInMeters: Double?
        var coordinate: Coordinate?

        var hasFix: Bool { mode >= 2 && coordinate != nil }
    }

    /// Of gpsd's JSON: 3 since gpsd 2.90.
    struct ProtocolVersion: Equatable, Sendable {
        let major, minor: Int
    }

    /// Of gpsd itself, such as `3.22`; nil when no gpsd has greeted.
    private(set) var release: String?
    private(set) var protocolVersion: ProtocolVersion?
    /// In the order in which gpsd named them.
    private(set) var receivers: [Receiver] = []
    /// System time minus the receiver's, of the last report with a time.
    private(set) var clockOffset: Duration?

    /// gpsd has at most 64; the bound is for servers that are not gpsd.
    private static let mostReceivers = 64

    /// Receivers that have said so much without a word of satellites will not say it.
    private static let enoughReports = 5

    /// Whether there is nothing more to wait for: every receiver has a fix, and has told of its satellites.
    var isComplete: Bool {
        !receivers.isEmpty
            && receivers.allSatisfy {
                $0.hasFix && ($0.satellitesSeen != nil || $0.reports >= Self.enoughReports)
            }
    }

    /// The receiver that the daemon would listen to: the wanted one, or the one with the best fix.
    func best(wanted: String?) -> Receiver? {
        let candidates = receivers.filter { $0.reports > 0 && (wanted == nil || $0.path == wanted) }
        return candidates.max { ($0.mode, $0.satellitesUsed ?? 0) < ($1.mode, $1.satellitesUsed ?? 0) }
    }

    /// Takes a line in. One that is not a report of gpsd's changes nothing.
    ///
    /// - Parameter now: the system time.
    mutating func add(_ line: some Collection<UInt8>, at now: Timestamp) {
        guard let report = GPSDReport(line: line) else { return }
        switch report.name {
        case "VERSION":
            release = report.release
            if let major = report.protocolMajor {
                protocolVersion = .init(major: major, minor: report.protocolMinor ?? 0)
            }
        case "DEVICES": for device in report.devices ?? [] { update(device) }
        case "DEVICE": update(report)
        case "TPV":
            if let time = report.time { clockOffset = now.duration(since: time) }
            change(report.device) { receiver in
                receiver.reports += 1
                receiver.mode = report.mode ?? 0
                receiver.horizontalAccuracyInMeters = report.horizontalAccuracyInMeters
                receiver.coordinate = report.coordinate
            }
        case "SKY":
            guard let seen = report.satellitesSeen else { return }
            change(report.device) { receiver in
                receiver.satellitesSeen = seen
                receiver.satellitesUsed = report.satellitesUsed
            }
        default: break
        }
    }

    private mutating func update(_ device: GPSDReport) {
        change(device.path) { receiver in
            receiver.isActive = device.isActivated
            receiver.driver = device.driver ?? receiver.driver
        }
    }

    /// gpsd leaves the name out when it has one receiver only.
    private mutating func change(_ path: String?, _ body: (inout Receiver) -> Void) {
        let path = path ?? receivers.first?.path ?? "the receiver"
        if let index = receivers.firstIndex(where: { $0.path == path }) { return body(&receivers[index]) }
        guard receivers.count < Self.mostReceivers else { return }
        var receiver = Receiver(path: path)
        body(&receiver)
        receivers.append(receiver)
    }
}
