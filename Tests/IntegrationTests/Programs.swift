import Foundation
import Gazetteer
import PlacemarkClient
import PlacemarkModel
import Synchronization
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

    /// Runs a program to its end. What one of ours complains of must hold no coordinate but those that it was given.
    static func run(
        _ program: String, _ arguments: [String], input: String = "", within limit: Duration = .seconds(30)
    ) async throws -> Result {
        let path = program.hasPrefix("placemark") ? path(program) : program
        // A shell feeds standard input, which ChildProcess leaves closed.
        let quoted = ([path] + arguments).map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
        let text = input.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("%", with: "%%")
            .replacing("'", with: "'\\''")
        let child = try ChildProcess("/bin/bash", ["-c", "set -o pipefail; printf '\(text)' | \(quoted)"])
        let ended = await child.exitStatus(within: limit)
        let status = try #require(ended, "\(program) did not end: \(child.standardOutput)\(child.standardError)")
        if quoted.contains(Self.path("placemark")) {
            let leaks = LogPrivacy.suspiciousLines(child.standardError, given: quoted + input)
            #expect(leaks.isEmpty, "coordinates in what \(program) complains of")
        }
        return Result(status: status, output: child.standardOutput, errors: child.standardError)
    }
}

/// The real placemarkd as a child process, in a directory of its own, which says as much as it can, and would leave a core
/// if it could. At its end, all that it has let out of its hands is searched for coordinates.
final class RunningDaemon: Sendable {
    let directory: TemporaryDirectory
    let socket: String
    let process: ChildProcess
    private let stateDirectory: String
    /// Where a test has seen it.
    private let visited = Mutex<Coordinate?>(nil)
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
        stateDirectory: String? = nil, world: String = Programs.world, environment: [String: String] = [:],
        launcher: [String] = []
    ) async throws {
        let directory = try directory ?? TemporaryDirectory()
        self.directory = directory
        socket = directory.file("placemarkd.sock")
        self.stateDirectory = stateDirectory ?? directory.file("state")
        try directory.write("placemarkd.conf", configuration)
        mkdir(directory.file("placemarkd.conf.d"), 0o700)
        try directory.write("placemarkd.conf.d/test.conf", "[Log]\nLevel=trace\n")
        let command =
            ["-c", #"ulimit -c hard; cd "$0"; PATH=$PATH:/usr/sbin:/sbin exec "$@""#, directory.path] + launcher + [
                Programs.path("placemarkd"), "--config", directory.file("placemarkd.conf"), "--gpsd",
                "\(gpsdHost):\(gpsdPort)", "--socket", socket,
                "--state-directory", self.stateDirectory, "--gazetteer", world,
            ]
        process = try ChildProcess("/bin/bash", command, environment: environment)
        let client = PlacemarkClient(socketPath: socket)
        let answers = await poll(atMost: .seconds(10)) { (try? await client.status()) != nil }
        guard answers else { throw NotAnswering(log: process.standardError) }
    }

    deinit {
        let outputs = DaemonOutputs(
            endOf: process, socket: socket, visited: visited.withLock(\.self),
            directories: [directory.path, stateDirectory])
        let findings = outputs.findings
        if !findings.isEmpty { Issue.record("a coordinate, or what may hold one, is \(findings.prefix(5))") }
    }

    struct NotAnswering: Error, CustomStringConvertible {
        let log: String
        var description: String { "placemarkd does not answer. It said: \(log)" }
    }

    /// What `placemarkctl watch` is told, as it is. The end of the daemon is the end of the stream.
    var events: AsyncStream<EventReport> { events(of: .all) }

    /// Likewise, of these events alone.
    func events(of filter: EventFilter) -> AsyncStream<EventReport> {
        AsyncStream { [client] continuation in
            let task = Task {
                do {
                    for try await event in client.events(filter) { continuation.yield(event) }
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
        let last = Mutex<Status?>(nil)
        let found = await poll(every: .milliseconds(20), atMost: limit) { [client] in
            guard let status = try? await client.status() else { return false }
            last.withLock { $0 = status }
            return matches(status)
        }
        // The one that matched: the next one may be different again.
        let known = last.withLock(\.self)
        let status = if let known { known } else { try await client.status() }
        if let coordinate = status.location?.coordinate { visited.withLock { $0 = coordinate } }
        try #require(found, "\(what) did not come within \(limit); the status is \(status)")
        return status
    }
}

extension RunningDaemon {
    /// Whether libdispatch has ended it: that counts its threads in /proc when work queues up, and ends the process where it
    /// cannot open a file there (`_dispatch_workq_count_runnable_workers`). systemd starts the daemon again.
    var wasEndedByLibdispatch: Bool {
        // Its connections end a moment before it does.
        for _ in 0..<200 where process.isRunning { usleep(5000) }
        guard !process.isRunning, [SIGILL, SIGTRAP].contains(process.terminate()) else { return false }
        // A trap of Swift's own says why.
        return !process.completeStandardError.contains("Fatal error")
    }
}

extension Status {
    /// Fixes that were believed, as precise readers are told.
    var acceptedFixes: Int { fixes?.accepted ?? 0 }
    /// Those that were not, by the reason.
    var rejectedFixes: [String: Int] { fixes?.rejected ?? [:] }
}
