/// How the reports to one receiver go: what `placemarkctl reports` shows. It says nothing of where the machine is.
package struct SinkReport: Codable, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
        /// Nothing waits.
        case idle
        /// Reports wait for their turn, and nothing is wrong.
        case delivering
        /// The last delivery has failed; reports wait for the next attempt.
        case failing
    }

    /// That of its file.
    package var name: String
    package var state: State
    /// How reports travel, and what they look like.
    package var type: String
    package var format: String
    package var precision: Precision
    /// Reports in the queue, and what they take there.
    package var waiting: Int
    package var sizeInBytes: Int
    /// When the oldest of them happened.
    package var oldest: Timestamp?
    /// Since the outbox was made.
    package var acknowledged: Int
    package var lastAcknowledgement: Timestamp?
    /// What the receiver never takes, and how much of that is still kept.
    package var refused: Int
    package var aside: Int
    /// What the queue had no room or no time for.
    package var dropped: Int
    /// Whether there is a connection to a broker; nil where none is kept up.
    package var connected: Bool?
    /// Why the last delivery has failed, in words.
    package var error: String?
    package var failingSince: Timestamp?
    /// What keeps the receiver from learning all that it should, although reports arrive: sentences that say what to do. Nil
    /// when there is nothing.
    package var warnings: [String]?

    package init(name: String, state: State, type: String, format: String, precision: Precision) {
        (self.name, self.state, self.type) = (name, state, type)
        (self.format, self.precision) = (format, precision)
        (waiting, sizeInBytes, acknowledged, refused, aside, dropped) = (0, 0, 0, 0, 0, 0)
    }
}

/// All sinks of a reporter, and its outbox.
package struct ReporterReport: Codable, Hashable, Sendable {
    package var version: String
    package var sinks: [SinkReport]
    /// What is wrong with the file of the outbox; nil when nothing is.
    package var outboxFailure: String?
    /// Reports that could not be kept because of that, since the start.
    package var lost: Int

    package init(sinks: [SinkReport], outboxFailure: String?, lost: Int) {
        version = Installation.version
        (self.sinks, self.outboxFailure, self.lost) = (sinks, outboxFailure, lost)
    }
}

/// What came of a report that was sent to try a sink, or of the wish to be forgotten.
package struct SinkTestReport: Codable, Hashable, Sendable {
    package enum Result: String, Codable, Sendable { case acknowledged, refused, failed, unanswered }

    package var result: Result
    /// For a person: why, or what to do next.
    package var sentence: String?

    package init(_ result: Result, _ sentence: String? = nil) { (self.result, self.sentence) = (result, sentence) }
}
