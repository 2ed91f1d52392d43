import Foundation
import PlacemarkClient
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

/// Clients that break the rules of HTTP.
@Suite("HTTP faults", .timeLimit(.minutes(3)), .tags(.waits))
struct HTTPFaultTests {
    private static let requests = [
        "GET /v1/city HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /v1/status HTTP/1.0\r\n\r\n",
        "POST /v1/regions HTTP/1.1\r\nHost: [::1]:8099\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{\"type\":\"Feature\"}  ",
        "POST /v1/regions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/geo+json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nA: b\r\n\r\n",
        "GET /v1/events?only=placemark HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 1-1\r\n\r\n",
        "GET /v1/search?q=Cupertino&near=47,9&limit=3 HTTP/1.1\r\nHost: localhost\r\nAccept: */*;q=0.5\r\n\r\n",
        "DELETE /v1/regions/work%20%26%20play HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n",
        "HEAD /v1/track HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    ]

    /// A request with some of its bytes changed, left out, doubled or cut off.
    private static func mutated(_ random: inout SeededRandom) -> [UInt8] {
        var bytes = (0...Int.random(in: 0...2, using: &random)).flatMap { _ in
            Array(requests[Int.random(in: 0..<requests.count, using: &random)].utf8)
        }
        for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
            case 3: bytes.removeSubrange(index...)
            default:
                bytes.insert(
                    contentsOf: Array("\r\n%:;=,0\u{0}\u{7F}".utf8).shuffled(using: &random).prefix(2), at: index)
            }
        }
        return bytes
    }

    @Test(
        "whatever a client sends that begins like HTTP, the next one is served (faults 47 and 49)",
        arguments: [1, 2, 3])
    func mutations(seed: UInt64) async throws {
        try await ServedSocket.serving { (socket) async throws in
            var random = SeededRandom(seed: seed)
            for round in 0..<300 {
                let client = try RawSocket(socket.path)
                client.send(Self.mutated(&random))
                if round.isMultiple(of: 3) { client.endInput() }
                client.close()
            }
            // The kernel has no room for more connections until the server has come round to these.
            let isServed = await poll(atMost: .seconds(20)) {
                (try? await PlacemarkClient(socketPath: socket.path).city()) == "Cupertino"
            }
            #expect(isServed, "seed \(seed)")
        }
    }

    @Test("mutated requests never get an answer that is no HTTP", arguments: [4, 5])
    func answers(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<300 {
            var bytes = Array("GET / HTTP/1.1\r\n".utf8)
            bytes += Self.mutated(&random)
            let dialogue = Dialogue(dialect: .http, request: String(decoding: bytes, as: UTF8.self))
            let answer = try await dialogue.firstAnswer()
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 "), "seed \(seed): \(bytes)")
        }
    }

    @Test("a request line of more than 4 KiB is a 414 (fault 47)")
    func longLine() async throws {
        try await ServedSocket.serving { (socket) async throws in
            let client = try RawSocket(socket.path)
            client.send(Array("GET /".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 5000))
            let answer = await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 414 URI Too Long\r\n"), "\(answer)")
            #expect(answer.contains(#""code":"too-long""#))
        }
    }

    @Test("a client that begins like HTTP and says no more gets a 408 after 5 s (fault 48)")
    func slowloris() async throws {
        try await ServedSocket.serving { (socket) async throws in
            let client = try RawSocket(socket.path)
            client.send(Array("GE".utf8))
            let answer = await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(answer)")
        }
    }

    @Test("a body from who may not change anything is refused before it comes (fault 50)")
    func reducedBody() async throws {
        for (path, sentence) in [
            ("regions", "'regions' is for root, the daemon's own user and the group placemark-precise"),
            ("grants", "'grant' is for root alone"),
        ] {
            let answer = try await Dialogue.http("POST /v1/\(path)", "Content-Length: 100", precision: .reduced)
                .answer()
            #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n") && answer.contains(sentence), "\(answer)")
        }
    }

    @Test("a reduced reader who asks for events that never come for it gets a 403 (fault 50)")
    func reducedEvents() async throws {
        let answer = try await Dialogue.http("GET /v1/events?only=regions", precision: .reduced).answer()
        #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"), "\(answer)")
        #expect(
            answer.contains(
                "'watch regionEntered regionExited' is for root, the daemon's own user and the group placemark-precise")
        )
        let mixed = try await Dialogue.http("GET /v1/events?only=regions,placemark", precision: .reduced).answer()
        #expect(mixed.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(mixed)")
    }

    @Test("a reader of events that never reads costs a bounded buffer, and is cut off (fault 44)")
    func stalledReader() async throws {
        try await ServedSocket.serving { (socket) async throws in
            let stalled = try RawSocket(socket.path)
            stalled.send(Array("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            let publications = Snapshots.publications([(.source(.fix(Snapshots.fix)), 2)])
            // The server must have the stream before it can overflow: the first bytes of it are waited for.
            #expect(await poll(atMost: .seconds(20)) { stalled.availableCount > 0 })
            // Few at a time: of what the server has had no time to tell, it tells the newest state alone, which has room.
            let deadline = ContinuousClock.now + .seconds(60)
            while !stalled.isHungUp, ContinuousClock.now < deadline {
                for _ in 0..<100 { publications.forEach(socket.server.offer) }
                #expect(try await PlacemarkClient(socketPath: socket.path).status().fixes?.accepted == 1)
            }
            #expect(stalled.isHungUp)
            #expect(await stalled.readToEnd().utf8.count < 2_000_000)
        }
    }

    @Test("a client in none of the groups gets a 403 (fault 50)")
    func forbidden() async throws {
        let answer = try await Dialogue.http("GET /v1/city", precision: nil).answer()
        #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
        let body = try await Dialogue.http("POST /v1/regions", "Content-Length: 100", precision: nil).answer()
        #expect(body.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
        // The real kernel and a real user.
        let access = Access(preciseGroup: nil, reducedGroup: nil, ownUserID: OtherUser.daemonUser)
        try await ServedSocket.serving(access: access) { (socket) async throws in
            let curl = "curl -s --include --unix-socket $SOCKET http://localhost/v1/city"
            let seen = try await socket.shell(OtherUser.shell(curl, at: socket.path))
            #expect(seen.hasPrefix("HTTP/1.1 403 Forbidden\r\n") && !seen.contains("exit status"))
        }
    }
}
