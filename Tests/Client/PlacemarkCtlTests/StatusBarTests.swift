import Foundation
import PlacemarkClient
import Synchronization
import TestSupport
import TestConditions
import Testing

@testable import placemarkctl

@Suite("A status bar outlives the daemon", .timeLimit(.minutes(1)), .tags(.waits))
struct StatusBarTests {
    /// Runs a bar against a socket until it has written a line.
    private func firstLine(socket: String, interval: Duration) async -> String? {
        let lines = Mutex<[String]>([])
        let bar = StatusBar(
            client: PlacemarkClient(socketPath: socket), style: .plain, persistence: Persistence(isEndless: true),
            interval: interval, patience: .milliseconds(100)
        ) { line in lines.withLock { $0.append(line) } }
        let task = Task { try await bar.run() }
        defer { task.cancel() }
        _ = await poll(atMost: .seconds(20)) { lines.withLock { !$0.isEmpty } }
        return lines.withLock(\.first)
    }

    @Test("a daemon that is not there is told at once")
    func absent() async {
        #expect(await firstLine(socket: "/nonexistent", interval: .seconds(60)) == "no placemarkd")
    }

    @Test("a daemon that hangs is noticed without an event")
    func hangs() async throws {
        let directory = try TemporaryDirectory()
        let socket = directory.file("socket")
        // It takes the connections, and never says a word.
        let script = """
            import os, socket, sys, time
            s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1] + ".new"); s.listen()
            os.rename(sys.argv[1] + ".new", sys.argv[1]); time.sleep(60)
            """
        let server = try ChildProcess("python3", ["-c", script, socket])
        #expect(await poll(atMost: .seconds(10)) { access(socket, F_OK) == 0 })
        #expect(await firstLine(socket: socket, interval: .milliseconds(50)) == "no placemarkd")
        // Not SIGTERM: a child of the tests' threads has it blocked.
        server.terminate(SIGKILL)
    }

    @Test("whoever does not persist gives up with the reason, and whoever does waits longer and longer")
    func persistence() throws {
        let error = PlacemarkClientError.notReachable(path: "/x", reason: "gone")
        var once = Persistence(isEndless: false)
        #expect(throws: error) { try once.delay(after: error, random: 0.5) }
        var endless = Persistence(isEndless: true)
        let delays = try (0..<10).map { _ in try endless.delay(after: error, random: 1) }
        #expect(delays.first == .milliseconds(200) && delays.last == .seconds(10))
        endless.answered()
        #expect(try endless.delay(after: error, random: 1) == .milliseconds(200))
    }
}
