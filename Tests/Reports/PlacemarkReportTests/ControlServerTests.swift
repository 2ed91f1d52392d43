import Foundation
import Logging
import Reporting
import TestSupport
import Testing

@testable import placemark_report

@Suite("The socket at which the reporter is asked") struct ControlServerTests {
    private func server(at path: String, in directory: TemporaryDirectory) -> ControlServer {
        let outbox = Outbox(directory: directory.file("state"), boot: "a", retention: [:])
        let reporter = Reporter([], outbox: outbox, clocks: .system, log: Logger(label: "test"))
        return ControlServer(
            path: path, reporter: reporter, transports: [:], state: { _ in nil }, log: Logger(label: "test"))
    }

    /// What was at the path whenever the server said that it is open: a socket's permissions, or nil for nothing.
    private func openings(at path: String, in directory: TemporaryDirectory) async -> [Int?] {
        let server = server(at: path, in: directory)
        let (opened, signal) = AsyncStream.makeStream(of: Int?.self)
        let running = Task {
            await server.run {
                signal.yield(try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
            }
            signal.finish()
        }
        var found: [Int?] = []
        for await permissions in opened {
            found.append(permissions)
            running.cancel()
        }
        return found
    }

    @Test("the start is over when somebody can ask, and not before")
    func open() async throws {
        let directory = try TemporaryDirectory()
        #expect(await openings(at: directory.file("control.sock"), in: directory) == [0o600])
    }

    @Test("a socket that cannot be made does not hold up the start")
    func impossible() async throws {
        let directory = try TemporaryDirectory()
        #expect(await openings(at: directory.file("nowhere/control.sock"), in: directory) == [nil])
    }

    @Test("a second reporter leaves the first one its socket", .timeLimit(.minutes(1)))
    func second() async throws {
        let (directory, other) = (try TemporaryDirectory(), try TemporaryDirectory())
        let path = directory.file("control.sock")
        let (opened, signal) = AsyncStream.makeStream(of: Void.self)
        let first = Task { await server(at: path, in: directory).run { signal.yield() } }
        for await _ in opened { break }
        // It has said that it never can, with the first one's socket at the path.
        #expect(await openings(at: path, in: other) == [0o600])
        #expect(
            await poll(atMost: .seconds(20)) {
                UnixSocket.answer(to: "reports", at: path)?.contains(#""sinks":[]"#) == true
            })
        first.cancel()
        await first.value
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("what a killed reporter has left is taken over")
    func leftOver() async throws {
        let directory = try TemporaryDirectory()
        // Closed, and its name is left.
        _ = try UnixSocket.bound(directory.file("control.sock"))
        #expect(await openings(at: directory.file("control.sock"), in: directory) == [0o600])
    }
}
