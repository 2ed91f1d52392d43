/// What carries reports to one receiver, and says what became of them. It stores nothing; what the receiver has not acknowledged is
/// handed to it again.
public protocol ReportTransport: Sendable {
    /// Keeps up what must be kept up between deliveries (a connection, its keep-alive, answers to the receiver's commands)
    /// until the task is cancelled. By default nothing.
    func run() async

    /// What keeps the receiver from learning all that it should, although reports arrive: sentences that say what to do. By
    /// default none.
    var warnings: [String] { get async }

    /// Sends the reports in their order, and returns when the fate of each is known. It takes a bounded time, which is the
    /// transport's own; a receiver that stays silent has failed.
    ///
    /// - Parameter reports: at least one, and at most as many as the sink's `Batch=`.
    func send(_ reports: [Report]) async -> DeliveryResult
}

extension ReportTransport {
    public func run() async {}
    public var warnings: [String] { get async { [] } }
}

/// What became of one report. The reasons are for the log and for `placemarkctl reports`: one line without a coordinate, an
/// address with a password, or a text of the receiver.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The receiver has it, and has said so (PUBACK, 2xx).
    case acknowledged
    /// The receiver will never take it (a final 4xx, too large, a topic that cannot be): it goes aside, the others go on.
    case refused(reason: String)
    /// Nobody knows whether it has arrived, or it has not: it is sent again.
    ///
    /// - Parameter retryAfter: how long the receiver wants to be left alone; nil when it has not said.
    case failed(reason: String, retryAfter: Duration?)
}

/// What became of the reports of one delivery.
public enum DeliveryResult: Hashable, Sendable {
    /// All had the same fate. When several were refused together, nobody knows which of them is to blame: they are sent
    /// again in smaller batches.
    case all(DeliveryOutcome)
    /// As many as there were reports, in their order.
    case each([DeliveryOutcome])
}
