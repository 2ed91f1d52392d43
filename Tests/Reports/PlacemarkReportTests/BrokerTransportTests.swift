import Foundation
import Logging
import PlacemarkModel
import Reporting
import Synchronization
import TestConditions
import TestSupport
import Testing

@testable import placemark_report

/// Deliveries to a real mosquitto.
@Suite("MQTT deliveries", .tags(.waits)) struct BrokerTransportTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func transport(
        _ port: UInt16, _ format: ReportFormat, regions: Regions = Regions(nil), commands: Commands = Commands(),
        _ change: (inout SinkSettings) -> Void = { _ in }
    ) throws -> BrokerTransport {
        var settings = SinkSettings()
        (settings.transport, settings.url) = (.mqtt, "mqtt://127.0.0.1:\(port)")
        (settings.format, settings.device, settings.precision) = (format, "boat", .precise)
        change(&settings)
        let broker = try BrokerSink(Sink(name: "map", settings: settings, secret: nil))
        return BrokerTransport(
            "map", broker, regions: { regions.names }, command: { commands.take($0) }, relearning: .milliseconds(100),
            wallClock: Clocks.system.wall,
            log: Logger(label: "test"))
    }

    /// What a receiver has wanted of the guard.
    private final class Commands: Sendable {
        private let box = Mutex<[GuardCommand]>([])
        func take(_ command: GuardCommand) -> String? {
            box.withLock { $0.append(command) }
            return nil
        }
        var all: [GuardCommand] { box.withLock { $0 } }
    }

    @Test(
        "a panel's command is carried out once; one that the broker keeps, or kept while we were away, is not",
        .timeLimit(.minutes(1)))
    func panelCommands() async throws {
        let broker = try await RealMosquitto(in: directory)
        let commands = Commands()
        func publish(_ text: String, _ options: String...) async throws {
            let words = [
                "-h", "127.0.0.1", "-p", "\(broker.port)", "-q", "1", "-t", "placemarkd/boat/panel/set", "-m", text,
            ]
            let sender = try ChildProcess("mosquitto_pub", words + options)
            #expect(await sender.exitStatus(within: .seconds(5)) == 0)
        }
        try await publish("DISARM", "-r")
        func panel() throws -> BrokerTransport {
            try transport(broker.port, .homeassistant, commands: commands) { $0.acceptsCommands = true }
        }
        /// Whether the broker comes to be asked for the commands so many times: before that nobody would hear them.
        func isSubscribed(_ times: Int) async -> Bool {
            await poll(atMost: .seconds(20)) {
                broker.log.components(separatedBy: "Sending SUBACK to placemark-boat").count > times
            }
        }
        let first = try panel()
        try await running(first) {
            #expect(await isSubscribed(1))
            #expect(await first.isConnected)
            try await publish("disarm everything")
            try await publish("ARM_AWAY")
            let isHeard = await poll(atMost: .seconds(20)) { !commands.all.isEmpty }
            #expect(isHeard)
        }
        #expect(commands.all == [.arm(GuardOrder(.parked))])
        try await publish("DISARM")
        let second = try panel()
        try await running(second) {
            #expect(await isSubscribed(2))
            #expect(await second.isConnected)
            // What has waited would come before this.
            try await publish("ACKNOWLEDGE")
            let isHeard = await poll(atMost: .seconds(20)) { commands.all.count > 1 }
            #expect(isHeard)
        }
        #expect(commands.all == [.arm(GuardOrder(.parked)), .acknowledge])
    }

    /// What the daemon says when it is asked which regions there are; nil when it does not answer.
    private final class Regions: Sendable {
        private let box: Mutex<[String]?>
        init(_ names: [String]?) { box = Mutex(names) }
        var names: [String]? {
            get { box.withLock { $0 } }
            set { box.withLock { $0 = newValue } }
        }
    }

    private func report(_ number: Int64, region: String? = nil) throws -> Report {
        let location = """
            {"coordinate":{"latitude":47.1,"longitude":9.5},"mode":3,"horizontalAccuracy":4,"age":0,"stale":false}
            """
        let name = region == nil ? "location" : "regionEntered"
        let key = region.map { #""region":"\#($0)","# } ?? ""
        let line = #"{"event":"\#(name)",\#(key)"elapsed":\#(number),"location":\#(location)}"#
        return Report(
            id: try #require(ReportIdentity(outbox: "4f0c9a1be2d37758", sequence: number)),
            kind: region == nil ? .location : .regionEntered,
            happenedAt: Timestamp(nanosecondsSinceEpoch: number * 1_000_000_000),
            event: try JSONDecoder().decode(EventReport.self, from: Data(line.utf8)))
    }

    /// Runs a transport beside the body.
    private func running(_ transport: BrokerTransport, _ body: () async throws -> Void) async throws {
        let task = Task { await transport.run() }
        do {
            try await body()
        } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        await task.value
    }

    @Test("reports arrive whole and in order, at a topic that tells device and event", .timeLimit(.minutes(1)))
    func whole() async throws {
        let broker = try await RealMosquitto(in: directory)
        let subscriber = try await MosquittoSubscriber(at: broker)
        let transport = try transport(broker.port, .placemarkd)
        let reports = try (1...700).map { try report($0) }
        #expect(await transport.send(reports) == .each(Array(repeating: .acknowledged, count: 700)))
        let lines = await subscriber.lines(atLeast: 700)
        #expect(lines.allSatisfy { $0.hasPrefix("placemarkd/boat/location ") })
        let arrived = try lines.map {
            try JSONDecoder().decode(Report.self, from: Data($0.drop { $0 != " " }.dropFirst().utf8))
        }
        #expect(arrived == reports)
    }

    @Test(
        "fault 65: while the broker is away a delivery fails with its reason; the next one after its return arrives",
        .timeLimit(.minutes(1)))
    func away() async throws {
        let port = try Loopback.freePort()
        let transport = try transport(port, .owntracks)
        let first = try report(1)
        #expect(
            await transport.send([first])
                == .all(.failed(reason: "127.0.0.1:\(port) cannot be reached: Connection refused", retryAfter: nil)))
        let broker = try await RealMosquitto(in: directory, port: port)
        #expect(await transport.send([first]) == .each([.acknowledged]))
        broker.kill()
        let lost = await transport.send([first])
        #expect("\(lost)".contains("failed"))
        let again = try await RealMosquitto(in: directory, port: port)
        let second = try report(2)
        #expect(await poll(atMost: .seconds(5)) { await transport.send([second]) == .each([.acknowledged]) })
        withExtendedLifetime(again) {}
    }

    @Test(
        "faults 71 and 73: what the broker's access list refuses waits until it is allowed, and the others arrive; what no broker will ever take is refused",
        .timeLimit(.minutes(1)))
    func poison() async throws {
        try directory.write("access", "topic write boats/boat/home\ntopic read #\n")
        let broker = try await RealMosquitto(
            in: directory, ["allow_anonymous true", "acl_file \(directory.file("access"))"])
        let subscriber = try await MosquittoSubscriber(at: broker)
        let transport = try transport(broker.port, .template) {
            ($0.topic, $0.template) = ("boats/{device}/{region}", "{latitude:json}")
        }
        #expect(await transport.warnings.isEmpty)
        let result = await transport.send([
            try report(1, region: "home"), try report(2, region: "secret"), try report(3, region: "home"),
        ])
        // Without what the report says.
        let why = "the broker's access list refuses what is published at 'boats/boat/{region}': allow it there"
        #expect(result == .each([.acknowledged, .failed(reason: why, retryAfter: nil), .acknowledged]))
        #expect(await transport.warnings == [why])
        #expect(await subscriber.lines(atLeast: 2) == ["boats/boat/home 47.1", "boats/boat/home 47.1"])
        broker.kill()
        let corrected = try await RealMosquitto(in: directory, port: broker.port)
        #expect(
            await poll(atMost: .seconds(10)) {
                await transport.send([(try? report(2, region: "secret"))].compactMap(\.self)) == .each([.acknowledged])
            })
        #expect(await transport.warnings.isEmpty)
        let long = try self.transport(corrected.port, .template) {
            ($0.topic, $0.template) = (
                String(repeating: "{region}/", count: 16) + String(repeating: "/", count: 70_000), "x"
            )
        }
        #expect("\(await long.send([try report(4, region: "home")]))".contains("cannot be a topic"))
    }

    @Test(
        "Home Assistant's own topic may be forbidden: the box and its regions are described all the same, and it is said",
        .timeLimit(.minutes(1)))
    func noSubscription() async throws {
        try directory.write(
            "security.json",
            #"""
            {"defaultACLAccess":{"publishClientSend":true,"publishClientReceive":true,"subscribe":false,"unsubscribe":true},
            "clients":[],"groups":[],"roles":[]}
            """#)
        let plugin = try #require(Self.dynamicSecurity, "mosquitto's plugin for access is not installed")
        let broker = try await RealMosquitto(
            in: directory,
            [
                "allow_anonymous true", "plugin \(plugin)",
                "plugin_opt_config_file \(directory.file("security.json"))",
            ])
        let transport = try transport(broker.port, .homeassistant, regions: Regions(["home"]))
        #expect(await transport.send([try report(1)]) == .each([.acknowledged]))
        #expect(await transport.warnings.count == 1)
        #expect(await transport.warnings.first?.contains("homeassistant/status") == true)
        broker.kill()
        // Nobody could subscribe there. What it has kept tells what came.
        let open = try await RealMosquitto(in: directory, port: broker.port)
        #expect(
            await poll(atMost: .seconds(10)) {
                await transport.send([(try? report(3))].compactMap(\.self)) == .each([.acknowledged])
            })
        let kept = try await MosquittoSubscriber(at: open, topic: "homeassistant/device/#")
        #expect(await kept.lines(atLeast: 1).first?.contains("region_home") == true)
        #expect(await transport.warnings.isEmpty)
    }

    /// Debian's mosquitto brings it, in the directory of the machine's architecture.
    private static var dynamicSecurity: String? {
        let directories = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        return directories.map { "/usr/lib/\($0)/mosquitto_dynamic_security.so" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }

    @Test(
        "a region that is removed loses its entity in Home Assistant, also while this program was not running",
        .timeLimit(.minutes(1)))
    func removedRegions() async throws {
        let broker = try await RealMosquitto(in: directory)
        let subscriber = try await MosquittoSubscriber(at: broker, topic: "homeassistant/device/#")
        func described(_ words: String) async -> Bool {
            await poll(atMost: .seconds(10)) { subscriber.lines.last?.contains(words) == true }
        }
        let regions = Regions(["home", "port"])
        let (first, late) = (try transport(broker.port, .homeassistant, regions: regions), try report(1))
        try await running(first) {
            #expect(await described(#""region_port":{"p":"binary_sensor","unique_id""#))
            regions.names = ["home"]
            #expect(await described(#""region_port":{"p":"binary_sensor"}"#))
            // A daemon that does not answer has removed none.
            regions.names = nil
            #expect(await first.send([late]) == .each([.acknowledged]))
        }
        #expect(subscriber.lines.last?.contains(#""region_home":{"p":"binary_sensor","unique_id""#) == true)
        let second = try transport(broker.port, .homeassistant, regions: Regions([]))
        try await running(second) {
            #expect(await described(#""region_home":{"p":"binary_sensor"}"#))
        }
    }

    @Test(
        "Home Assistant is told who we are, again when it starts, and that we are gone, politely or not",
        .timeLimit(.minutes(1)))
    func homeAssistant() async throws {
        let broker = try await RealMosquitto(in: directory)
        let subscriber = try await MosquittoSubscriber(at: broker, topic: "+/#", ["-F", "%t"])
        let availability = try await MosquittoSubscriber(at: broker, topic: "placemarkd/boat/availability")
        let transport = try transport(broker.port, .homeassistant)
        try await running(transport) {
            #expect(await transport.send([try report(1)]) == .each([.acknowledged]))
            let first = [
                "homeassistant/device/boat/config", "placemarkd/boat/availability", "placemarkd/boat/location",
            ]
            #expect(await subscriber.lines(atLeast: 3) == first)
            let homeAssistant = try ChildProcess(
                "mosquitto_pub",
                ["-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "homeassistant/status", "-m", "online"])
            #expect(await homeAssistant.exitStatus(within: .seconds(5)) == 0)
            #expect(await subscriber.lines(atLeast: 7) == first + ["homeassistant/status"] + first)
        }
        #expect(
            await availability.lines(atLeast: 3)
                == ["online", "online", "offline"].map { "placemarkd/boat/availability \($0)" })
        let kept = try await MosquittoSubscriber(at: broker, topic: "homeassistant/#", ["-F", "%t"])
        #expect(await kept.lines(atLeast: 1) == ["homeassistant/device/boat/config"])
    }

    @Test(
        "Home Assistant is told of all regions at once; when it is to forget us, the broker keeps nothing",
        .timeLimit(.minutes(1)))
    func forgetting() async throws {
        let broker = try await RealMosquitto(in: directory)
        let subscriber = try await MosquittoSubscriber(at: broker, topic: "homeassistant/device/#")
        let transport = try transport(broker.port, .homeassistant, regions: Regions(["home", "port"]))
        #expect(await transport.send([try report(1)]) == .each([.acknowledged]))
        let description = await subscriber.lines(atLeast: 1)
        #expect(description.count == 1)
        #expect(
            description.first?.contains("region_home") == true && description.first?.contains("region_port") == true)
        #expect(await transport.forgetMachine() == .acknowledged)
        let kept = try await MosquittoSubscriber(at: broker)
        let end = try ChildProcess(
            "mosquitto_pub", ["-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "end", "-m", "x"])
        #expect(await end.exitStatus(within: .seconds(5)) == 0)
        #expect(await kept.lines(atLeast: 1) == ["end x"])
    }

    @Test("OwnTracks' question for the location is answered where that is allowed", .timeLimit(.minutes(1)))
    func commands() async throws {
        let broker = try await RealMosquitto(in: directory)
        let subscriber = try await MosquittoSubscriber(at: broker, topic: "owntracks/jane/boat")
        let transport = try transport(broker.port, .owntracks) { ($0.acceptsCommands, $0.user) = (true, "jane") }
        try await running(transport) {
            #expect(await transport.send([try report(1)]) == .each([.acknowledged]))
            let question = try ChildProcess(
                "mosquitto_pub",
                [
                    "-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "owntracks/jane/boat/cmd", "-m",
                    #"{"_type":"cmd","action":"reportLocation"}"#,
                ])
            #expect(await question.exitStatus(within: .seconds(5)) == 0)
            let lines = await subscriber.lines(atLeast: 2)
            #expect(lines.count == 2 && lines[1].contains(#""t":"r""#))
        }
    }

    @Test("a connection that is lost comes back by itself", .timeLimit(.minutes(1)))
    func reconnects() async throws {
        let broker = try await RealMosquitto(in: directory)
        let transport = try transport(broker.port, .homeassistant)
        try await running(transport) {
            #expect(await poll(atMost: .seconds(10)) { broker.log.contains("as placemark-boat") })
            broker.kill()
            let again = try await RealMosquitto(in: directory, port: broker.port)
            #expect(await poll(atMost: .seconds(10)) { again.log.contains("as placemark-boat") })
        }
    }

    @Test("a template that cannot be is told before anything is sent")
    func templates() {
        for topic in ["a/{nothing}", "a/{device"] {
            #expect(throws: (any Error).self) { try transport(1, .placemarkd) { $0.topic = topic } }
        }
        #expect(throws: (any Error).self) { try transport(1, .homeassistant) { $0.topic = "a/{event}" } }
    }
}
