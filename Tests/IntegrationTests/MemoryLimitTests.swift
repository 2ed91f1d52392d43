import Foundation
import PlacemarkClient
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

/// The real daemon with hardly more address space than it has: an allocation of the size that somebody else chooses would
/// end it. What becomes of one whose memory does run out is in `Systemd/service-test`.
@Suite("With a limit of memory", .timeLimit(.minutes(4)), .tags(.waits))
struct MemoryLimitTests {
    /// Room for threads and their heaps that come with the first requests. Each attack wants more.
    private static let spareBytes = 512 << 20
    private static let attackBytes = 1 << 30
    private static let hugeFileBytes = 8 << 30

    /// The largest address space that the daemon has had.
    private static func peakBytes(of daemon: RunningDaemon) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(daemon.process.identifier)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmPeak:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first) << 10
    }

    /// A file of nothing but a hole, with mode 0600.
    private func makeHuge(_ path: String) throws {
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]))
        try #require(truncate(path, off_t(Self.hugeFileBytes)) == 0)
    }

    /// Sends a gigabyte of each kind that has no end. Prints how much was taken.
    private static let clients = """
        import socket, sys
        def attack(name, start, rest):
            s = socket.socket(socket.AF_UNIX); s.settimeout(60); s.connect(sys.argv[1])
            sent = 0
            try:
                s.sendall(start)
                while sent < int(sys.argv[2]): sent += s.send(rest)
            except OSError: pass
            print(name, sent)
        post = b'POST /v1/regions HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Type: application/json\\r\\n'
        x = b'x' * 65536
        attack('line', b'', x)
        attack('field', b'GET /v1/city HTTP/1.1\\r\\nHost: localhost\\r\\nX: ', x)
        attack('fields', b'GET /v1/city HTTP/1.1\\r\\nHost: localhost\\r\\n', b'X: y\\r\\n' * 10000)
        attack('body', post + b'Content-Length: 9223372036854775807\\r\\n\\r\\n', x)
        attack('chunk', post + b'Transfer-Encoding: chunked\\r\\n\\r\\n7fffffffffffffff\\r\\n', x)
        attack('chunks', post + b'Transfer-Encoding: chunked\\r\\n\\r\\n', b'10000\\r\\n' + x + b'\\r\\n')
        attack('requests', b'', b'GET /v1/status HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n' * 1000)
        """

    @Test("what clients and gpsd send without an end is cut off, and needs no memory to speak of (fault 57)")
    func endless() async throws {
        let server = try StubServer()
        let daemon = try await RunningDaemon(gpsdPort: server.port)
        let most = try Self.peakBytes(of: daemon) + Self.spareBytes
        let limited = try await Programs.run(
            "prlimit", ["--pid", "\(daemon.process.identifier)", "--as=\(most):\(most)"])
        #expect(limited.status == 0, "\(limited.errors)")

        let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<3 {
            let connection = try await server.accept()
            await connection.send(
                line: #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#)
            var sent = 0
            while sent < Self.attackBytes, await connection.send(megabyte) { sent += megabyte.count }
            #expect(sent < Self.attackBytes, "a line of gpsd has no end")
        }
        let result = try await Programs.run(
            "python3", ["-c", Self.clients, daemon.socket, "\(Self.attackBytes)"], within: .seconds(150))
        let taken = result.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(taken.count == 7, "\(result.errors)")
        for attack in taken { #expect(try #require(Int(attack[1])) < Self.attackBytes, "\(attack[0])") }

        #expect(daemon.process.isRunning, "\(daemon.process.standardError)")
        _ = try await daemon.client.status()
    }

    @Test("files of any size are neither read nor mapped as a whole, whoever has put them there (fault 57)")
    func files() async throws {
        let usual = try await RunningDaemon(gpsdPort: 1)
        let most = try Self.peakBytes(of: usual) + Self.spareBytes
        let directory = try TemporaryDirectory()
        mkdir(directory.file("state"), 0o700)
        mkdir(directory.file("state/track"), 0o700)
        let saved = ["placemark.json", "monitoring.json", "regions.json", "position-secret"]
        for name in saved + ["city", "track/00000001.points"] { try makeHuge(directory.file("state/\(name)")) }
        // As the daemon makes it: this one it would read.
        chmod(directory.file("state/city"), 0o640)
        let daemon = try await RunningDaemon(
            gpsdPort: 1, configuration: "[Track]\nKeep=disk\n", directory: directory,
            launcher: ["prlimit", "--as=\(most):\(most)"])
        _ = try await daemon.client.status()
        for name in saved { #expect(exists("state/\(name).damaged", in: directory), "\(name)") }
        // It is set aside, and larger than the track may be: it goes.
        let track = directory.file("state/track")
        #expect(
            await poll(atMost: .seconds(10)) { (try? FileManager.default.contentsOfDirectory(atPath: track)) == [] })
        #expect(daemon.process.isRunning, "\(daemon.process.standardError)")
    }

    private func exists(_ name: String, in directory: TemporaryDirectory) -> Bool {
        FileManager.default.fileExists(atPath: directory.file(name))
    }

    @Test(
        "a configuration or a file of regions of any size is refused by its size (fault 57)",
        arguments: ["placemarkd.conf", "placemarkd.conf.d/huge.conf", "regions.d/huge.geojson"])
    func configuration(name: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.write("placemarkd.conf", "[Regions]\nDirectory=\(directory.file("regions.d"))\n")
        for folder in ["placemarkd.conf.d", "regions.d"] { mkdir(directory.file(folder), 0o700) }
        try makeHuge(directory.file(name))
        let result = try await Programs.run(
            "prlimit",
            [
                "--as=\(Self.spareBytes)", Programs.path("placemarkd"), "--check-config", "--config",
                directory.file("placemarkd.conf"),
            ])
        #expect(result.status == 78)
        #expect(result.errors.contains("\(name): is too large: expected"), "\(result.errors)")
    }

    @Test("of a file of regions, one feature at a time is in memory, however many there are (fault 57)")
    func features() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("placemarkd.conf", "[Regions]\nDirectory=\(directory.file("regions.d"))\n")
        mkdir(directory.file("regions.d"), 0o700)
        let features = String(repeating: "0,", count: 30_000_000) + "0"
        try directory.write(
            "regions.d/many.geojson", "{\"type\":\"FeatureCollection\",\"features\":[\n\(features)\n]}")
        let result = try await Programs.run(
            "prlimit",
            [
                "--as=\(Self.spareBytes)", Programs.path("placemarkd"), "--check-config", "--config",
                directory.file("placemarkd.conf"),
            ], within: .seconds(60))
        #expect(result.status == 78)
        #expect(
            result.errors.contains("many.geojson:2: feature 1: expected the feature to be an object"),
            "\(result.errors.prefix(1000))")
    }
}
