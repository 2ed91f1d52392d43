import Foundation
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

@testable import placemark_report

/// What others at a real mosquitto ask, and are told beside reports: Home Assistant, its panel, OwnTracks.
@Suite("MQTT: questions, commands and descriptions", .tags(.waits)) struct BrokerConversationTests: BrokerTrial {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(
        "a panel's command is carried out once; one that the broker keeps, or kept while we were away, is not",
        .timeLimit(.minutes(1)))
    func panelCommands() async throws {
        let broker = try await RealMosquitto(in: directory)
        let commands = TakenCommands()
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
        let transport = try transport(broker.port, .homeassistant, regions: KnownRegions(["home", "port"]))
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

    @Test(
        "a region that is removed loses its entity in Home Assistant, also while this program was not running",
        .timeLimit(.minutes(1)))
    func removedRegions() async throws {
        let broker = try await RealMosquitto(in: directory)
        let subscriber = try await MosquittoSubscriber(at: broker, topic: "homeassistant/device/#")
        func described(_ words: String) async -> Bool {
            await poll(atMost: .seconds(10)) { subscriber.lines.last?.contains(words) == true }
        }
        let regions = KnownRegions(["home", "port"])
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
        let second = try transport(broker.port, .homeassistant, regions: KnownRegions([]))
        try await running(second) {
            #expect(await described(#""region_home":{"p":"binary_sensor"}"#))
        }
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
        let transport = try transport(broker.port, .homeassistant, regions: KnownRegions(["home"]))
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
}
