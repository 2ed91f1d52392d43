/// A message for a broker, before it has one.
public struct ReportMessage: Hashable, Sendable {
    public var topic: String
    /// The topic as people may see it, in the log and in answers: without what a template has taken from the report.
    public var shownTopic: String
    public var payload: [UInt8]
    /// Whether the broker keeps it for those who subscribe later.
    public var isRetained: Bool

    /// - Parameter shownTopic: nil where the topic has nothing of the report in it.
    public init(topic: String, shownTopic: String? = nil, payload: [UInt8], isRetained: Bool = false) {
        (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
        self.shownTopic = shownTopic ?? topic
    }

    init(topic: String, text: String, isRetained: Bool = false) {
        self.init(topic: topic, payload: Array(text.utf8), isRetained: isRetained)
    }
}
