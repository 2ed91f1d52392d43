public import PlacemarkModel

extension HomeAssistantFormat: BrokerFormat {
    public func will(connectedAt: Timestamp) -> ReportMessage? { will }
    public var subscriptions: [String] { [statusTopic, descriptionTopic] }
    public var greeting: [ReportMessage] { [description, birth] }
    public var farewell: [ReportMessage] { [will] }
    public var wantsRegions: Bool { precision == .precise }
    public mutating func messages(for report: Report, at now: Timestamp) -> [ReportMessage] { messages(for: report) }

    public mutating func answer(
        to topic: String, _ payload: [UInt8], isKept: Bool, at now: Timestamp
    ) -> [ReportMessage] {
        if topic == descriptionTopic { return isKept ? learn(description: payload) : [] }
        return !isKept && isStart(topic: topic, payload) ? [description, birth] + present : []
    }
}
