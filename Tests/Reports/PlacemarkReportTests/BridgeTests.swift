import TestConditions
import TestSupport
import Testing

/// mosquitto on this machine, bridged to another one as docs/admin/mqtt.md has it.
@Suite("A bridge between two brokers", .tags(.waits))
struct BridgeTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Publishes so many numbered messages, each with QoS 1.
    private func publish(_ numbers: ClosedRange<Int>, to broker: RealMosquitto) async throws {
        let script = #"seq "$0" "$1" | mosquitto_pub -h 127.0.0.1 -p "$2" -q 1 -t placemarkd/van/location -l"#
        let program = try ChildProcess(
            "bash", ["-c", script, "\(numbers.lowerBound)", "\(numbers.upperBound)", "\(broker.port)"])
        #expect(await program.exitStatus(within: .seconds(60)) == 0)
    }

    @Test(
        "docs/admin/mqtt.md: with the bridge that stands there, everything arrives after the other broker's return, also what came before a restart",
        .timeLimit(.minutes(6)))
    func bridged() async throws {
        let far = try Loopback.freePort()
        let document = try Markdown("docs/admin/mqtt.md")
        let block = try #require(document.block(beginning: "# /etc/mosquitto/conf.d/bridge.conf"))
        let lines = block.replacing("broker.example.org:8883", with: "127.0.0.1:\(far)").split(separator: "\n")
            .map(String.init)
        // It saves as often as the tests do, and where they do.
        let bridge = ["allow_anonymous true"] + lines.filter { !$0.hasPrefix("persistence_location") }
        #expect(bridge.count > lines.count - 1 && bridge.contains { $0.contains("127.0.0.1:\(far)") })
        let box = try await RealMosquitto(in: directory, bridge)
        // More than mosquitto keeps by default.
        try await publish(1...1500, to: box)
        box.stop()
        let again = try await RealMosquitto(in: directory, port: box.port, bridge)
        try await publish(1501...3000, to: again)
        let fleet = try await RealMosquitto(
            in: try TemporaryDirectory(), ["allow_anonymous true", "max_queued_messages 0"])
        let subscriber = try await MosquittoSubscriber(at: fleet, topic: "placemarkd/#", ["-F", "%p"])
        // Only now the bridge finds it: what it brings before somebody listens would be heard by nobody.
        let way = try CuttingProxy(to: fleet.port, port: far)
        @Sendable func arrived() -> Set<Int> { Set(subscriber.lines.compactMap { Int($0) }) }
        _ = await poll(every: .milliseconds(100), atMost: .seconds(60)) { arrived().count >= 3000 }
        #expect(arrived() == Set(1...3000), "\(arrived().count)")
        withExtendedLifetime((again, way)) {}
    }
}
