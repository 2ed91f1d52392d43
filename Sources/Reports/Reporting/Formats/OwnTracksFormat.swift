import FoundationEssentials
import OwnTracks
public import PlacemarkModel

extension ReportFormat {
    public static let owntracks = ReportFormat(
        "owntracks",
        requests: { sink, address in
            let (user, device) = (sink.user, sink.device)
            let format = OwnTracksFormat(user: user, device: device)
            let named = OwnTracksFormat.address(address, user: user, device: device)
            let headers = OwnTracksFormat.headers(user: user, device: device)
            var requests = RequestFormat.single(
                .jsonOrNothing(device: format.topic.replacing("/", with: "-"))
            ) { report, now in
                ReportRequest(format.body(for: report, at: now), to: named, headers: headers)
            }
            requests.warnings = [OwnTracksFormat.warning(ofAddress: named)].compactMap(\.self)
            return requests
        },
        messages: { sink throws(ReportTemplate.Mistake) -> any BrokerFormat in
            OwnTracksFormat(
                user: sink.user, device: sink.device, topic: try sink.topic(),
                answersCommands: sink.settings.acceptsCommands)
        })
}

/// Reports as OwnTracks' messages, at the topics of its apps: locations (retained) at `owntracks/USER/DEVICE`, crossings of borders
/// at `/event`, the places of visits at `/waypoint`. Held against the booklet of June 2026, docs/tech/json.md.
public struct OwnTracksFormat: Sendable {
    /// `owntracks/USER/DEVICE`.
    public let topic: String
    /// Whether questions for the location are answered.
    public let answersCommands: Bool
    private let writer: OwnTracksWriter
    private var newest = NewestReport()
    private var newestLocation: (location: LocationReport, takenAt: Timestamp, regions: [String]?)?

    /// - Parameters:
    ///   - trackerID: nil for the last two letters of the device, as the booklet has it.
    ///   - topic: nil for `owntracks/USER/DEVICE`.
    public init(
        user: String, device: String, trackerID: String? = nil, topic: String? = nil, answersCommands: Bool = false
    ) {
        self.topic = topic ?? "owntracks/\(SafeName.topicLevel(user))/\(SafeName.topicLevel(device))"
        self.answersCommands = answersCommands
        writer = OwnTracksWriter(trackerID: trackerID ?? String(device.suffix(2)))
    }

    /// Where commands come.
    public var commandTopic: String { topic + "/cmd" }

    /// What the broker is to publish when it has lost us.
    public func will(connectedAt: Timestamp) -> ReportMessage? {
        ReportMessage(topic: topic, payload: writer.lastWill(connectedAt: connectedAt))
    }

    /// The message of a report for a broker; nil when OwnTracks has none. A location that is older than the one before it is not
    /// retained: it belongs to the past, which is caught up with.
    ///
    /// - Parameter now: the wall clock.
    public mutating func message(for report: Report, at now: Timestamp) -> ReportMessage? {
        guard let (suffix, payload) = payload(for: report, at: now, topic: nil) else { return nil }
        let isPresent = suffix.isEmpty && newest.isPassed(by: report)
        if isPresent { newestLocation = report.location.map { ($0, report.takenAt, report.regions) } }
        return ReportMessage(topic: topic + suffix, payload: payload, isRetained: isPresent)
    }

    /// The body of a request over HTTP; nil when OwnTracks has no message for the report. It says which topic it would go to.
    public func body(for report: Report, at now: Timestamp) -> [UInt8]? {
        payload(for: report, at: now, topic: topic)?.payload
    }

    /// Where a request goes. The Recorder takes the name of a box from its address alone, and all that have none for one: an address
    /// that ends in `/pub` gets it.
    public static func address(_ address: String, user: String, device: String) -> String {
        let parts = address.split(separator: "?", maxSplits: 1)
        let names = parameters(of: address)
        guard parts.first?.hasSuffix("/pub") == true, !names.contains("u"), !names.contains("d") else { return address }
        let own = "u=\(PercentEncoding.encode(user))&d=\(PercentEncoding.encode(device))"
        return parts.joined(separator: "?") + (parts.count == 1 ? "?" : "&") + own
    }

