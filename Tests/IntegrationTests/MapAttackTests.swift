import Foundation
import TestConditions
import TestSupport
import Testing

/// Whoever has no session gets nothing but the page's own files, whatever he tries.
@Suite("Attacks on the map (fault 75)", .timeLimit(.minutes(3)), .tags(.waits))
struct MapAttackTests {
    private static let secrets = ["a small page", "export", "Vaduz", "latitude", "\"basemaps\""]

    private func expectNothing(_ answer: MapServer.Answer, _ statuses: [Int], _ what: String) {
        #expect(statuses.contains(answer.status), "\(what): \(answer.status)")
        for secret in Self.secrets { #expect(!answer.body.contains(secret), "\(what): \(answer.body)") }
    }

    /// What the package brings, and everybody may read.
    private static let files = ["/", "/page/main.js"]
    private static let guarded = [
        "/map.json", "/tiles/world.pmtiles", "/v1/city", "/v1/status", "/v1/events", "/v1/shapes", "/replay",
        "/nothing",
    ]

    @Test("without a session, with a wrong one, with the token instead: 401 for everything but the page's files")
    func strangers() async throws {
        let map = try await MapServer(socket: "/nonexistent/placemarkd.sock")
        try await map.enter()
        let mine = try #require(map.directory.contents("session"))
        for path in Self.guarded {
            expectNothing(try await map.curl([map.url + path]), [401], path)
            for wrong in ["0123456789abcdef", map.token, mine + "0"] {
                expectNothing(try await map.curl(["-H", "Map-Session: \(wrong)", map.url + path]), [401], path)
            }
            expectNothing(try await map.curl(["-b", mine.replacing(": ", with: "="), map.url + path]), [401], path)
        }
        for path in Self.files + ["/?token=\(map.token)"] {
            #expect(try await map.curl([map.url + path]).status == 200)
        }
        for token in ["", "0123456789abcdef", map.token, String(repeating: "x", count: 100_000)] {
            expectNothing(try await map.curl(["--data", token, map.url + "/session"]), [401], "\(token.prefix(100))")
        }
        expectNothing(try await map.curl([map.url + "/session"]), [405], "a session for nothing")
        expectNothing(try await map.curl(["-X", "POST", "--data", "x", map.url + "/replay"]), [401], "a recording")
        #expect(try await map.ask("/").body.contains("a small page"))
        try await map.end()
    }

    @Test("what opens the map is no cookie: a browser has nothing to give to the server of another port")
    func noCookie() async throws {
        let map = try await MapServer(socket: "/nonexistent/placemarkd.sock")
        for arguments in [[map.address], ["--data", map.token, map.url + "/session"]] {
            let answer = try await map.curl(["--include"] + arguments)
            #expect(answer.status == 200)
            #expect(!answer.body.localizedCaseInsensitiveContains("set-cookie"), "\(answer.body)")
        }
        try await map.end()
    }

    @Test("another user of the machine gets 401 as well")
    func otherUser() async throws {
        let map = try await MapServer(socket: "/nonexistent/placemarkd.sock")
        try await map.enter()
        guard geteuid() == 0 else { try Test.cancel("only root can be another user") }
        let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        for path in Self.guarded {
            expectNothing(try await map.curl([map.url + path], as: nobody), [401], path)
        }
        try await map.end()
    }

    @Test("another origin, DNS rebinding and a frame are refused, with the right session, too")
    func otherPages() async throws {
        let map = try await MapServer(socket: "/nonexistent/placemarkd.sock")
        try await map.enter()
        for path in Self.files + Self.guarded + ["/session"] {
            for header in [
                "Origin: http://attacker.example", "Origin: null", "Origin: http://127.0.0.1:1",
                "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Sec-Fetch-Dest: iframe",
            ] { expectNothing(try await map.ask(path, ["-H", header]), [403], "\(path), \(header)") }
            for host in ["attacker.example", "attacker.example:\(map.port)", "127.0.0.1", "localhost:1"] {
                expectNothing(try await map.ask(path, ["-H", "Host: \(host)"]), [421], "\(path), \(host)")
            }
        }
        let head = try await map.ask("/", ["--head"]).body
        for field in [
            "Content-Security-Policy: default-src 'none'; script-src 'self'", "frame-ancestors 'none'",
            "X-Frame-Options: DENY", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
            "Cross-Origin-Resource-Policy: same-origin",
        ] { #expect(head.localizedCaseInsensitiveContains(field), "\(field)") }
        #expect(!head.contains("unsafe-"))
        try await map.end()
    }

    @Test("no path leads out of the page's list of files, and none to what an operator does")
    func traversal() async throws {
        let map = try await MapServer(socket: "/nonexistent/placemarkd.sock")
        try await map.enter()
        try map.directory.write("secret.js", "export secret")
        for path in [
            "/page/../secret.js", "/page/%2e%2e/secret.js", "/page/..%2fsecret.js", "/page//etc/passwd",
            "/page/./main.js",
            "/tiles/../page/main.js", "/tiles/..%2f..%2fetc/passwd", "/tiles//etc/passwd", "/page/", "/index.html",
            "/v1/grants", "/metrics", "/v1/../metrics", "/v1/openapi.json",
        ] { expectNothing(try await map.ask(path), [404], path) }
        expectNothing(try await map.ask("/v1/track", ["-X", "DELETE"]), [404], "DELETE track")
        expectNothing(try await map.ask("/", ["-X", "POST"]), [405], "POST")
        #expect(try await map.ask("/page/main.js").status == 200)
        try await map.end()
    }

    @Test("with 1,000 connections that say nothing, the rightful user is served at once, old connection and new")
    func thousandConnections() async throws {
        let map = try await MapServer(socket: "/nonexistent/placemarkd.sock")
        try await map.enter()
        let script = """
            import socket, sys, time
            held = []
            for _ in range(1000):
                try: held.append(socket.create_connection(("127.0.0.1", \(map.port)), timeout=10))
                except OSError: pass
            for one in held[::2]:
                try: one.sendall(b"GET / HTTP/1.1\\r\\nHost: ")
                except OSError: pass
            print(len(held), flush=True)
            time.sleep(600)
            """
        let attacker = try ChildProcess("/usr/bin/python3", ["-c", script])
        let holds = await poll(atMost: .seconds(30)) { attacker.standardOutput.hasSuffix("\n") }
        #expect(holds, "\(attacker.standardError)")
        // Half a minute is for a busy machine: the server closes what says nothing only after a whole one.
        for _ in 0..<10 {
            #expect(try await map.ask("/map.json", ["--max-time", "30"]).status == 200)
        }
        #expect(attacker.isRunning)
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(map.process.identifier)/fd")
            .count
        #expect(descriptors < 200)
        attacker.terminate(SIGKILL)
        try await map.end()
    }
}
