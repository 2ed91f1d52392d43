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
        /// Nil when its last report had none.
        var fix: Location?
        var satellites: Location.Satellites?

        /// The better the receiver knows its position, the greater.
        fileprivate var merit: (Int, Int) { (fix?.mode.rawValue ?? 0, satellites?.used ?? 0) }
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
                $0.fix != nil && ($0.satellites != nil || $0.reports >= Self.enoughReports)
            }
    }

    /// The receiver that the daemon would listen to: the wanted one, or the one with the best fix.
    func best(wanted: String?) -> Receiver? {
        let candidates = receivers.filter { $0.reports > 0 && (wanted == nil || $0.path == wanted) }
        return candidates.max { $0.merit < $1.merit }
    }

    /// Takes a line in, as the daemon does. One that is not a report of gpsd's changes nothing.
    ///
    /// - Parameter now: the system time.
    mutating func add(_ line: some BidirectionalCollection<UInt8>, parsedBy gpsd: LibGPS, at now: Timestamp) {
        switch ReportLine(line) {
        case .version:
            let report = GPSDReport(line: line)
            release = report?.release
            if let major = report?.protocolMajor {
                protocolVersion = .init(major: major, minor: report?.protocolMinor ?? 0)
            }
        case .devices(let devices): for device in devices { update(device) }
        case .device(let device): update(device)
        case .tpv:
            let report = gpsd.position(line)
            if let time = report.time { clockOffset = now.duration(since: time) }
            change(report.device) { receiver in
                receiver.reports += 1
                receiver.fix =
                    if case .fix(let location) = report.event(receivedAt: Self.instant) { location } else { nil }
            }
        case .sky:
            let report = GPSDReport(line: line)
            if let satellites = report?.satellites { change(report?.device) { $0.satellites = satellites } }
        case .att, .other, .damaged: break
        }
    }

    /// Nobody asks when a fix came.
    private static let instant = BootInstant(sinceBoot: .zero)

    private mutating func update(_ device: ReportLine.Device) {
        change(device.path) { receiver in
            receiver.isActive = device.isActive
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