    /// What the address of a request lacks for a Recorder; nil when nothing.
    static func warning(ofAddress address: String) -> String? {
        if parameters(of: address).contains("u") { return nil }
        return
            "an OwnTracks Recorder takes the name of a box from URL= alone, and treats all boxes without one as the"
            + " same box: let URL= end in /pub, or append ?u=USER&d=DEVICE, which other receivers ignore"
    }

    private static func parameters(of address: String) -> [Substring] {
        address.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&").map {
            $0.prefix { $0 != "=" }
        }
            ?? []
    }

    /// What the app sends beside a body, for servers that take the names from there.
    public static func headers(user: String, device: String) -> [String] {
        ["X-Limit-U: \(SafeName.topicLevel(user))", "X-Limit-D: \(SafeName.topicLevel(device))"]
    }

    /// Whether somebody asks for the location, by a message at the command topic.
    public static func asksForLocation(_ payload: [UInt8]) -> Bool {
        struct Command: Decodable {
            let _type, action: String
        }
        let command = try? JSONDecoder().decode(Command.self, from: Data(payload))
        return command?._type == "cmd" && command?.action == "reportLocation"
    }

    /// The answer to that: the newest location that was reported; nil when there is none.
    public func answer(at now: Timestamp) -> ReportMessage? {
        newestLocation.map { newest in
            ReportMessage(
                topic: topic,
                payload: writer.location(
                    newest.location, takenAt: newest.takenAt, regions: newest.regions, trigger: .reportLocation,
                    .init(createdAt: now)),
                isRetained: true)
        }
    }

    private func payload(for report: Report, at now: Timestamp, topic: String?) -> (suffix: String, payload: [UInt8])? {
        func context(_ suffix: String) -> OwnTracksWriter.Context {
            .init(createdAt: now, identifier: report.id.description, topic: topic.map { $0 + suffix })
        }
        switch report.kind {
        case .location, .heartbeat:
            guard let location = report.location else { return nil }
            let trigger: OwnTracksWriter.Trigger? = report.kind == .heartbeat ? .timer : nil
            return (
                "",
                writer.location(
                    location, takenAt: report.takenAt, regions: report.regions, trigger: trigger, context(""))
            )
        case .regionEntered, .regionExited:
            guard let location = report.location, let region = report.event?.region else { return nil }
            return (
                "/event",
                writer.transition(
                    location, takenAt: report.takenAt, region: region, entered: report.kind == .regionEntered,
                    context("/event"))
            )
        case .visitArrived:
            guard let visit = report.event?.visit, let name = visit.placemark?.name ?? visit.placemark?.city else {
                return nil
            }
            return (
                "/waypoint",
                writer.waypoint(
                    name, at: visit.coordinate, radius: visit.horizontalAccuracy,
                    madeAt: visit.arrival ?? report.happenedAt, context("/waypoint"))
            )
        // OwnTracks knows neither trips nor guards.
        case .placemark, .visitDeparted, .paused, .resumed, .timeZone, .source, .missed, .guardWarning, .guardAlarm,
            .guardBlind, .guardCleared, .tripStarted, .tripResumed, .tripEnded:
            return nil
        }
    }
}

extension OwnTracksFormat: BrokerFormat {
    public var keepsSession: Bool { !subscriptions.isEmpty }
    public func command(in topic: String, _ payload: [UInt8], isKept: Bool) -> GuardCommand? { nil }
    public var greeting: [ReportMessage] { [] }
    public var farewell: [ReportMessage] { [] }
    public var removal: [ReportMessage] { [ReportMessage(topic: topic, payload: [], isRetained: true)] }
    public var subscriptions: [String] { answersCommands ? [commandTopic] : [] }
    public var wantsRegions: Bool { false }
    public func learn(regions: [String]) -> [ReportMessage] { [] }
    public var wantsBeacons: Bool { false }
    public func learn(beacons: [Beacon], at now: BootInstant) -> [ReportMessage] { [] }

    public mutating func messages(for report: Report, at now: Timestamp) -> [ReportMessage] {
        [message(for: report, at: now)].compactMap(\.self)
    }

    public func answer(
        to topic: String, _ payload: [UInt8], isKept: Bool, at now: Timestamp
    ) -> [ReportMessage] {
        guard answersCommands, !isKept, topic == commandTopic, Self.asksForLocation(payload) else { return [] }
        return [answer(at: now)].compactMap(\.self)
    }
}
