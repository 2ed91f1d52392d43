import MQTT
import TestConditions
import TestSupport
import Testing

/// A connection with a real mosquitto that is well.
@Suite("MQTT with a broker that is well", .tags(.waits))
struct BrokerTests {
    private let directory: TemporaryDirectory
    private let broker: RealMosquitto

    init() async throws {
        directory = try TemporaryDirectory()
        broker = try await RealMosquitto(
            in: directory, ["allow_anonymous true", "max_packet_size 2000", "max_queued_messages 0"])
    }

    @Test(
        "a message is there when its acknowledgement is told, and comes in the order in which it was sent",
        .timeLimit(.minutes(1)), arguments: [MQTTSettings.Version.v311, .v5])
    func order(_ version: MQTTSettings.Version) async throws {
        let subscriber = try await MosquittoSubscriber(at: broker)
        let connection = try await MQTTConnection.open(settings(broker.port, version))
        // Many more than are in flight at once.
        let messages = (0..<500).map { MQTTMessage(topic: "a/b", text: "\($0)") }
        let results = await connection.publish(messages)
        #expect(results.allSatisfy { (try? $0.get()) != nil })
        #expect(await subscriber.lines(atLeast: 500) == (0..<500).map { "a/b \($0)" })
        await connection.close()
    }

    @Test("no more messages are held than was promised; the rest fails at once", .timeLimit(.minutes(1)))
    func bounded() async throws {
        let connection = try await MQTTConnection.open(settings(broker.port))
        let most = MQTTConnection.mostUnacknowledged
        let results = await connection.publish(
            Array(repeating: MQTTMessage(topic: "a", text: "x"), count: most + 1))
        #expect(results.count == most + 1)
        #expect(results.prefix(most).allSatisfy { (try? $0.get()) != nil })
        #expect(throws: MQTTError.tooMany) { try results[most].get() }
        await connection.close()
    }

    @Test("in MQTT 5 the identity of a message goes with it", .timeLimit(.minutes(1)))
    func identity() async throws {
        let subscriber = try await MosquittoSubscriber(at: broker, ["-V", "5", "-F", "%t [%P] %p"])
        let connection = try await MQTTConnection.open(settings(broker.port))
        #expect(await connection.publish("a", "hello", id: "4f0c9a1be2d37758-42") == nil)
        #expect(await subscriber.lines(atLeast: 1) == ["a [id:4f0c9a1be2d37758-42] hello"])
        await connection.close()
    }

    @Test("a retained message stays, and an empty one removes it", .timeLimit(.minutes(1)))
    func retained() async throws {
        let connection = try await MQTTConnection.open(settings(broker.port))
        _ = await connection.publish([MQTTMessage(topic: "kept", text: "1", isRetained: true)])
        let first = try await MosquittoSubscriber(at: broker)
        #expect(await first.lines(atLeast: 1) == ["kept 1"])
        _ = await connection.publish([MQTTMessage(topic: "kept", payload: [], isRetained: true)])
        let second = try await MosquittoSubscriber(at: broker)
        _ = await connection.publish("other")
        #expect(await second.lines(atLeast: 1) == ["other x"])
        await connection.close()
    }

    @Test(
        "a session outlives its connection: what was published meanwhile comes with the next one",
        .timeLimit(.minutes(1)), arguments: [MQTTSettings.Version.v311, .v5])
    func session(_ version: MQTTSettings.Version) async throws {
        let kept = settings(broker.port, version) { $0.sessionLifetime = .seconds(3600) }
        let first = try await MQTTConnection.open(kept)
        #expect(!first.hasSession)
        try await first.subscribe(to: ["box/cmd", "home/+"])
        await first.close()
        let other = try await MQTTConnection.open(settings(broker.port) { $0.clientIdentifier = "other" })
        #expect(await other.publish("box/cmd", "report") == nil)
        let second = try await MQTTConnection.open(kept)
        #expect(second.hasSession)
        #expect(await other.publish("home/status", "online") == nil)
        var messages = second.messages.makeAsyncIterator()
        #expect(await messages.next()?.payload == Array("report".utf8))
        #expect(await messages.next()?.topic == "home/status")
        await second.close()
        #expect(await messages.next() == nil)
        // Without a lifetime the broker forgets.
        let fresh = try await MQTTConnection.open(settings(broker.port, version))
        #expect(!fresh.hasSession)
        await fresh.close()
        await other.close()
    }

    @Test(
        "the will is published when the connection ends without a word, and not after a goodbye",
        .timeLimit(.minutes(1)))
    func will() async throws {
        let subscriber = try await MosquittoSubscriber(at: broker)
        func open(_ text: String) async throws -> MQTTConnection {
            try await MQTTConnection.open(settings(broker.port) { $0.will = MQTTMessage(topic: "will", text: text) })
        }
        await (try await open("polite")).close()
        do { _ = try await open("rude") }
        #expect(await subscriber.lines(atLeast: 1) == ["will rude"])
    }

    @Test("a name that stands for several addresses is tried at each of them", .timeLimit(.minutes(1)))
    func localhost() async throws {
        // It listens at 127.0.0.1 alone, and localhost is ::1 first on most machines.
        #expect(await failure(settings(broker.port, host: "localhost")) == nil)
    }

    @Test("an idle connection is kept alive", .timeLimit(.minutes(1)))
    func keepAlive() async throws {
        let connection = try await MQTTConnection.open(settings(broker.port) { $0.keepAlive = .seconds(5) })
        #expect(await poll(atMost: .seconds(20)) { broker.log.contains("Received PINGREQ from box") })
        #expect(await connection.publish("a") == nil)
        await connection.close()
    }

    @Test(
        "fault 73: a message that can never be taken is refused as such, and those beside it go on",
        .timeLimit(.minutes(1)))
    func poison() async throws {
        let subscriber = try await MosquittoSubscriber(at: broker)
        let connection = try await MQTTConnection.open(settings(broker.port))
        let long = String(repeating: "x", count: 3000)
        let results = await connection.publish(
            ["first", "a/+/b", "a/#", "a\0b", ""].map { MQTTMessage(topic: $0, text: "x") }
                + [MQTTMessage(topic: "large", text: long), MQTTMessage(topic: "last", text: "x")])
        let errors = results.map { result -> MQTTError? in
            guard case .failure(let error) = result else { return nil }
            return error
        }
        #expect(
            errors == [
                nil, .topicImpossible("a/+/b"), .topicImpossible("a/#"), .topicImpossible("a\0b"), .topicImpossible(""),
                .messageTooLarge(bytes: 3000), nil,
            ])
        for error in errors.compactMap(\.self) { #expect(error.isFinal) }
        #expect(await subscriber.lines(atLeast: 2) == ["first x", "last x"])
        await connection.close()
    }

    @Test("a second connection with the same identifier ends the first", .timeLimit(.minutes(1)))
    func takenOver() async throws {
        let first = try await MQTTConnection.open(settings(broker.port))
        let second = try await MQTTConnection.open(settings(broker.port))
        for await _ in first.messages {}
        // mosquitto 2.0.11 does not say why.
        #expect(await first.publish("a") == .lost("127.0.0.1:\(broker.port)"))
        #expect(await second.publish("a") == nil)
        await second.close()
    }
}
