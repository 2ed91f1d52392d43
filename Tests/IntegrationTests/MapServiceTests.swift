import Foundation
import TestConditions
import TestSupport
import Testing

@Suite("The map's server as a service", .timeLimit(.minutes(4)), .tags(.waits))
struct MapServiceTests {
    @Test("as a service it needs a token that nobody else may read")
    func tokenFile() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("map.conf", "[Map]\nTokenFile=\(directory.file("token"))\n")
        let arguments = ["--config", directory.file("map.conf"), "--check-config"]
        #expect(try await Programs.run("placemark-map", arguments).status == 0)
        let token = try await Programs.run("placemark-map", ["--new-token"])
        try directory.write("token", token.output)
        chmod(directory.file("token"), 0o644)
        let refused = try await Programs.run("placemark-map", arguments)
        #expect(refused.status == 78)
        #expect(refused.errors.contains("chmod 600"))
        chmod(directory.file("token"), 0o600)
        #expect(try await Programs.run("placemark-map", arguments).status == 0)
    }

    @Test("as a service its sessions outlive a restart, and end with the token")
    func sessions() async throws {
        let directory = try TemporaryDirectory()
        let port = try Loopback.freePort()
        mkdir(directory.file("page"), 0o755)
        mkdir(directory.file("run"), 0o700)
        try directory.write("page/index.html", "a small page")
        try directory.write("map.conf", "[Map]\nTokenFile=\(directory.file("token"))\nListen=127.0.0.1:\(port)\n")
        func newToken() async throws {
            try directory.write("token", try await Programs.run("placemark-map", ["--new-token"]).output)
            chmod(directory.file("token"), 0o600)
        }
        func start() async throws -> ChildProcess {
            let map = try ChildProcess(
                "/usr/bin/env",
                [
                    "RUNTIME_DIRECTORY=\(directory.file("run"))", Programs.path("placemark-map"), "--config",
                    directory.file("map.conf"), "--page", directory.file("page"), "--socket", "/nonexistent",
                ])
            try #require(await poll(atMost: .seconds(20)) { map.standardError.contains("listening on") })
            return map
        }
        let url = "http://127.0.0.1:\(port)"
        func status(_ session: String) async throws -> String {
            try await Programs.run(
                "curl",
                [
                    "-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Map-Session: \(session)", "\(url)/map.json",
                ]
            ).output
        }
        try await newToken()
        let first = try await start()
        let answer = try await Programs.run("curl", ["-s", "--data", "@\(directory.file("token"))", "\(url)/session"])
        let session = answer.output.trimmingCharacters(in: .newlines)
        #expect(try await status(session) == "200")
        #expect(first.terminate() == 0)
        let second = try await start()
        #expect(try await status(session) == "200")
        try await newToken()
        #expect(try await status(session) == "401")
        #expect(second.terminate() == 0)
    }

    /// Asks for events on so many connections. Each of them is reset when this program ends.
    private static let visitors = """
        import socket, struct, sys, time
        port, count, session = int(sys.argv[1]), int(sys.argv[2]), open(sys.argv[3]).read()
        clients = []
        for n in range(count):
            s = socket.create_connection(('127.0.0.1', port))
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
            s.sendall(f'GET /v1/events HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\n{session}\\r\\n\\r\\n'.encode())
            clients.append(s)
        time.sleep(600)
        """

    @Test("connections that are reset while the heads of their answers come leave none to the daemon behind")
    func reset() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let map = try await MapServer(socket: daemon.socket)
        try await map.enter()
        #expect(try await map.ask("/v1/version").status == 200)
        let (count, before) = (20, (daemon: daemon.process.openSockets, map: map.process.openSockets))
        // Each of the two is stopped while the other one acts, so that the map finds all heads and all resets at once.
        daemon.process.signal(SIGSTOP)
        let visitors = try ChildProcess(
            "python3", ["-c", Self.visitors, "\(map.port)", "\(count)", map.directory.file("session")])
        // The one more is that at which it listens.
        let asked = await poll(atMost: .seconds(10)) { map.process.openSockets >= 2 * count + 1 }
        try #require(asked, "\(visitors.standardError)")
        map.process.signal(SIGSTOP)
        daemon.process.signal(SIGCONT)
        let answered = await poll(atMost: .seconds(10)) {
            UnixSocket.answer(to: "metrics", at: daemon.socket)?.contains("placemarkd_subscribers \(count)\n") == true
        }
        #expect(answered)
        visitors.terminate(SIGKILL)
        map.process.signal(SIGCONT)
        let isOver = await poll(atMost: .seconds(10)) {
            daemon.process.openSockets <= before.daemon && map.process.openSockets <= before.map
        }
        #expect(isOver, "\(before), \(daemon.process.openSockets), \(map.process.openSockets)")
        try await map.end()
    }
}
