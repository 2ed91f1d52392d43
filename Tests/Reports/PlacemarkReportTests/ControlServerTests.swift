import Foundation
import Logging
import Reporting
import TestSupport
import Testing

@testable import placemark_report

@Suite("The socket at which the reporter is asked") struct ControlServerTests {
    /// What was at the path whenever the server said that it is open: a socket's permissions, or nil for nothing.
    private func openings(at path: String, in directory: TemporaryDirectory) async -> [Int?] {
        let outbox = Outbox(directory: directory.file("state"), boot: "a", retention: [:])
        let reporter = Reporter([], outbox: outbox, clocks: .system, log: Logger(label: "test"))
        let server = ControlServer(
            path: path, reporter: reporter, transports: [:], state: { _ in nil }, log: Logger(label: "test"))
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
}
