import FoundationEssentials
import Glibc
import NIOCore
import NIOPosix
import PlacemarkModel
import Reporting
import Settings
import TestConditions
import TestSupport
import Testing

@testable import placemark_report

/// Deltas on the wire, to a server of the test's own.
@Suite("Signal K deliveries", .tags(.waits)) struct SignalKTransportTests {
    private func made(_ url: String, longestSilence: Duration = .seconds(20)) throws -> SignalKTransport {
        var settings = SinkSettings()
        (settings.transport, settings.url, settings.format) = (.signalk, url, .signalk)
        settings.precision = .precise
        return try SignalKTransport(Sink(name: "boat", settings: settings), longestSilence: longestSilence)
    }

    private func report(_ number: Int64) throws -> Report {
        let line = """
            {"event":"location","location":{"coordinate":{"latitude":47.1,"longitude":9.5},"mode":3,"age":0,"stale":false}}
            """
        return Report(
            id: try #require(ReportIdentity(outbox: "4f0c9a1be2d37758", sequence: number)), kind: .location,
            happenedAt: Timestamp(nanosecondsSinceEpoch: number),
            event: try JSONDecoder().decode(EventReport.self, from: Data(line.utf8)))
    }

    /// Lines as they arrive at a socket.
    private func lines(_ descriptor: Int32, atLeast count: Int) async -> [String] {
        await lines(descriptor) { $0.count >= count }
    }

    private func lines(_ descriptor: Int32, until isEnough: ([String]) -> Bool) async -> [String] {
        var lines: [String] = []
        var rest: [UInt8] = []
        while !rest.isEmpty || !isEnough(lines) {
            guard await poll(atMost: .seconds(20), until: { Self.isReadable(descriptor) }) else { break }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let received = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            // The other side has closed, or refused.
            guard received > 0 else { break }
            rest += bytes.prefix(received)
            guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
            lines += rest[..<end].split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
            rest.removeSubrange(...end)
        }
        return lines
    }

    private static func isReadable(_ descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&state, 1, 0) == 1
    }

    @Test(
        "over UDP each delta is a datagram with a newline; a port where nobody is, is found out",
        .timeLimit(.minutes(1)))
    func datagrams() async throws {
        let port = try Loopback.freePort(datagram: true)
        let transport = try made("udp://127.0.0.1:\(port)")
        // Nothing is lost meanwhile, nor taken for delivered, however often it is tried.
        for _ in 0..<3 {
            let refused = await transport.send([try report(1), try report(2)])
            guard case .all(.failed(let reason, let pause)) = refused else { return #expect("\(refused)" == "failed") }
            #expect(reason.contains("Connection refused") && pause == .seconds(2))
        }
        let server = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(server) }
        #expect(Loopback.withAddress(port: port) { bind(server, $0, $1) } == 0)
        #expect(await transport.send([try report(1), try report(2)]) == .each([.acknowledged, .acknowledged]))
        let arrived = await lines(server, atLeast: 2)
        #expect(arrived.count == 2 && arrived.allSatisfy { $0.hasPrefix(#"{"context":"vessels.self""#) })
    }

    @Test(
        "over TCP reports wait until a server has connected, and each one that has gets every line",
        .timeLimit(.minutes(1)))
    func server() async throws {
        let port = try Loopback.freePort()
        let transport = try made("tcp://127.0.0.1:\(port)")
        let lonely = await transport.send([try report(1)])
        #expect("\(lonely)".contains("no Signal K server has connected"))
        let clients = (0..<2).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        defer { for client in clients { close(client) } }
        for client in clients { #expect(Loopback.withAddress(port: port) { connect(client, $0, $1) } == 0) }
        #expect(await poll(atMost: .seconds(5)) { await transport.readerCount == 2 })
        #expect(await transport.send([try report(1), try report(2)]) == .each([.acknowledged, .acknowledged]))
        for client in clients {
            let arrived = await lines(client, atLeast: 2)
            #expect(arrived.count == 2)
            #expect(arrived.last?.contains("4f0c9a1be2d37758-2") == true)
        }
        for client in clients { shutdown(client, Int32(SHUT_RDWR)) }
        #expect(await poll(atMost: .seconds(5)) { await transport.readerCount == 0 })
        #expect("\(await transport.send([try report(3)]))".contains("no Signal K server has connected"))
    }

    @Test("over TCP a server that does not read is let go, and the others get their lines", .timeLimit(.minutes(5)))
    func deafServer() async throws {
        let port = try Loopback.freePort()
        let transport = try made("tcp://127.0.0.1:\(port)")
        _ = await transport.send([try report(1)])
        let (deaf, client) = (
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        )
        defer { for descriptor in [deaf, client] { close(descriptor) } }
        // The kernel takes a little all the same for one that does not read.
        var size: Int32 = 4096
        setsockopt(deaf, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        for descriptor in [deaf, client] {
            #expect(Loopback.withAddress(port: port) { connect(descriptor, $0, $1) } == 0)
        }
        #expect(await poll(atMost: .seconds(5)) { await transport.readerCount == 2 })
        let reading = Task { await lines(client) { $0.last?.contains("4f0c9a1be2d37758-50001") == true } }
        var number: Int64 = 0
        while await transport.readerCount == 2, number < 50_000 {
            number += 100
            let outcome = await transport.send(try (number - 99...number).map { try report($0) })
            #expect(outcome == .each(Array(repeating: .acknowledged, count: 100)))
        }
        #expect(await transport.readerCount == 1)
        _ = await transport.send([try report(50_001)])
        #expect(await reading.value.count == Int(number) + 1)
    }

    @Test("over TCP a server is not let go for what this program is late with itself", .timeLimit(.minutes(1)))
    func ownDelay() async throws {
        let port = try Loopback.freePort()
        let transport = try made("tcp://127.0.0.1:\(port)")
        _ = await transport.send([try report(1)])
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        #expect(Loopback.withAddress(port: port) { connect(client, $0, $1) } == 0)
        #expect(await poll(atMost: .seconds(5)) { await transport.readerCount == 1 })
        // As on a busy machine, and for longer than a server may take.
        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() { loop.execute { _ = usleep(700_000) } }
        #expect(await transport.send([try report(1)]) == .each([.acknowledged]))
        #expect(await lines(client, atLeast: 1).count == 1)
        #expect(await transport.readerCount == 1)
    }

    @Test("over TCP a port that another program has is told of, and taken once it is free", .timeLimit(.minutes(1)))
    func takenPort() async throws {
        let port = try Loopback.freePort()
        let first = try made("tcp://127.0.0.1:\(port)")
        let running = Task { await first.run() }
        #expect(
            await poll(atMost: .seconds(5)) {
                "\(await first.send([(try? report(1))].compactMap(\.self)))".contains("no Signal K")
            })
        let second = try made("tcp://127.0.0.1:\(port)")
        #expect("\(await second.send([try report(1)]))".contains("Address already in use"))
        running.cancel()
        await running.value
        #expect("\(await second.send([try report(1)]))".contains("no Signal K server has connected"))
    }

    @Test(
        "over TCP a server that is told nothing new gets a sign of life, because it would take silence for the end",
        .timeLimit(.minutes(1)))
    func signOfLife() async throws {
        let port = try Loopback.freePort()
        let transport = try made("tcp://127.0.0.1:\(port)", longestSilence: .milliseconds(10))
        let running = Task { await transport.run() }
        defer { running.cancel() }
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        #expect(await poll(atMost: .seconds(5)) { Loopback.withAddress(port: port) { connect(client, $0, $1) } == 0 })
        // As after a restart of the reporter at rest: this run has delivered nothing yet.
        let first = await lines(client, atLeast: 2)
        #expect(first.count >= 2)
        #expect(first.allSatisfy { $0 == #"{"context":"vessels.self","updates":[]}"# })
        #expect(
            await poll(atMost: .seconds(5)) {
                await transport.send([(try? report(1))].compactMap(\.self)) == .each([.acknowledged])
            })
        let arrived = await lines(client, until: { $0.count { $0.contains("4f0c9a1be2d37758-1") } >= 3 })
        let isReport = { (line: String) in line.contains("navigation.position") }
        #expect(arrived.contains(where: isReport))
        for line in arrived.drop(while: { !isReport($0) }).dropFirst() {
            #expect(line.hasSuffix(#""values":[{"path":"placemarkd.report","value":"4f0c9a1be2d37758-1"}]}]}"#))
        }
    }

    @Test("a name instead of an address is no address")
    func names() {
        #expect(throws: ConfigurationProblem.Reason.self) { try made("udp://boat.example:8375") }
        #expect(throws: Never.self) { try made("udp://[::1]:8375") }
        #expect(throws: Never.self) { try made("tcp://localhost:8375") }
    }
}
