import Glibc
import PlacemarkModel
import SystemClocks
import TestSupport
import TestConditions
import Testing

@testable import GPSD

/// A server that behaves as no gpsd does.
@Suite(.tags(.waits)) struct StubServerTests {
    private static let version = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#

    private func provider(_ server: StubServer, limits: SilenceLimits = SilenceLimits()) -> GPSDProvider {
        GPSDProvider(
            endpoint: GPSDEndpoint(host: "127.0.0.1", port: server.port), limits: limits, now: { BootClock.now })
    }

    private func fix(_ latitude: Double) -> String {
        #"{"class":"TPV","device":"s","mode":3,"lat":\#(latitude),"lon":2}"#
    }

    private static func isFix(_ event: SourceEvent, _ latitude: Double) -> Bool {
        if case .fix(let location) = event { location.coordinate.latitude == latitude } else { false }
    }

    @Test("fault 24: a server that accepts and says nothing is left and tried again", .timeLimit(.minutes(1)))
    func silent() async throws {
        let server = try StubServer()
        let log = EventLog(provider(server, limits: SilenceLimits(greeting: .milliseconds(100))).events())
        let first = try await server.accept()
        try await log.first("the end of patience") {
            if case .disconnected(let reason) = $0 { reason.contains("says nothing") } else { false }
        }
        #expect(first.received().hasPrefix("?WATCH="))
        // Greets from now on; more than once when this machine is so busy that the patience is over again.
        let greeter = Task {
            var connections: [StubConnection] = []
            while true {
                connections.append(try await server.accept(within: .seconds(60)))
                await connections.last?.send(line: Self.version)
            }
        }
        defer { greeter.cancel() }
        try await log.first("the connection") { $0 == .connected }
        // The same reason again is no news: there was one event for one outage.
        let outages = await log.events.filter { if case .disconnected = $0 { true } else { false } }
        #expect(outages.count == 1)
    }

    @Test(
        "sentences are asked for where a compass is to be heard by them, and nowhere else", .timeLimit(.minutes(1)),
        arguments: [false, true])
    func request(readsCompassSentences: Bool) async throws {
        let server = try StubServer()
        let endpoint = GPSDEndpoint(
            host: "127.0.0.1", port: server.port, readsCompassSentences: readsCompassSentences)
        let log = EventLog(GPSDProvider(endpoint: endpoint, now: { BootClock.now }).events())
        let connection = try await server.accept()
        await connection.send(line: Self.version)
        try await log.first("the connection") { $0 == .connected }
        let request = connection.received()
        #expect(request.contains(#""json":true"#) && request.contains(#""nmea":true"#) == readsCompassSentences)
    }

    @Test("fault 21: one that stops answering is asked for its version, then left", .timeLimit(.minutes(1)))
    func stalled() async throws {
        let server = try StubServer()
        let limits = SilenceLimits(idle: .milliseconds(100), answer: .milliseconds(100))
        let log = EventLog(provider(server, limits: limits).events())
        let connection = try await server.accept()
        await connection.send(line: Self.version)
        let (event, _) = try await log.first("the end of patience") {
            if case .disconnected = $0 { true } else { false }
        }
        #expect(event == .disconnected(reason: "gpsd at 127.0.0.1:\(server.port) no longer answers"))
        #expect(connection.received().hasSuffix("?VERSION;\n"))
        _ = try await server.accept()
    }

    @Test("one that has no receiver, but answers, is not left", .timeLimit(.minutes(1)))
    func quiet() async throws {
        let server = try StubServer()
        let limits = SilenceLimits(idle: .milliseconds(20), answer: .seconds(20))
        let log = EventLog(provider(server, limits: limits).events())
        let connection = try await server.accept()
        await connection.send(line: Self.version)
        for _ in 0..<20 {
            let asked = await poll(atMost: .seconds(10)) { connection.received().contains("?VERSION;") }
            #expect(asked)
            await connection.send(line: Self.version)
        }
        await connection.send(line: fix(1))
        try await log.first("a fix") { Self.isFix($0, 1) }
        let events = await log.events
        #expect(events.count == 3, "\(events)")  // connected, found, fix
    }

    @Test("fault 25: a stream without a newline is left after 20 KB of it", .timeLimit(.minutes(1)))
    func endless() async throws {
        let server = try StubServer()
        let log = EventLog(provider(server).events())
        let connection = try await server.accept()
        await connection.send(line: Self.version)
        let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        // Far less than the 1 GB of the catalogue arrives: the connection is cut after 20 KB without a newline.
        var sent = 0
        while sent < 1024, await connection.send(megabyte) { sent += 1 }
        #expect(sent < 64)
        try await log.first("the end of patience") {
            if case .disconnected(let reason) = $0 { reason.contains("without an end") } else { false }
        }
        let again = try await server.accept()
        await again.send(line: Self.version)
        await again.send(line: fix(3))
        try await log.first("a fix after it") { Self.isFix($0, 3) }
    }

    @Test("fault 26: JSON byte by byte is understood, and half of it before the end is not", .timeLimit(.minutes(1)))
    func split() async throws {
        let server = try StubServer()
        let log = EventLog(provider(server).events())
        let connection = try await server.accept()
        for byte in "\(Self.version)\n\(fix(4))\n".utf8 { await connection.send([byte]) }
        let (_, next) = try await log.first("the fix") { Self.isFix($0, 4) }
        await connection.send(fix(5).utf8.dropLast(10))
        connection.close()
        let (event, _) = try await log.first(from: next, "the end") { _ in true }
        #expect(event == .disconnected(reason: "gpsd at 127.0.0.1:\(server.port) closed the connection"))
    }

    @Test("faults 4, 5, 27: whatever a line holds, the next fix arrives", .timeLimit(.minutes(1)))
    func hostileLines() async throws {
        let server = try StubServer()
        let log = EventLog(provider(server).events())
        let connection = try await server.accept()
        await connection.send(line: Self.version)
        let lines = [
            #"{"class":"TPV","x":[1],"class":"TPV"}"#, #"{"class":"TPV","mode":3,"lat":null,"lon":NaN}"#, "", "\u{0}",
            #"{"class":"TPV","device":"s","mode":3,"lat":1e400,"lon":1e19,"speed":1e19}"#,
            #"{"class":"TPV","mode":1e19}"#,
            #"{"class":"TPV","mode":3,"time":"99999999-99-99T99:99:99Z"}"#, "{\"class\":\"\u{7f}",
            #"{"class":"TPV","mode":"#,
            "{\"class\":\"DEVICES\",\"devices\":" + String(repeating: "[", count: 15_000),
            #"{"class":"TPV","device":"\#(String(repeating: "/", count: 15_000))","mode":1}"#,
        ]
        var mark = 0
        for (index, line) in lines.enumerated() {
            await connection.send(line: line)
            await connection.send([0xff, 0xc0, 0x0a])
            await connection.send(line: fix(Double(index)))
            mark = try await log.first(from: mark, "the fix after line \(index)") { Self.isFix($0, Double(index)) }.next
        }
    }

    @Test(
        "fault 29: a flood that nobody consumes takes bounded memory, and its end is not lost", .timeLimit(.minutes(5)))
    func flood() async {
        // In a process of its own, whose memory is not that of the tests beside it.
        await #expect(processExitsWith: .success) {
            let server = try StubServer()
            let endpoint = GPSDEndpoint(host: "127.0.0.1", port: server.port)
            let events = GPSDProvider(endpoint: endpoint, now: { BootClock.now }).events()
            let connection = try await server.accept()
            let line =
                #"{"class":"TPV","device":"s","mode":3,"lat":6,"lon":2,"altHAE":42.0000,"altMSL":72.0000,"epv":27.600}"#
            let block = Array(String(repeating: line + "\n", count: 5000).utf8)
            await connection.send(block)
            let before = residentKilobytes()
            for _ in 0..<16 { #expect(await connection.send(block)) }
            // 80,000 locations would be more than 16 MB.
            let growth = residentKilobytes() - before
            #expect(growth < 10_240)
            await connection.send(line: line.replacing(#""lat":6"#, with: #""lat":7"#))
            var count = 0
            for await event in events {
                count += 1
                if case .fix(let location) = event, location.coordinate.latitude == 7 { break }
            }
            #expect(count < 80_000)
        }
    }

    @Test("a refused connection is said once, in words, and then tried again", .timeLimit(.minutes(1)))
    func refused() async throws {
        let port = try Loopback.freePort()
        let endpoint = GPSDEndpoint(host: "127.0.0.1", port: port)
        let log = EventLog(GPSDProvider(endpoint: endpoint, now: { BootClock.now }).events())
        let (event, _) = try await log.first("the refusal") { _ in true }
        #expect(event == .disconnected(reason: "gpsd at 127.0.0.1:\(port) refused the connection: is gpsd running?"))
    }

    @Test("an unknown host is said in words", .timeLimit(.minutes(1)))
    func unknownHost() async throws {
        let endpoint = GPSDEndpoint(host: "no-such-host.invalid", port: 1)
        let log = EventLog(GPSDProvider(endpoint: endpoint, now: { BootClock.now }).events())
        let (event, _) = try await log.first(within: .seconds(50), "the refusal") { _ in true }
        #expect(
            event
                == .disconnected(
                    reason: "the host of gpsd at no-such-host.invalid:1 is unknown: check its name and the network"))
    }

    @Test("the thread and its connection end with the consuming task", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        let server = try StubServer()
        let log = EventLog(provider(server).events())
        let connection = try await server.accept()
        await connection.send(line: Self.version)
        try await log.first("the connection") { $0 == .connected }
        await log.stop()
        #expect(await log.end())
        // The first send may still be taken by the kernel; after the peer's reset none is.
        let closed = await poll(atMost: .seconds(5)) { await !connection.send(line: "x") }
        #expect(closed)
    }

    @Test("the thread and its connection end when the stream is dropped", .timeLimit(.minutes(1)))
    func dropped() async throws {
        let server = try StubServer()
        var events: AsyncStream<SourceEvent>? = provider(server).events()
        let connection = try await server.accept()
        #expect(events != nil)
        events = nil
        let closed = await poll(atMost: .seconds(5)) { await !connection.send(line: "x") }
        #expect(closed)
    }
}

/// The resident memory of this process.
private func residentKilobytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4 : 0
}
