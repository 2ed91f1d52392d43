import Glibc
import TestConditions
import TestSupport
import Testing

@testable import MQTT

/// What a connection costs while it waits. In a process of its own, whose time it measures.
@Suite("MQTT and the processor", .tags(.waits), .serialized)
struct CostTests {
    /// The processor's time that this process has used.
    private func used() throws -> Duration { try ProcessUse(of: getpid()).processorTime }

    @Test(
        "who waits for an answer that does not come sleeps, with TLS and without", .timeLimit(.minutes(1)),
        arguments: [true, false])
    func waiting(_ isSecure: Bool) async throws {
        let server = try StubServer()
        let before = try used()
        let error = await failure(
            settings(server.port) {
                $0.connectLimit = .seconds(3)
                if isSecure { $0.tls = MQTTSecurity() }
            })
        #expect(error == .noAnswer("127.0.0.1:\(server.port)"))
        #expect(try used() - before < .seconds(1))
    }

    @Test("a connection that is idle, or whose broker hangs, sleeps", .timeLimit(.minutes(1)))
    func idle() async throws {
        let broker = try await RealMosquitto(in: TemporaryDirectory())
        let connection = try await MQTTConnection.open(settings(broker.port) { $0.acknowledgementLimit = .seconds(2) })
        broker.suspend()
        let before = try used()
        #expect(await connection.publish("a") == .silent("127.0.0.1:\(broker.port)"))
        #expect(try used() - before < .milliseconds(700))
    }
}

@Suite("When a silent broker counts as dead")
struct SilenceRuleTests {
    private let start = ContinuousClock.now

    @Test("only while something is in flight, and counted from the last acknowledgement")
    func rule() {
        var rule = SilenceRule(limit: .seconds(30))
        #expect(rule.deadline == nil)
        rule.sent(at: start)
        rule.sent(at: start + .seconds(20))
        #expect(rule.deadline == start + .seconds(30))
        rule.acknowledged(at: start + .seconds(25))
        #expect(rule.deadline == start + .seconds(55))
        rule.acknowledged(at: start + .seconds(26))
        #expect(rule.deadline == nil)
        rule.sent(at: start + .seconds(100))
        #expect(rule.deadline == start + .seconds(130))
    }
}
