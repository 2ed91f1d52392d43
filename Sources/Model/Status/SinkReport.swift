/// How the reports to one receiver go: what `placemarkctl reports` shows. It says nothing of where the machine is.
public struct SinkReport: Codable, Hashable, Sendable {
    public enum State: String, Codable, Sendable {
        /// Nothing waits.
        case idle
        /// Reports wait for their turn, and nothing is wrong.
        case delivering
        /// The last delivery has failed; reports wait for the next attempt.
        case failing
    }

    /// That of its file.
    public var name: String
    public var state: State
    /// How reports travel, and what they look like.
    public var type: String
    public var format: String
    public var precision: Precision
    /// Reports in the queue, and what they take there.
    public var waiting: Int
    public var sizeInBytes: Int
    /// When the oldest of them happened.
    public var oldest: Timestamp?
    /// Since the outbox was made.
    public var acknowledged: Int
    public var lastAcknowledgement: Timestamp?
    /// What the receiver never takes, and how much of that is still kept.
    public var refused: Int
    public var aside: Int
    /// What the queue had no room or no time for.
    public var dropped: Int
    /// Whether there is a connection to a broker; nil where none is kept up.
    public var connected: Bool?
    /// Why the last delivery has failed, in words.
    public var error: String?
    public var failingSince: Timestamp?
    /// What keeps the receiver from learning all that it should, although reports arrive: sentences that say what to do. Nil
    /// when there is nothing.
    public var warnings: [String]?

    public init(name: String, state: State, type: String, format: String, precision: Precision) {
        (self.name, self.state, self.type) = (name, state, type)
        (self.format, self.precision) = (format, precision)
        (waiting, sizeInBytes, acknowledged, refused, aside, dropped) = (0, 0, 0, 0, 0, 0)
    }
}

/// All sinks of a reporter, and its outbox.
public struct ReporterReport: Codable, Hashable, Sendable {
    public var version: String
    public var sinks: [SinkReport]
    /// What is wrong with the file of the outbox; nil when nothing is.
    public var outboxFailure: String?
    /// Reports that could not be kept because of that, since the start.
    public var lost: Int

    public init(sinks: [SinkReport], outboxFailure: String?, lost: Int) {
        version = Installation.version
        (self.sinks, self.outboxFailure, self.lost) = (sinks, outboxFailure, lost)
    }
}

/// What came of a report that was sent to try a sink, or of the wish to be forgotten.
public struct SinkTestReport: Codable, Hashable, Sendable {
    public enum Result: String, Codable, Sendable { case acknowledged, refused, failed, unanswered }

    public var result: Result
    /// For a person: why, or what to do next.
    public var sentence: String?

    public init(_ result: Result, _ sentence: String? = nil) { (self.result, self.sentence) = (result, sentence) }
}
