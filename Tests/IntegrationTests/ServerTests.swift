import Foundation
import TestConditions
import TestSupport
import Testing

/// placemark-server and real clients.
@Suite("placemark-server", .timeLimit(.minutes(8)), .tags(.waits))
struct ServerTests {
    @Test("curl gets an answer in each dialect, and no log has a coordinate")
    func curl() async throws {
        let server = try await GeocodingServer()
        let position = "lat=47.14100&lon=9.52090"
        #expect(try await server.curl("/reverse?format=jsonv2&\(position)").contains(#""village":"Vaduz""#))
        #expect(try await server.curl("/reverse?\(position)").contains(#""countrycode":"LI""#))
        #expect(try await server.curl("/rev?\(position)").contains(#""cc":"LI""#))
        #expect(try await server.curl("/v1/reverse?\(position)").hasSuffix("\"timeZone\":\"Europe/Vaduz\"}\n"))
        let batch = try await server.curl(
            "/v1/batch", ["--data-binary", "@-"], input: "47.14100,9.52090\n47.1X\n{\"lat\":-18.14,\"lon\":178.44}")
        #expect(batch.split(separator: "\n").map { $0.contains(#""line":2"#) } == [false, true, false])
        #expect(try await server.curl("/v1/nothing/47.14100,9.52090").contains("unknown-request"))
        #expect(try await server.curl("/v1/health", ["--head"]).contains("200 OK"))
        try await server.end()
    }

    @Test("geopy's classes for Nominatim and Photon find what they look for")
    func geopy() async throws {
        let server = try await GeocodingServer()
        let result = try await Programs.run(
            Checkout.file("Tests/IntegrationTests/Server/ask-with-geopy"), ["\(server.port)"], within: .seconds(120))
        #expect(result.output == "geopy is content\n", "\(result.errors)")
        try await server.end()
    }

    @Test("a Python script gets the answers to a million positions in order, and the memory stays (fault 63)")
    func million() async throws {
        let server = try await GeocodingServer()
        let script = Checkout.file("Tests/IntegrationTests/Server/post-batch")
        // Once for all that is allocated once, and for the pages of the world file.
        let first = try await Programs.run(script, ["\(server.port)", "100000"], within: .seconds(60))
        #expect(first.output == "100000 100\n", "\(first.errors)")
        let before = try ProcessUse(of: server.process.identifier).anonymousKibibytes
        let second = try await Programs.run(script, ["\(server.port)", "1000000"], within: .seconds(120))
        #expect(second.output == "1000000 1000\n", "\(second.errors)")
        #expect(try ProcessUse(of: server.process.identifier).anonymousKibibytes < before + 4096)
        try await server.end()
    }

    @Test("a line of a gigabyte costs one line of error and no memory (fault 63)")
    func gigabyte() async throws {
        let server = try await GeocodingServer()
        let before = try server.memoryInKibibytes()
        let result = try await Programs.run(
            "bash",
            [
                "-c",
                """
                { echo 47.14100,9.52090; head -c 1G /dev/zero; echo; echo 47.14100,9.52090; } |
                curl -sS -X POST -T - \(server.url)/v1/batch
                """,
            ], within: .seconds(120))
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.dropFirst().first == #"{"error":"a line has at most 4096 bytes","line":2}"#)
        #expect(lines.last?.contains(#""locality":"Vaduz""#) == true)
        #expect(try server.memoryInKibibytes() < before + 16 * 1024)
        try await server.end()
    }

