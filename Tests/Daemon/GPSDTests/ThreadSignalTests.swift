import FoundationEssentials
import Glibc
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

@testable import GPSD

/// What may interrupt the thread on which libgps blocks.
@Suite("The signals of gpsd's thread", .tags(.waits))
struct ThreadSignalTests {
    /// The masks of the blocked signals of all threads of this process with this name.
    private static func blocked(onThreads name: String) -> [UInt64] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return threads.compactMap { thread in
            func text(_ file: String) -> String? {
                FileManager.default.contents(atPath: "/proc/self/task/\(thread)/\(file)")
                    .map { String(decoding: $0, as: UTF8.self) }
            }
            guard text("comm") == name + "\n" else { return nil }
            let line = text("status")?.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
            return line.flatMap { UInt64($0.dropFirst(7).drop { $0 == "\t" }, radix: 16) }
        }
    }

    @Test(
        "all that others send are blocked, and none that a thread brings on itself: the pool's threads inherit them (fault 56)",
        .timeLimit(.minutes(1)))
    func mask() async throws {
        let server = try StubServer()
        let provider = GPSDProvider(
            endpoint: GPSDEndpoint(host: "127.0.0.1", port: server.port), now: { BootInstant(sinceBoot: .zero) })
        let events = provider.events()
        _ = try await server.accept()
        let masks = Self.blocked(onThreads: "gpsd")
        #expect(!masks.isEmpty)
        for mask in masks {
            func isBlocked(_ signal: Int32) -> Bool { mask & (1 << UInt64(signal - 1)) != 0 }
            for signal in [SIGTERM, SIGHUP, SIGPIPE, SIGALRM] { #expect(isBlocked(signal), "\(signal)") }
            for signal in [SIGBUS, SIGSEGV, SIGILL, SIGFPE, SIGTRAP, SIGSYS] {
                #expect(!isBlocked(signal), "\(signal)")
            }
        }
        // The thread ends with the stream.
        withExtendedLifetime(events) {}
    }
}
