import Foundation
import Gazetteer
import PlacemarkClient
import PlacemarkCore
import TestSupport
import Testing

/// What "make build" has built: the tests run the very files that are installed.
enum Programs {
    static let world = Checkout.world

    static func path(_ name: String) -> String { Checkout.file(".build/release/\(name)") }

    /// The end of a program and what it wrote.
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs a program to its end.
    static func run(
        _ program: String, _ arguments: [String], input: String = "", within limit: Duration = .seconds(30)
    ) async throws -> Result {
        let path = program.hasPrefix("placemark") ? path(program) : program
        // A shell feeds standard input, which ChildProcess leaves closed.
        let quoted = ([path] + arguments).map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
        let text = input.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("%", with: "%%")
            .replacing("'", with: "'\\''")
        let child = try ChildProcess("/bin/bash", ["-c", "set -o pipefail; printf '\(text)' | \(quoted)"])
        let status = try #require(await child.exitStatus(within: limit), "\(program) did not end")
        return Result(status: status, output: child.standardOutput, errors: child.standardError)
    }
}

/// The real placemarkd as a child process, in a directory of its own. At its end, its log is searched for coordinates.
final class RunningDaemon: Sendable {
    let directory: TemporaryDirectory
    let socket: String
    let process: ChildProcess
    var client: PlacemarkClient { PlacemarkClient(socketPath: socket) }

    /// Starts the daemon and waits until its socket answers.
    ///
    /// - Parameters:
    ///   - gpsdHost: an address of this machine, or of the network that the launcher takes the daemon to.
    ///   - configuration: the text of its configuration file.
    ///   - stateDirectory: nil for one in `directory`.
    ///   - launcher: a program and its arguments to start the daemon with, instead of directly.
    init(
        gpsdHost: String = "127.0.0.1", gpsdPort: UInt16, configuration: String = "",
        directory: TemporaryDirectory? = nil,
        stateDirectory: String? = nil, environment: [String: String] = [:], launcher: [String] = []
    ) async throws {
        let directory = try directory ?? TemporaryDirectory()
        self.directory = directory
        socket = directory.file("placemarkd.sock")
        try directory.write("placemarkd.conf", configuration)
        let command =
            launcher + [
                Programs.path("placemarkd"), "--config", directory.file("placemarkd.conf"), "--gpsd",
                "\(gpsdHost):\(gpsdPort)", "--socket", socket,
                "--state-directory", stateDirectory ?? directory.file("state"), "--gazetteer", Programs.world,
            ]
        process = try ChildProcess(command[0], Array(command.dropFirst()), environment: environment)
        let client = PlacemarkClient(socketPath: socket)
        let answers = await poll(atMost: .seconds(10)) { (try? await client.status()) != nil }
        guard answers else { throw NotAnswering(log: process.standardError) }
    }

    deinit { LogPrivacy.check(process) }

    struct NotAnswering: Error, CustomStringConvertible {
        let log: String
        var description: String { "placemarkd does not answer. It said: \(log)" }
    }

    /// What `placemarkctl watch` is told, as it is. The end of the daemon is the end of the stream.
    var events: AsyncStream<EventReport> {
        AsyncStream { [client] continuation in
            let task = Task {
                do {
                    for try await event in client.events() { continuation.yield(event) }
                } catch {}
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Waits until the status is as it should be.
    func status(
        within limit: Duration = .seconds(20), _ what: String, where matches: @escaping @Sendable (Status) -> Bool
    ) async throws -> Status {
        let found = await poll(every: .milliseconds(20), atMost: limit) { [client] in
            (try? await client.status()).map(matches) ?? false
        }
        let status = try await client.status()
        try #require(found || matches(status), "\(what) did not come within \(limit); the status is \(status)")
        return status
    }
}