    @Test("a client that does not read its answers is not read from, while others are answered (fault 63)")
    func silentReader() async throws {
        let server = try await GeocodingServer()
        // Half a gigabyte of positions, of which nobody reads an answer.
        let stalled = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import socket, sys
                connection = socket.create_connection(("127.0.0.1", \(server.port)))
                connection.sendall(b"POST /v1/batch HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 500000000\\r\\n\\r\\n")
                connection.settimeout(2)
                sent = 0
                try:
                    while sent < 500000000: sent += connection.send(b"47.14100,9.52090\\n" * 1000)
                except socket.timeout: pass
                print(sent, flush=True)
                sys.stdin.read()
                import time; time.sleep(60)
                """,
            ])
        let isStalled = await poll(atMost: .seconds(60)) { !stalled.standardOutputLines.isEmpty }
        #expect(isStalled)
        // What the kernel's two buffers hold, and a little more.
        let sent = try #require(stalled.standardOutputLines.first.flatMap { Int($0) })
        #expect(sent < 50_000_000)
        #expect(try server.memoryInKibibytes() < 100 * 1024)
        #expect(try await server.curl("/rev?lat=47.14100&lon=9.52090").contains("Vaduz"))
        // A stop does not wait for it for ever.
        try await server.end()
    }

    @Test("a reload finds another detail pack, and a file that is no pack changes nothing")
    func reload() async throws {
        let directory = try TemporaryDirectory()
        let pack = directory.file("pack.gazetteer")
        let extract = try SharedData.extractOrCancel("liechtenstein.osm.pbf")
        let made = try await Programs.run(
            "placemark-gazetteer",
            ["import", extract.path, "--output", pack, "--gazetteer", Programs.world], within: .seconds(60))
        try #require(made.status == 0, "\(made.errors)")
        let server = try await GeocodingServer(["--gazetteer", pack])
        let request = "/reverse?format=jsonv2&lat=47.14100&lon=9.52090"
        #expect(try await server.curl(request).contains(#""road":"#))
        try directory.write("pack.gazetteer", "nothing")
        server.process.signal(SIGHUP)
        let isKept = await poll(atMost: .seconds(10)) {
            server.process.standardError.contains("the files that are open stay in use: \(pack)")
        }
        #expect(isKept, "\(server.process.standardError)")
        #expect(try await server.curl(request).contains(#""country":"Liechtenstein""#))
        try await server.end()
    }

    @Test("it serves the socket that systemd has opened, and says what is wrong with an address or a world file")
    func sockets() async throws {
        let port = try Loopback.freePort()
        // It closes all descriptors that it has inherited, and Foundation takes that for its end: timeout keeps them.
        let activated = try ChildProcess(
            "timeout",
            [
                "60", "systemd-socket-activate", "--listen", "127.0.0.1:\(port)", Programs.path("placemark-server"),
                "--gazetteer", Programs.world,
            ])
        defer { activated.terminate() }
        let answers = await poll(atMost: .seconds(20)) {
            let answer = try? await Programs.run("curl", ["-sS", "http://127.0.0.1:\(port)/status"])
            return answer?.output == "OK"
        }
        #expect(answers, "\(activated.standardError)")
        let second = try await Programs.run(
            "placemark-server", ["--listen", "127.0.0.1:\(port)", "--gazetteer", Programs.world])
        #expect(second.status == 73)
        #expect(second.errors.contains("127.0.0.1:\(port): another program listens there"))
        let missing = try await Programs.run("placemark-server", ["--gazetteer", "/nonexistent/world.gazetteer"])
        #expect(missing.status == 66)
        #expect(missing.errors.contains("/nonexistent/world.gazetteer"))
        let usage = try await Programs.run("placemark-server", ["--listen", "example.org:80"])
        #expect(usage.status == 64)
        #expect(usage.errors.contains("expected one such as 127.0.0.1:8947"))
    }

    @Test("the unit is sound, and as closed as a service can be")
    func unit() async throws {
        let path = Checkout.file("systemd/placemark-server.service")
        let result = try await Programs.run(
            "systemd-analyze", ["security", "--no-pager", "--offline=true", path])
        let exposure = try #require(result.output.firstMatch(of: /exposure level for [^:]*: ([0-9.]+)/)?.1)
        #expect(try #require(Double(exposure)) <= 1.2)
    }
}
