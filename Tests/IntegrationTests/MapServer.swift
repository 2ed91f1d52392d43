import Foundation
import TestConditions
import TestSupport
import Testing

/// The real placemark-map as a child process, at a port of the kernel's choice, with a small page; and curl as its browser.
final class MapServer: Sendable {
    let process: ChildProcess
    let directory: TemporaryDirectory
    /// With the token.
    let address: String
    let port: Int
    /// Without a path.
    var url: String { "http://127.0.0.1:\(port)" }

    /// What curl got.
    struct Answer {
        let status: Int
        let body: String
    }

    /// Starts the map and waits for its address.
    ///
    /// - Parameters:
    ///   - socket: the daemon's.
    ///   - launcher: a program and its arguments to start the map with, instead of directly.
    init(socket: String, arguments: [String] = [], launcher: [String] = []) async throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        chmod(directory.path, 0o755)
        mkdir(directory.file("page"), 0o755)
        try directory.write("page/index.html", "<!doctype html><title>a small page</title>")
        try directory.write("page/main.js", "export {};\n")
        chmod(directory.file("page/index.html"), 0o644)
        chmod(directory.file("page/main.js"), 0o644)
        let command =
            launcher + [
                Programs.path("placemark-map"), "--one-time", "--page", directory.file("page"), "--socket", socket,
            ] + arguments
        process = try ChildProcess("/usr/bin/env", command)
        let (child, pattern) = (process, #/^http://127\.0\.0\.1:(\d+)/\?token=[0-9a-f]{64}$/#)
        _ = await poll(atMost: .seconds(20)) { child.standardOutput.contains("\n") }
        let line = child.standardOutput.split(separator: "\n").first.map(String.init) ?? ""
        let match = try #require(try pattern.wholeMatch(in: line), "\(line)\(child.standardError)")
        (address, port) = (line, try #require(Int(match.1)))
    }

    /// The one that works once.
    var token: String { String(address.split(separator: "=").last ?? "") }

    /// What curl takes to be the browser that has come in.
    var session: [String] { ["-H", "@\(directory.file("session"))"] }

    /// Comes in, as the page does.
    func enter() async throws {
        let welcome = try await curl(["--data", token, url + "/session"])
        #expect(welcome.status == 200)
        try directory.write("session", "Map-Session: " + welcome.body.trimmingCharacters(in: .newlines))
    }

    /// Asks as the browser that has come in.
    func ask(_ path: String, _ arguments: [String] = [], within limit: Duration = .seconds(30)) async throws -> Answer {
        try await curl(session + arguments + [url + path], within: limit)
    }

    /// Asks as anybody.
    func curl(
        _ arguments: [String], as user: [String] = [], within limit: Duration = .seconds(30)
    ) async throws -> Answer {
        let words = user + ["curl", "--silent", "--path-as-is", "--write-out", "\\n%{http_code}"] + arguments
        let result = try await Programs.run("/usr/bin/env", words, within: limit)
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        return Answer(
            status: Int(lines.last ?? "") ?? 0, body: lines.dropLast().joined(separator: "\n"))
    }

    /// Ends it as Ctrl-C does. What it has let out of its hands holds no coordinate.
    func end() async throws {
        process.signal(SIGINT)
        #expect(await process.exitStatus(within: .seconds(10)) == 0)
        #expect(LogPrivacy.suspiciousLines(process.standardError, given: "").isEmpty)
    }
}
