import Foundation
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

@testable import placemark_report

/// Deliveries to a real mosquitto.
@Suite("MQTT deliveries", .tags(.waits)) struct BrokerTransportTests: BrokerTrial {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

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
