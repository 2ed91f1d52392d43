import Glibc
import ServiceLifecycle
import Synchronization
import TestConditions
import TestSupport
import Testing

@testable import HTTPServing

@Suite("HTTPServer", .tags(.waits), .timeLimit(.minutes(1)))
struct HTTPServerTests {
    private static let port = ListenAddress.tcp(host: "127.0.0.1", port: 0)
    private static func request(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n" }

    @Test("it answers on TCP, several requests over one connection")
    func tcp() async throws {
        let socket = try ListeningSocket(Self.port)
        let port = try #require(socket.port)
        try await RunningServer.on(socket) { _ in
            let client = try RawClient(port: port)
            for count in [3, 70_000] {
                let body = String(repeating: "x", count: count)
                client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(count)\r\n\r\n\(body)")
                let answer = client.receive(until: "\r\n\r\n\(count)")
                #expect(answer?.hasPrefix("HTTP/1.1 200 OK") == true)
            }
        }
    }

    @Test("answers go out in the order of the requests, whether they are known at once or not")
    func pipelined() async throws {
        let socket = try ListeningSocket(Self.port)
        let port = try #require(socket.port)
        let log = LogRecorder()
        try await RunningServer.on(socket, log: log.logger) { _ in
            let client = try RawClient(port: port)
            let paths = ["/direct", "/slow", "/direct", "/echo", "/direct", "/direct"]
            client.send(paths.dropLast().map(Self.request).joined())
            client.send("GET /direct HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc")
            let answers = client.receive()?.split(separator: "HTTP/1.1 200 OK").map { $0.split(separator: "\r\n").last }
            #expect(answers == ["direct", "done", "direct", "0", "direct", "direct"])
        }
        #expect(
            log.lines.map { $0.split(separator: " ")[2] } == ["direct", "slow", "direct", "echo", "direct", "direct"])
    }

