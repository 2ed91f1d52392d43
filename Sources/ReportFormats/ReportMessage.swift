/// A message for a broker, before it has one.
public struct ReportMessage: Hashable, Sendable {
    public var topic: String
    public var payload: [UInt8]
    /// Whether the broker keeps it for those who subscribe later.
    public var isRetained: Bool

    public init(topic: String, payload: [UInt8], isRetained: Bool = false) {
        (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
    }

    init(topic: String, text: String, isRetained: Bool = false) {
        self.init(topic: topic, payload: Array(text.utf8), isRetained: isRetained)
    }
}
