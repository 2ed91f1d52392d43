import Foundation
import PlacemarkClient
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

/// SIGHUP when there is hardly anything left to carry it out with.
@Suite("A reload without descriptors", .timeLimit(.minutes(2)), .tags(.waits))
struct ExhaustedReloadTests {
    /// Another receiver is wanted: to listen to it, the daemon leaves its connection and begins another.
    private func configuration(device: String?) -> String { "[GPSD]\nDevice=\(device ?? "")\n" }

    @Test("with none for another connection, it says so once, serves on, and listens when there is one (fault 46)")
    func another() async throws {
        let directory = try TemporaryDirectory()
        // The first thing that a connection needs: none is given out while there is a file of this name.
        let library = try await Interposition.library(
            "descriptors",
            """
            #include <errno.h>
            #include <stdlib.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            int eventfd(unsigned int count, int flags) {
                if (access(getenv("EXHAUSTED"), F_OK) == 0) { errno = EMFILE; return -1; }
                return syscall(SYS_eventfd2, count, flags);
            }
            """, in: directory)
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(
                gpsdPort: gpsd.port, directory: directory,
                environment: ["LD_PRELOAD": library, "EXHAUSTED": directory.file("exhausted")])
            _ = try await daemon.status("a fix") { $0.source.state == .live }
            try directory.write("exhausted")
            try directory.write("placemarkd.conf", configuration(device: gpsd.device))
            daemon.process.signal(SIGHUP)
            let complaint = "no memory, thread or file descriptor is left"
            let lost = try await daemon.status("the complaint") { $0.source.reason?.contains(complaint) == true }
            #expect(lost.source.state == .disconnected)
            _ = try await daemon.status("two tries more") { $0.sequence >= lost.sequence + 2 }
            #expect(await daemon.process.says(complaint))
            #expect(daemon.process.standardError.split(separator: "\n").filter { $0.contains(complaint) }.count == 1)

            unlink(directory.file("exhausted"))
            let live = try await daemon.status("a fix again") { $0.source.state == .live }
            #expect(live.source.device == gpsd.device)
        }
    }

    @Test("again and again with at most three left, it takes what it can, and lives (fault 46)")
    func scarce() async throws {
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
            _ = try await daemon.status("a fix") { $0.source.state == .live }
            let descriptors = try FileManager.default.contentsOfDirectory(
                atPath: "/proc/\(daemon.process.identifier)/fd")
            let first = try #require(descriptors.compactMap { Int($0) }.max()) + 1
            func limit(_ count: Int) async throws {
                let result = try await Programs.run(
                    "prlimit", ["--pid", "\(daemon.process.identifier)", "--nofile=\(count):20000"])
                #expect(result.status == 0, "\(result.errors)")
            }
            try await withKnownIssue("libdispatch has ended the daemon", isIntermittent: true) {
                for round in 1...20 {
                    try daemon.directory.write(
                        "placemarkd.conf", configuration(device: round.isMultiple(of: 2) ? gpsd.device : nil))
                    try await limit(first + round % 4)
                    daemon.process.signal(SIGHUP)
                    let isDone = await poll(atMost: .seconds(10)) {
                        Self.reloads(daemon.process.standardError) == round
                    }
                    try #require(isDone, "round \(round): \(daemon.process.standardError)")
                }
                try await limit(20_000)
                _ = try await daemon.status("a fix again") { $0.source.state == .live }
            } matching: { _ in
                daemon.wasEndedByLibdispatch
            }
        }
    }

    /// How many reloads have succeeded or failed.
    private static func reloads(_ log: String) -> Int {
        log.matches(of: /configuration reloaded|the configuration in force stays/).count
    }
}