    @Test("it answers on a Unix socket, which only its user may use, and removes it at the end")
    func unix() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        // A killed process has left its own.
        _ = try ListeningSocket(.unix(path: path))
        #expect(throws: ListeningSocket.Failure.alreadyServed(.unix(path: path))) {
            try ListeningSocket(.unix(path: path))
        }
        unlink(path)
        let socket = try ListeningSocket(.unix(path: path))
        #expect(directory.mode("socket") == 0o600)
        try await RunningServer.on(socket) { _ in
            let client = try RawClient(path: path)
            client.send(Self.request("/slow"))
            #expect(client.receive(until: "done") != nil)
        }
        #expect(directory.names.isEmpty)
    }

    @Test("a file that is no socket is not touched")
    func file() throws {
        let directory = try TemporaryDirectory()
        try directory.write("notes", "mine")
        #expect(throws: ListeningSocket.Failure.notASocket(directory.file("notes"))) {
            try ListeningSocket(.unix(path: directory.file("notes")))
        }
        #expect(directory.contents("notes") == "mine")
    }

    @Test("a socket of which nobody can tell whether it is served is not touched")
    func foreignSocket() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("datagrams")
        let other = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(other) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(other, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        #expect(
            throws: ListeningSocket.Failure.system(
                .unix(path: path), step: "cannot tell whether it is served", errorNumber: EPROTOTYPE)
        ) { try ListeningSocket(.unix(path: path)) }
        #expect(access(path, F_OK) == 0)
    }

    @Test("a stop lets the answers finish that are on their way, and ends idle connections at once")
    func stop() async throws {
        let socket = try ListeningSocket(Self.port)
        let port = try #require(socket.port)
        try await RunningServer.on(socket) { group in
            let (idle, busy) = (try RawClient(port: port), try RawClient(port: port))
            // The first answer shows that the server has the connection, and the request that came with it.
            busy.send(Self.request("/direct") + Self.request("/slow"))
            #expect(busy.receive(until: "direct") != nil)
            await group.triggerGracefulShutdown()
            #expect(idle.receive() == "")
            #expect(busy.receive()?.hasSuffix("done") == true)
        }
    }

    @Test("a stop does not wait for a client that never reads")
    func stopWithStalledClient() async throws {
        var limits = ServingLimits()
        limits.stop = .milliseconds(100)
        let socket = try ListeningSocket(Self.port)
        let port = try #require(socket.port)
        try await RunningServer.on(socket, limits: limits) { group in
            let client = try RawClient(port: port)
            client.send(Self.request("/direct") + Self.request("/endless"))
            #expect(client.receive(until: "direct") != nil)
            // The endless answer has begun.
            #expect(client.hasSomething(within: .seconds(30)))
            await group.triggerGracefulShutdown()
            #expect(client.receive()?.isEmpty == false)
        }
    }

    @Test(
        "a connection ends that says nothing, that is slow to say what it wants, or that does not take its answer",
        arguments: [
            "", Self.request("/direct"), "GET /echo HTTP/1.1\r\nHo",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx",
            "GET /endless HTTP/1.1\r\nHost: a\r\n\r\n",
        ])
    func idle(beginning: String) async throws {
        var limits = ServingLimits()
        limits.idle = .milliseconds(200)
        let socket = try ListeningSocket(Self.port)
        let port = try #require(socket.port)
        try await RunningServer.on(socket, limits: limits) { _ in
            let client = try RawClient(port: port)
            client.send(beginning)
            // From the first bytes of an answer on, or from the end.
            #expect(client.hasSomething(within: .seconds(30)))
            // What this client does for longer than the limit, not a wait for anything: to read would be to take the answer.
            try await Task.sleep(for: .seconds(1))
            #expect(client.receive() != nil)
        }
    }

    @Test(
        "a body of a byte at a time ends its connection, as silence does",
        arguments: ["POST /echo HTTP/1.1", "GET /direct HTTP/1.1"])
    func drip(line: String) async throws {
        var limits = ServingLimits()
        limits.idle = .milliseconds(300)
        let socket = try ListeningSocket(Self.port)
        let port = try #require(socket.port)
        try await RunningServer.on(socket, limits: limits) { _ in
            let client = try RawClient(port: port)
            client.send("\(line)\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
            var sent = 0
            while sent < 200, !client.hasSomething(within: .milliseconds(50)) {
                client.send("x")
                sent += 1
            }
            #expect(sent < 200)
            #expect(client.receive()?.contains("200 OK") == false)
        }
    }

    @Test("a client has a while for a body, and longer for each byte that has come")
    func pace() {
        var pace = RequestPace(patience: .seconds(60))
        for _ in 0..<10 {
            pace.waited(.seconds(20))
            pace.received(byteCount: 20_000)
        }
        #expect(pace.remaining == .seconds(60))
        for _ in 0..<4 {
            pace.waited(.seconds(20))
            pace.received(byteCount: 1)
        }
        #expect(pace.remaining < .zero)
    }

    @Test(
        "the last request of a connection is known by HTTP/1.0 and by \"close\" among other words",
        arguments: [
            "/direct HTTP/1.0\r\n", "/echo HTTP/1.0\r\n", "/direct HTTP/1.1\r\nConnection: TE, close\r\n",
            "/echo HTTP/1.1\r\nConnection: TE, close\r\n", "/echo HTTP/1.1\r\nConnection: Close\r\n",
        ])
    func lastRequest(head: String) async throws {
        let socket = try ListeningSocket(Self.port)
        let port = try #require(socket.port)
        try await RunningServer.on(socket) { _ in
            let client = try RawClient(port: port)
            client.send("GET \(head)Host: a\r\n\r\n")
            #expect(client.receive()?.contains("200 OK") == true)
        }
    }

    @Test(
        "an answer gives back what it holds when its client has left before it began, and is made no longer",
        arguments: ["/held", "/stubborn"], [true, false])
    func leaving(path: String, withReset: Bool) async throws {
        let socket = try ListeningSocket(Self.port)
        let port = try #require(socket.port)
        let over = Mutex(0)
        try await RunningServer.on(socket, whenOver: { over.withLock { $0 += 1 } }) { _ in
            var client: RawClient? = try RawClient(port: port)
            // The first answer shows that the server has the request behind it, too.
            client?.send(Self.request("/direct") + Self.request(path))
            #expect(client?.receive(until: "direct") != nil)
            if withReset { client?.resetWhenLeaving() }
            client = nil
            #expect(await poll(atMost: .seconds(20)) { over.withLock { $0 } == 1 })
        }
    }

    @Test("a head that is too long, has too many fields, or is no HTTP gets 400, and the connection ends")
    func heads() async throws {
        let socket = try ListeningSocket(Self.port)
        let port = try #require(socket.port)
        try await RunningServer.on(socket) { _ in
            let long = String(repeating: "x", count: 20_000)
            let many = (0..<100).map { "F\($0): 1\r\n" }.joined()
            for head in [
                "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nLong: \(long)\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n\(many)\r\n", "nonsense\r\n\r\n",
            ] {
                let client = try RawClient(port: port)
                client.send(head)
                #expect(client.receive()?.hasPrefix("HTTP/1.1 400") == true, "\(head.prefix(20))")
            }
        }
    }

    @Test("more clients than connections wait until one has ended")
    func connections() async throws {
        var limits = ServingLimits()
        limits.connections = 1
        let socket = try ListeningSocket(Self.port)
        let port = try #require(socket.port)
        try await RunningServer.on(socket, limits: limits) { _ in
            var first: RawClient? = try RawClient(port: port)
            first?.send(Self.request("/echo"))
            #expect(first?.receive(until: "\r\n\r\n0") != nil)
            let second = try RawClient(port: port)
            second.send(Self.request("/echo"))
            // Answered at once where it is let in.
            #expect(!second.hasSomething(within: .milliseconds(300)))
            first = nil
            #expect(second.receive(until: "\r\n\r\n0") != nil)
        }
    }

    @Test("the access log has the method, the route and the status, and nothing of the path")
    func accessLog() async throws {
        let log = LogRecorder()
        let socket = try ListeningSocket(Self.port)
        let port = try #require(socket.port)
        try await RunningServer.on(socket, log: log.logger) { _ in
            let client = try RawClient(port: port)
            for target in ["/echo?lat=47.141&lon=9.521", "/47.141/9.521"] {
                client.send(Self.request(target))
                _ = client.receive(until: target.contains("?") ? "\r\n\r\n0" : "here")
            }
            client.send("X47.141 / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = client.receive()
        }
        #expect(log.lines.count >= 2)
        #expect(log.lines.first?.hasPrefix("info: GET echo 200 ") == true)
        #expect(log.lines.dropFirst().first?.hasPrefix("info: GET unknown 404 ") == true)
        #expect(!log.lines.contains { $0.contains("47.1") || $0.contains("9.5") })
    }
}

@Suite("ListenAddress")
struct ListenAddressTests {
    @Test(
        "an address and a port, a port alone, localhost and a path are read",
        arguments: [
            ("127.0.0.1:8947", ListenAddress.tcp(host: "127.0.0.1", port: 8947)),
            ("8947", .tcp(host: "127.0.0.1", port: 8947)), ("localhost:80", .tcp(host: "127.0.0.1", port: 80)),
            ("[::1]:8947", .tcp(host: "::1", port: 8947)), ("0.0.0.0:0", .tcp(host: "0.0.0.0", port: 0)),
            ("/run/a.sock", .unix(path: "/run/a.sock")),
        ])
    func read(text: String, address: ListenAddress) { #expect(ListenAddress(parsing: text) == address) }

    @Test("anything else is not", arguments: ["", "example.org:80", "::1:80", "127.0.0.1:70000", "127.0.0.1:", "a/b"])
    func refused(text: String) { #expect(ListenAddress(parsing: text) == nil) }
}
