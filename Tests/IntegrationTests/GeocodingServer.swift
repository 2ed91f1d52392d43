import Foundation
import TestSupport
import Testing

/// The real placemark-server as a child process, on a port of the kernel's choice. It logs each request.
struct GeocodingServer {
    let process: ChildProcess
    let port: Int
    var url: String { "http://127.0.0.1:\(port)" }

    init(_ arguments: [String] = [], world: String = Programs.world) async throws {
        process = try ChildProcess(
            Programs.path("placemark-server"),
            ["--listen", "127.0.0.1:0", "--gazetteer", world, "--access-log"] + arguments)
        let child = process
        let isThere = await poll(atMost: .seconds(20)) { child.standardError.contains("listening on") }
        try #require(isThere, "\(process.standardError)")
        let match = try #require(process.standardError.firstMatch(of: /127\.0\.0\.1:([0-9]+)/))
        port = try #require(Int(match.1))
    }

    func curl(_ path: String, _ arguments: [String] = [], input: String = "") async throws -> String {
        let result = try await Programs.run("curl", ["-sS", "\(url)\(path)"] + arguments, input: input)
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }

    func memoryInKibibytes() throws -> Int { try ProcessUse(of: process.identifier).residentKibibytes }

    /// Ends the server, and looks for coordinates in all that it has logged.
    func end() async throws {
        process.signal(SIGTERM)
        let status = try #require(await process.exitStatus(within: .seconds(10)), "it does not end")
        #expect(status == 0)
        let log = process.completeStandardError
        #expect(log.hasSuffix("info: stopped\n"))
        // Nothing that the libraries complain of either.
        let foreign = log.split(separator: "\n").filter { !$0.hasPrefix("placemark-server: ") }
        #expect(foreign.isEmpty, "\(foreign)")
        #expect(LogPrivacy.suspiciousLines(log).isEmpty)
    }
}
