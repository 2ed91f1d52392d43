import Logging
import MQTT
import PlacemarkModel
import Reporting
import Settings

/// Carries reports to an MQTT broker, over one connection that is kept up: so others see by the will whether the machine is
/// there, and what they ask is answered. What it does with reports, and how it makes a receiver forget this machine, lie in
/// files of their own.
actor BrokerTransport: ReportTransport {
    var settings: MQTTSettings
    var format: any BrokerFormat
    private let name: String
    /// Asks the daemon which regions there are; nil when it does not say.
    private let regions: @Sendable () async -> [String]?
    /// What is heard of the beacons of regions, each time all of it, the nearest first.
    private let beacons: @Sendable () -> AsyncStream<[Beacon]>
    /// When something was heard of them last; nil while none is there.
    private var beaconsHeardAt: BootInstant?
    /// Does to the guard what a message wants. Returns why that could not be; nil when it is done.
    private let command: @Sendable (GuardCommand) async -> String?
    let wallClock: @Sendable () -> Timestamp
    private let bootClock: @Sendable () -> BootInstant
    private let log: Logger
    private var connection: MQTTConnection?
    /// The connection that is being made, by whoever needed it first.
    private var attempt: Task<Result<MQTTConnection, MQTTError>, Never>?
    private(set) var refusals = BrokerRefusals()
    private let relearning: Duration
    /// Whether the receiver has been made to forget this machine: until somebody wants it to be known again, nothing is sent.
    var isForgotten = false

    /// A connection that held for this long was a good one: its loss is a new story.
    private static let goodConnection: Duration = .seconds(10)
    /// The daemon tells once a second which beacons are near. Without a word for so long nobody listens for them any more.
    private static let beaconPatience: Duration = .seconds(10)

    /// - Parameters:
    ///   - name: of the sink.
    ///   - relearning: how often the daemon is asked which regions there are.
    init(
        _ name: String, _ sink: BrokerSink, regions: @escaping @Sendable () async -> [String]? = { nil },
        command: @escaping @Sendable (GuardCommand) async -> String? = { _ in "nobody takes commands" },
        beacons: @escaping @Sendable () -> AsyncStream<[Beacon]> = { AsyncStream { $0.finish() } },
        relearning: Duration = .seconds(60), wallClock: @escaping @Sendable () -> Timestamp,
        bootClock: @escaping @Sendable () -> BootInstant = Clocks.system.boot, log: Logger
    ) {
        (self.relearning, self.beacons, self.bootClock) = (relearning, beacons, bootClock)
        (self.name, settings, format) = (name, sink.settings, sink.format)
        (self.regions, self.command, self.wallClock, self.log) = (regions, command, wallClock, log)
    }

    /// Throws what is wrong with the file of the sink.
    static func plan(_ sink: Sink) throws(ConfigurationProblem.Reason) -> TransportPlan {
        let broker = try BrokerSink(sink)
        return { around in
            BrokerTransport(
                sink.name, broker, regions: around.regions, command: around.command, beacons: around.beacons,
                wallClock: around.wallClock, log: around.log)
        }
    }

    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.keepConnected() }
            if format.wantsRegions { group.addTask { await self.relearn() } }
            if format.wantsBeacons { group.addTask { await self.followBeacons() } }
            await group.waitForAll()
        }
        await leave()
    }

    private func keepConnected() async {
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
    }

    /// Tells of regions that are added or removed while the connection stands.
    private func relearn() async {
        while (try? await Task.sleep(for: relearning)) != nil {
            if let heardAt = beaconsHeardAt, heardAt.duration(to: bootClock()) > Self.beaconPatience {
                await tell(beacons: [])
            }
            guard let connection, !isForgotten, let regions = await regions() else { continue }
            await publish(format.learn(regions: regions), over: connection)
        }
    }

    /// Tells how far away beacons are. It is no report: what was so a minute ago is of no use to anybody.
    private func followBeacons() async {
        for await heard in beacons() { await tell(beacons: heard) }
    }

    private func tell(beacons heard: [Beacon]) async {
        guard !isForgotten else { return }
        let now = bootClock()
        beaconsHeardAt = heard.isEmpty ? nil : now
        let messages = format.learn(beacons: heard, at: now)
        // Without a connection the next greeting says it.
        if let connection { await publish(messages, over: connection) }
    }

    /// The connection, or a new one, or why there is none.
    func connect() async -> Result<MQTTConnection, MQTTError> {
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
            if !format.subscriptions.isEmpty { try await subscribe(over: connection) }
            if format.wantsRegions, let regions = await regions() { _ = format.learn(regions: regions) }
            await publish(format.greeting, over: connection)
            return .success(connection)
        } catch {
            connection = nil
            return .failure(error)
        }
    }

    /// Asks for what the format wants to hear. Where the broker refuses it, reports may be allowed all the same.
    private func subscribe(over connection: MQTTConnection) async throws(MQTTError) {
        do throws(MQTTError) {
            try await connection.subscribe(to: format.subscriptions)
            refusals.subscription = nil
        } catch .topicRefused(let topics) {
            refusals.subscription = topics
            say(MQTTError.topicRefused(topics).description)
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

    func forget(_ connection: MQTTConnection) {
        if self.connection === connection { self.connection = nil }
    }

    private func answer(_ message: MQTTMessage, over connection: MQTTConnection) async {
        guard !isForgotten else { return }
        if let wanted = format.command(in: message.topic, message.payload, isKept: message.isRetained) {
            if let reason = await command(wanted) {
                log.warning("sink \(name): a command of the broker could not be carried out: \(reason)")
            } else {
                log.notice("sink \(name): a command of the broker: guard \(wanted.word)")
            }
        }
        let answer = format.answer(
            to: message.topic, message.payload, isKept: message.isRetained, at: wallClock())
        await publish(answer, over: connection)
    }

    /// Publishes what belongs to no report.
    private func publish(_ messages: [ReportMessage], over connection: MQTTConnection) async {
        guard !messages.isEmpty else { return }
        let results = await connection.publish(messages.map { MQTTMessage($0) })
        note(results, of: messages)
        for case .failure(let error) in results where error.isFinal { say(error.description) }
        if let sentence = refusals.publishing { say(sentence) }
        refusals.forgetSaidIfNone()
    }

    /// Once for each fault.
    func say(_ refusal: String) {
        guard refusals.isNew(refusal) else { return }
        log.warning("sink \(name): \(refusal)")
    }

    func note(_ results: [Result<Void, MQTTError>], of messages: [ReportMessage]) {
        refusals.note(zip(messages.map(\.shownTopic), results))
    }

    /// What the broker refuses although reports may arrive.
    var warnings: [String] { refusals.sentences }

    /// Whether the broker has let us in, as far as is known.
    var isConnected: Bool { connection != nil }
}

extension GuardCommand {
    /// For the log.
    fileprivate var word: String {
        switch self {
        case .arm(let order): order.kind.rawValue
        case .acknowledge: "acknowledge"
        case .disarm: "off"
        }
    }
}

extension MQTTMessage {
    init(_ message: ReportMessage, identifier: String? = nil) {
        self.init(
            topic: message.topic, payload: message.payload, isRetained: message.isRetained, identifier: identifier)
    }
}
