import MQTT
import PlacemarkModel
import Reporting

/// Reports over the connection, and what has become of each.
extension BrokerTransport {
    /// So many messages are handed over at once.
    private static let portion = 500
    /// Why nothing is sent while the machine is forgotten.
    private static let rest =
        "made to forget this machine on request; remove the sink's file, or let “placemarkctl reports test” take it up again"

    func send(_ reports: [Report]) async -> DeliveryResult {
        guard !isForgotten else { return .all(.failed(reason: Self.rest, retryAfter: nil)) }
        let connection: MQTTConnection
        switch await connect() {
        case .success(let open): connection = open
        case .failure(let error): return .all(.failed(reason: error.description, retryAfter: nil))
        }
        var messages: [(report: Int, message: ReportMessage)] = []
        for (index, report) in reports.enumerated() {
            for message in format.messages(for: report, at: wallClock()) { messages.append((index, message)) }
        }
        // What the format has no word for is not for this receiver.
        var outcomes = Array(repeating: DeliveryOutcome.acknowledged, count: reports.count)
        for start in stride(from: 0, to: messages.count, by: Self.portion) {
            let portion = messages[start..<min(messages.count, start + Self.portion)]
            let results =
                isForgotten
                ? portion.map { _ in .failure(.closed) }
                : await connection.publish(
                    portion.map { MQTTMessage($0.message, identifier: reports[$0.report].id.description) })
            note(results, of: portion.map(\.message))
            for (entry, result) in zip(portion, results) {
                guard case .failure(let error) = result else { continue }
                let outcome = outcome(error, reports[entry.report].kind)
                outcomes[entry.report] = outcomes[entry.report].worse(outcome)
                if error.endsConnection { forget(connection) }
            }
        }
        return .each(outcomes)
    }

    /// A topic by template may have a position in it: it is not repeated.
    func outcome(_ error: MQTTError, _ kind: ReportKind) -> DeliveryOutcome {
        switch error {
        // As with a login that is refused: the list will be corrected.
        case .topicRefused: .failed(reason: refusals.publishing ?? "", retryAfter: nil)
        case .topicImpossible: .refused(reason: "what Topic= makes of a report '\(kind.rawValue)' cannot be a topic")
        default:
            error.isFinal
                ? .refused(reason: error.description) : .failed(reason: error.description, retryAfter: nil)
        }
    }
}

extension DeliveryOutcome {
    /// Of several messages of one report: one that failed is sent again with the others, whatever became of them.
    fileprivate func worse(_ other: DeliveryOutcome) -> DeliveryOutcome {
        switch (self, other) {
        case (.failed, _): self
        case (_, .failed): other
        case (.refused, _): self
        default: other
        }
    }
}
