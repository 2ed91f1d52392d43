import Logging
import MQTT
import PlacemarkCore
import ReportFormats
import Reporting

/// Carries reports to an MQTT broker, over one connection that is kept up: so others see by the will whether the machine is
/// there, and what they ask is answered.
actor BrokerTransport: ReportTransport {
    private let name: String
    private var settings: MQTTSettings
    private var format: any BrokerFormat
    private let precision: Precision
    /// Asks the daemon which regions there are; nil when it does not say.
    private let regions: @Sendable () async -> [String]?
    private let wallClock: @Sendable () -> Timestamp
    private let log: Logger
    private var connection: MQTTConnection?
    /// The connection that is being made, by whoever needed it first.
    private var attempt: Task<Result<MQTTConnection, MQTTError>, Never>?
    /// What the log has last said of messages that belong to no report.
    private var saidRefusal: MQTTError?
    /// Whether the receiver has been made to forget this machine: until somebody wants it to be known again, nothing is sent.
    private var isForgotten = false

    /// So many messages are handed over at once.
    private static let portion = 500
    /// A connection that held for this long was a good one: its loss is a new story.
    private static let goodConnection: Duration = .seconds(10)
    private static let rest =
        "made to forget this machine on request; remove the sink's file, or let “placemarkctl reports test” take it up again"

    /// - Parameter name: of the sink.
    init(
        _ name: String, _ sink: BrokerSink, regions: @escaping @Sendable () async -> [String]? = { nil },
        wallClock: @escaping @Sendable () -> Timestamp, log: Logger
    ) {
        (self.name, settings, format, precision) = (name, sink.settings, sink.format, sink.precision)
        (self.regions, self.wallClock, self.log) = (regions, wallClock, log)
    }

    // MARK: The connection

    func run() async {
        var backoff = Backoff(ceiling: DeliverySchedule.longestPause)
        while !Task.isCancelled {
            let start = ContinuousClock.now
            if !isForgotten, case .success(let connection) = await connect() {
                for await message in connection.messages { await answer(message, over: connection) }
                forget(connection)
                if ContinuousClock.now - start >= Self.goodConnection { backoff.reset() }
            }
            try? await Task.sleep(for: backoff.next(random: .random(in: 0..<1)))
        }
        await leave()
    }

    /// The connection, or a new one, or why there is none.
    private func connect() async -> Result<MQTTConnection, MQTTError> {
        if let connection { return .success(connection) }
        let attempt = attempt ?? Task { await open() }
        self.attempt = attempt
        return await attempt.value
    }

    private func open() async -> Result<MQTTConnection, MQTTError> {
        defer { attempt = nil }
        settings.will = format.will(connectedAt: wallClock()).map { MQTTMessage($0) }
        do throws(MQTTError) {
            let connection = try await MQTTConnection.open(settings)
            self.connection = connection
            if !format.subscriptions.isEmpty { try await connection.subscribe(to: format.subscriptions) }
            if format.wantsRegions, let regions = await regions() { format.learn(regions: regions) }
            await publish(format.greeting, over: connection)
            return .success(connection)
        } catch .topicRefused(let topics) {
            // Reports may be allowed where questions are not.
            say(.topicRefused(topics))
            guard let connection else { return .failure(.closed) }
            await publish(format.greeting, over: connection)
            return .success(connection)
        } catch {
            connection = nil
            return .failure(error)
        }
    }

    /// Says goodbye.
    private func leave() async {
        attempt?.cancel()
        guard let connection else { return }
        await publish(format.farewell, over: connection)
        await connection.close()
        forget(connection)
    }

    private func forget(_ connection: MQTTConnection) {
        if self.connection === connection { self.connection = nil }
    }

    private func answer(_ message: MQTTMessage, over connection: MQTTConnection) async {
        // What the broker has kept is of the past: nobody waits for an answer.
        guard !message.isRetained, !isForgotten else { return }
        await publish(format.answer(to: message.topic, message.payload, at: wallClock()), over: connection)
    }

    /// Publishes what belongs to no report.
    private func publish(_ messages: [ReportMessage], over connection: MQTTConnection) async {
        let results = await connection.publish(messages.map { MQTTMessage($0) })
        for case .failure(let error) in results where error.isFinal { say(error) }
    }

    /// Once for each fault.
    private func say(_ refusal: MQTTError) {
        guard refusal != saidRefusal else { return }
        saidRefusal = refusal
        log.warning("sink \(name): \(refusal)")
    }

    /// Whether the broker has let us in, as far as is known.
    var isConnected: Bool { connection != nil }

    // MARK: Forgetting

    /// Makes the broker, and Home Assistant behind it, forget this machine. Returns what came of it. From then on nothing is
    /// sent, which would make it known again, before `remember()`; if it fails, all is as before.
    func forgetMachine() async -> DeliveryOutcome {
        // First of all: a report on its way must not come behind the removal.
        isForgotten = true
        let outcome = await removeMachine()
        if outcome != .acknowledged { isForgotten = false }
        return outcome
    }

    /// Makes this machine known again with the next report.
    func remember() { isForgotten = false }

    private func removeMachine() async -> DeliveryOutcome {
        let connection: MQTTConnection
        switch await connect() {
        case .failure(let error): return .failed(reason: error.description, retryAfter: nil)
        case .success(let open): connection = open
        }
        for case .failure(let error) in await connection.publish(format.removal.map { MQTTMessage($0) }) {
            return error.isFinal
                ? .refused(reason: error.description) : .failed(reason: error.description, retryAfter: nil)
        }
        await connection.close()
        forget(connection)
        await endSession()
        return .acknowledged
    }

    /// Lets the broker throw away what it keeps of the session. If that fails, the session ends by itself after a day.
    private func endSession() async {
        guard settings.sessionLifetime != nil else { return }
        var passing = settings
        (passing.sessionLifetime, passing.will) = (nil, nil)
        do throws(MQTTError) {
            await (try MQTTConnection.open(passing)).close()
        } catch {
            say(error)
        }
    }

    // MARK: Reports

    func send(_ reports: [Report]) async -> DeliveryResult {
        guard !isForgotten else { return .all(.failed(reason: Self.rest, retryAfter: nil)) }
        let connection: MQTTConnection
        switch await connect() {
        case .success(let open): connection = open
        case .failure(let error): return .all(.failed(reason: error.description, retryAfter: nil))
        }
        var messages: [(report: Int, message: MQTTMessage)] = []
        for (index, report) in reports.enumerated() {
            guard let report = report.limited(to: precision) else { continue }
            for message in format.messages(for: report, at: wallClock()) {
                messages.append((index, MQTTMessage(message, identifier: report.id.description)))
            }
        }
        // What the format has no word for is not for this receiver.
        var outcomes = Array(repeating: DeliveryOutcome.acknowledged, count: reports.count)
        for start in stride(from: 0, to: messages.count, by: Self.portion) {
            let portion = messages[start..<min(messages.count, start + Self.portion)]
            let results =
                isForgotten
                ? portion.map { _ in .failure(.closed) } : await connection.publish(portion.map(\.message))
            for (entry, result) in zip(portion, results) {
                guard case .failure(let error) = result else { continue }
                if !error.isFinal { forget(connection) }
                outcomes[entry.report] = outcomes[entry.report].worse(Self.outcome(error, reports[entry.report].kind))
            }
        }
        return .each(outcomes)
    }

    /// A topic by template may have a position in it: it is not repeated.
    private static func outcome(_ error: MQTTError, _ kind: ReportKind) -> DeliveryOutcome {
        switch error {
        case .topicRefused:
            .refused(reason: "the broker's access list refuses the topic of a report '\(kind.rawValue)'")
        case .topicImpossible: .refused(reason: "what Topic= makes of a report '\(kind.rawValue)' can be no topic")
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

extension MQTTMessage {
    fileprivate init(_ message: ReportMessage, identifier: String? = nil) {
        self.init(
            topic: message.topic, payload: message.payload, isRetained: message.isRetained, identifier: identifier)
    }
}
