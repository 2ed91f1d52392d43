import Foundation
import PlacemarkClient
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@Suite("A daemon that runs out of descriptors", .timeLimit(.minutes(4)), .tags(.waits))
struct DescriptorTests {
    /// Holds this many silent subscribers until it is ended.
    private static let holder = """
        import socket, sys, time
        sockets = []
        for n in range(int(sys.argv[2])):
            s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.send(b'watch visits\\n'); sockets.append(s)
            print(n, flush=True)
        time.sleep(600)
        """

    @Test("clients cannot take the descriptors that gpsd and the state files need (fault 46)")
    func reserve() async throws {
        let port = try Loopback.freePort()
        let daemon = try await RunningDaemon(gpsdPort: port, launcher: ["prlimit", "--nofile=256:256"])
        // More than there is room for: the others wait in the kernel's queue.
        let crowd = try ChildProcess("python3", ["-c", Self.holder, daemon.socket, "400"])
        #expect(await poll(atMost: .seconds(20)) { crowd.standardOutput.contains("399\n") })
        #expect(await poll(atMost: .seconds(20)) { daemon.process.openDescriptorCount >= 192 })

        let gpsd = try await RealGPSD(port: port)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await feedStanding { gpsd.feed($0) } }
            #expect(await poll(atMost: .seconds(20)) { daemon.directory.contents("state/city") == "Vaduz\n" })
            group.cancelAll()
        }
        #expect(daemon.process.openDescriptorCount < 256)
        #expect(!daemon.process.standardError.contains("Too many open files"))
        crowd.terminate(SIGKILL)
        _ = try await daemon.status("an answer when there is room again") { $0.placemark != nil }
    }

    @Test("without a descriptor left it waits, serves on whom it has, and recovers (fault 46)")
    func exhausted() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: "[Publishing]\nPreciseStateFile=yes\n")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await feedStanding { gpsd.feed($0) } }
            _ = try await daemon.status("a fix") { $0.source.state == .live }
            var events = daemon.client.events(EventFilter([.location])).makeAsyncIterator()
            _ = try await events.next()
            // Whatever fails when libdispatch has ended the daemon, at whichever moment, is that.
            try await withKnownIssue("libdispatch has ended the daemon", isIntermittent: true) {
                // No new descriptor can be had from now on, as when the system has none.
                let limits = ["prlimit", "--pid", String(daemon.process.identifier)]
                let limited = try await Programs.run(limits[0], limits.dropFirst() + ["--nofile=4:20000"])
                #expect(limited.status == 0, "\(limited.errors)")
                let crowd = try ChildProcess("python3", ["-c", Self.holder, daemon.socket, "100"])
                #expect(await poll(atMost: .seconds(20)) { crowd.standardOutput.contains("99\n") })

                let before = try ProcessUse(of: daemon.process.identifier).processorTime
                for _ in 0..<50 {
                    let event = try await events.next()?.event
                    // The present state comes in the place of what the test was too busy to read.
                    try #require(event == .location || event == .status, "\(daemon.process.standardError)")
                }
                // Five seconds: a loop that spins takes all of them, ten fixes a second a hundredth.
                #expect(try ProcessUse(of: daemon.process.identifier).processorTime - before < .seconds(1))

                _ = try await Programs.run(limits[0], limits.dropFirst() + ["--nofile=20000:20000"])
                crowd.terminate(SIGKILL)
                let status = try await daemon.status("an answer") { $0.source.state == .live }
                #expect(status.placemark?.placemark.locality == "Vaduz")
                let sequence = status.sequence
                #expect(
                    await poll(atMost: .seconds(10)) {
                        let text = daemon.directory.contents("state/precise.json") ?? ""
                        let written = try? JSONDecoder().decode(Status.self, from: Data(text.utf8))
                        return (written?.sequence ?? 0) > sequence
                    })
            } matching: { _ in
                daemon.wasEndedByLibdispatch
            }
            group.cancelAll()
        }
    }

    @Test("gpsd is found again after it was lost without a descriptor left (fault 46)")
    func reconnects() async throws {
        let port = try Loopback.freePort()
        var gpsd: RealGPSD? = try await RealGPSD(port: port)
        let daemon = try await RunningDaemon(gpsdPort: port)
        _ = try await daemon.status("gpsd") { $0.source.device != nil }
        let limits = ["--pid", String(daemon.process.identifier)]
        _ = try await Programs.run("prlimit", limits + ["--nofile=4:20000"])
        gpsd?.kill()
        gpsd = nil
        let again = try await RealGPSD(port: port)
        try await withKnownIssue("libdispatch has ended the daemon", isIntermittent: true) {
            #expect(await daemon.process.says("not connected to gpsd"))
            let before = try ProcessUse(of: daemon.process.identifier).processorTime
            #expect(await daemon.process.says("Too many open files"))
            #expect(try ProcessUse(of: daemon.process.identifier).processorTime - before < .seconds(1))
            _ = try await Programs.run("prlimit", limits + ["--nofile=20000:20000"])
            _ = try await daemon.status("gpsd again") {
                $0.source.device == again.device || $0.source.state == .waiting
            }
        } matching: { _ in
            daemon.wasEndedByLibdispatch
        }
    }
}
