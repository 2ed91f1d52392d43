import MQTT

/// What a broker's access list refuses, and what the log has said of it.
struct BrokerRefusals {
    /// The topics that have been refused last, as people may see them.
    private var topics: Set<String> = []
    /// The topics of which the broker does not tell us, although we have asked.
    var subscription: String?
    /// What the log has said of messages that belong to no report, since the last time that nothing was refused.
    private var said: Set<String> = []

    /// More than any format has, and templates show few.
    private static let mostTopics = 16

    /// Keeps in mind what became of messages.
    ///
    /// - Parameter results: with the topic of each, as people may see it. Several topics by a template are shown as one, which
    ///   is refused when one of them is.
    mutating func note(_ results: some Sequence<(String, Result<Void, MQTTError>)>) {
        for case (let topic, .success) in results { topics.remove(topic) }
        for case (let topic, .failure(.topicRefused)) in results where topics.count < Self.mostTopics {
            topics.insert(topic)
        }
    }

    /// Whether the log has not said this yet; from now on it has.
    mutating func isNew(_ sentence: String) -> Bool { said.insert(sentence).inserted }

    /// When nothing is refused any more, the next refusal is a new story.
    mutating func forgetSaidIfNone() { if topics.isEmpty && subscription == nil { said = [] } }

    /// What is refused of what we publish; nil when it is nothing. All of it: whoever corrects the list does it once.
    var publishing: String? {
        guard !topics.isEmpty else { return nil }
        return "the broker's access list refuses what is published at "
            + topics.sorted().map { "'\($0)'" }.joined(separator: ", ") + ": allow it there"
    }

    /// All that is refused, a sentence for publishing and one for reading.
    var sentences: [String] {
        let unheard = subscription.map {
            "the broker's access list does not let this machine read '\($0)': allow it there"
        }
        return [publishing, unheard].compactMap(\.self)
    }
}
