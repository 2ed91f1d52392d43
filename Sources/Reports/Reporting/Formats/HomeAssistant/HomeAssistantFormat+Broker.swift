public import PlacemarkModel

extension HomeAssistantFormat: BrokerFormat {
    public func will(connectedAt: Timestamp) -> ReportMessage? { will }
    private var commandTopic: String { "\(base)/\(HomeAssistantPanel.commandTopic)" }
    public var subscriptions: [String] { [statusTopic, descriptionTopic] + (takesCommands ? [commandTopic] : []) }
    /// A command that has waited at the broker is one of another time: a guard that somebody wanted to end then may be another.
    public var keepsSession: Bool { !takesCommands }

    public func command(in topic: String, _ payload: [UInt8], isKept: Bool) -> GuardCommand? {
        takesCommands && !isKept && topic == commandTopic ? HomeAssistantPanel.command(payload) : nil
    }

    /// Beacons are no reports: what was said of them while nobody listened is said again.
    public var greeting: [ReportMessage] { [description, birth] + [told["beacons"]].compactMap(\.self) }
    public var farewell: [ReportMessage] { [will] }
    public var wantsRegions: Bool { precision == .precise }
    public var wantsBeacons: Bool { precision == .precise }
    public mutating func messages(for report: Report, at now: Timestamp) -> [ReportMessage] { messages(for: report) }

    public mutating func answer(
        to topic: String, _ payload: [UInt8], isKept: Bool, at now: Timestamp
    ) -> [ReportMessage] {
        if topic == descriptionTopic { return isKept ? learn(description: payload) : [] }
        return !isKept && isStart(topic: topic, payload) ? [description, birth] + present : []
    }
}
