import MQTT
import TestConditions
import TestSupport
import Testing

/// A broker that goes away in every way there is.
@Suite("MQTT with a broker that goes away", .tags(.waits))
struct OutageTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(
        "fault 65: a broker that is killed ends the connection; when it is back, the next one stands",
        .timeLimit(.minutes(1)))
    func killed() async throws {
        let broker = try await RealMosquitto(in: directory)
        let address = "127.0.0.1:\(broker.port)"
        let connection = try await MQTTConnection.open(settings(broker.port))
        broker.kill()
        for await _ in connection.messages {}
        #expect(await connection.publish("a") == .lost(address))
        #expect(await failure(settings(broker.port)) == .unreachable(address, reason: "Connection refused"))
        let again = try await RealMosquitto(in: directory, port: broker.port)
        #expect(await failure(settings(again.port)) == nil)
    }

    @Test("fault 65: a broker that shuts down says so in MQTT 5", .timeLimit(.minutes(1)))
    func stopped() async throws {
        let broker = try await RealMosquitto(in: directory)
        let connection = try await MQTTConnection.open(settings(broker.port))
        broker.stop()
        for await _ in connection.messages {}
        let end = await connection.publish("a")
        #expect(end == .ended("127.0.0.1:\(broker.port)", code: 0x8B) || end == .lost("127.0.0.1:\(broker.port)"))
    }

    @Test(
        "fault 65: a broker that is silently dead is found out by what it does not acknowledge",
        .timeLimit(.minutes(1)))
    func dead() async throws {
        let broker = try await RealMosquitto(in: directory)
        let address = "127.0.0.1:\(broker.port)"
        let hasty = settings(broker.port) { $0.connectLimit = .seconds(3) }
        let connection = try await MQTTConnection.open(settings(broker.port) { $0.acknowledgementLimit = .seconds(1) })
        broker.suspend()
        #expect(await connection.publish("a") == .silent(address))
        // It still accepts connections: the kernel does.
        #expect(await failure(hasty) == .noAnswer(address))
        broker.resume()
        #expect(await failure(settings(broker.port)) == nil)
    }

    @Test("fault 65: a port where nobody is, and a host that does not exist", .timeLimit(.minutes(1)))
    func nobody() async throws {
        let port = try Loopback.freePort()
        #expect(await failure(settings(port)) == .unreachable("127.0.0.1:\(port)", reason: "Connection refused"))
        #expect(await failure(settings(port, host: "no.such.host.invalid")) == .unknownHost("no.such.host.invalid"))
    }

    @Test(
        "fault 66: cut between PUBLISH and PUBACK, a message fails although it has arrived; sent again it has the same identity",
        .timeLimit(.minutes(1)))
    func cut() async throws {
        let broker = try await RealMosquitto(in: directory)
        let proxy = try CuttingProxy(to: broker.port)
        let subscriber = try await MosquittoSubscriber(at: broker, ["-V", "5", "-F", "%t [%P] %p"])
        let first = try await MQTTConnection.open(settings(proxy.port))
        proxy.cutAtNextReply()
        #expect(await first.publish("a", "hello", id: "7") == .lost("127.0.0.1:\(proxy.port)"))
        let second = try await MQTTConnection.open(settings(proxy.port))
        #expect(await second.publish("a", "hello", id: "7") == nil)
        #expect(await subscriber.lines(atLeast: 2) == ["a [id:7] hello", "a [id:7] hello"])
        await second.close()
    }

    @Test("a broker that says why it ends the connection is quoted", .timeLimit(.minutes(1)))
    func farewell() async throws {
        let server = try StubServer()
        async let opened = MQTTConnection.open(settings(server.port))
        let broker = try await server.accept()
        // CONNACK of MQTT 5 without properties, and DISCONNECT: "session taken over".
        await broker.send([0x20, 3, 0, 0, 0])
        let connection = try await opened
        await broker.send([0xE0, 2, 0x8E, 0])
        for await _ in connection.messages {}
        #expect(await connection.publish("a") == .ended("127.0.0.1:\(server.port)", code: 0x8E))
    }

    @Test("a server that is no broker is told apart from one that is down", .timeLimit(.minutes(1)))
    func noBroker() async throws {
        let server = try StubServer()
        async let error = failure(settings(server.port))
        let connection = try await server.accept()
        await connection.send("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
        connection.close()
        #expect(await error == .closedAtOnce("127.0.0.1:\(server.port)", isSecured: false))
    }

    @Test("who gives up while it connects does not wait", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        let server = try StubServer()
        // By itself it would wait for longer than this test may take.
        let patient = settings(server.port) { $0.connectLimit = .seconds(600) }
        let task = Task { await failure(patient) }
        let connection = try await server.accept()
        task.cancel()
        #expect(await task.value == .closed)
        #expect(await poll(atMost: .seconds(5)) { connection.hasHungUp })
    }
}
