import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

@Suite("The state files of a running daemon", .timeLimit(.minutes(3)), .tags(.waits))
struct StateFileTests {
    /// Runs `body` while a gpsd reports a box that drives, so that every second there is something to write.
    private func withDrive(_ body: (RealGPSD) async throws -> Void) async throws {
        let gpsd = try await RealGPSD()
        let corners = (
            Coordinate(clampingLatitude: 47.10, wrappingLongitude: 9.521),
            Coordinate(clampingLatitude: 47.20, wrappingLongitude: 9.521)
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for var state in Drive(from: corners.0, to: corners.1, speedInKilometersPerHour: 60, startingAt: .now) {
                    state.time = .now
                    gpsd.feed(NMEAEpoch(state).bytes)
                    guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
                }
            }
            try await body(gpsd)
            group.cancelAll()
        }
    }

    private func status(in path: String) -> Status? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(Status.self, from: $0) }
    }

    @Test("a full disk: the socket serves, the log says it once, and with room the newest state is there (fault 38)")
    func diskFull() async throws {
        let small = try await SmallFileSystem.orCancel(kilobytes: 64)
        let file = small.path + "/state.json"
        try await withDrive { gpsd in
            let daemon = try await RunningDaemon(
                gpsdPort: gpsd.port, configuration: "[Publishing]\nStateFilePrecision=precise\n",
                stateDirectory: small.path)
            _ = try await daemon.status("a fix") { $0.source.state == .live }
            #expect(await poll(atMost: .seconds(10)) { status(in: file)?.source.state == .live })
            // Again and again: a file that was being written meanwhile leaves the room of the one that it replaces.
            let failed = await poll(atMost: .seconds(10)) {
                try? small.fill()
                return daemon.process.standardError.contains("state files not written: ")
            }
            #expect(failed)
            let old = try #require(status(in: file))
            let accepted = try await daemon.client.status().acceptedFixes
            _ = try await daemon.status("fixes on a full disk") { $0.acceptedFixes > accepted + 3 }
            #expect(status(in: file) == old)

            small.makeRoom()
            let recovered = await poll(atMost: .seconds(10)) {
                daemon.process.standardError.contains("state files written again")
            }
            #expect(recovered)
            #expect(try #require(status(in: file)).acceptedFixes > accepted + 3)
            let complaints = daemon.process.standardError.split(separator: "\n").filter { $0.contains("state files") }
            #expect(complaints.count == 2 && complaints[0].contains("No space left on device"), "\(complaints)")
        }
    }

    @Test("a disk that reports errors for a while: the daemon lives, says it once, and writes again (fault 40)")
    func errors() async throws {
        let directory = try TemporaryDirectory()
        try await withDrive { gpsd in
            let daemon = try await RunningDaemon(
                gpsdPort: gpsd.port, directory: directory,
                launcher: [
                    // The daemon is the child, and strace beside it: so both go when the test does.
                    "strace", "-D", "--follow-forks", "-o", "/dev/null", "-e", "trace=fsync", "-e",
                    "inject=fsync:error=EIO:when=1..9",
                ])
            let recovered = await poll(atMost: .seconds(60)) {
                daemon.process.standardError.contains("state files written again")
            }
            #expect(recovered, "\(daemon.process.standardError)")
            let complaints = daemon.process.standardError.split(separator: "\n").filter { $0.contains("state files") }
            #expect(complaints.count == 2 && complaints[0].contains("Input/output error"), "\(complaints)")
            #expect(status(in: directory.file("state/state.json")) != nil)
        }
    }

    @Test(
        "whatever is in the files of an earlier run, the daemon starts, and says what it has set aside (fault 41)",
        arguments: ["", "\0\0\0\0", #"{"version":2,"crc32":"00000000","content":{}}"# + "\n"])
    func damaged(text: String) async throws {
        let directory = try TemporaryDirectory()
        mkdir(directory.file("state"), 0o700)
        for name in ["placemark.json", "monitoring.json", "regions.json"] { try directory.write("state/\(name)", text) }
        let daemon = try await RunningDaemon(gpsdPort: 1, directory: directory)
        #expect(try await daemon.client.status().placemark == nil)
        for name in ["placemark.json", "monitoring.json", "regions.json"] {
            #expect(directory.contents("state/\(name).damaged") == text)
            #expect(await daemon.process.says("set aside as \(directory.file("state/\(name).damaged"))"))
        }
    }

    @Test("a secret that cannot be read at present is kept: with another one, each reader would learn more (fault 40)")
    func unreadableSecret() async throws {
        let directory = try TemporaryDirectory()
        mkdir(directory.file("state"), 0o700)
        let secret = String(repeating: "0123456789abcdef", count: 2) + "\n"
        try directory.write("state/position-secret", secret)
        let path = directory.file("state/position-secret")
        let daemon = try await RunningDaemon(
            gpsdPort: 1, directory: directory,
            launcher: [
                "strace", "-D", "--follow-forks", "-o", "/dev/null", "-P", path, "-e", "trace=openat", "-e",
                "inject=openat:error=EIO",
            ])
        #expect(await daemon.process.says("readers with reduced precision get no position: \(path): open: "))
        #expect(directory.contents("state/position-secret") == secret)
        #expect(directory.contents("state/position-secret.damaged") == nil)
    }

    @Test(
        "precise.json comes and goes with a reload, and a state directory that is a link is refused by name (fault 42)")
    func reload() async throws {
        let directory = try TemporaryDirectory()
        try await withDrive { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
            _ = try await daemon.status("a fix") { $0.source.state == .live }
            #expect(await poll(atMost: .seconds(10)) { directory.contents("state/city") != nil })
            #expect(directory.contents("state/precise.json") == nil)
            #expect(status(in: directory.file("state/state.json"))?.precision == .reduced)

            try directory.write("placemarkd.conf", "[Publishing]\nPreciseStateFile=yes\n")
            daemon.process.signal(SIGHUP)
            let path = directory.file("state/precise.json")
            #expect(await poll(atMost: .seconds(10)) { status(in: path)?.location?.speed != nil })
            #expect(directory.mode("state/precise.json") == 0o600)
            #expect(status(in: directory.file("state/state.json"))?.precision == .reduced)

            try directory.write("placemarkd.conf", "[Publishing]\nPreciseStateFile=no\nStateDirectory=/elsewhere\n")
            daemon.process.signal(SIGHUP)
            #expect(await poll(atMost: .seconds(10)) { !FileManager.default.fileExists(atPath: path) })
        }
        let linked = try TemporaryDirectory()
        symlink(directory.path, linked.file("state"))
        let daemon = try await RunningDaemon(gpsdPort: 1, directory: linked)
        let refused = await poll(atMost: .seconds(10)) {
            daemon.process.standardError.contains("a symbolic link, which is not followed")
        }
        #expect(refused, "\(daemon.process.standardError)")
        #expect(!directory.names.contains("state.json"))
    }

    @Test("the shell examples of docs/reference/files.md work: jq reads the state, inotifywait sees the city change")
    func examples() async throws {
        let page = try Checkout.text("docs/reference/files.md")
        let blocks = page.split(separator: "\n\n").filter { $0.hasPrefix("    ") }.map(String.init)
        let read = try #require(blocks.first { $0.contains("jq ") })
        let watch = try #require(blocks.first { $0.contains("inotifywait ") })
        let directory = try TemporaryDirectory()
        func shell(_ script: String) throws -> ChildProcess {
            // timeout ends all that it has started, the members of a pipe too.
            try ChildProcess(
                "timeout", ["150", "bash", "-c", script.replacing("/run/placemarkd", with: directory.file("state"))])
        }
        try await withDrive { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
            let watcher = try shell(watch)
            _ = try await daemon.status("a placemark") { $0.placemark != nil }
            #expect(await poll(atMost: .seconds(10)) { directory.contents("state/city") != nil })
            let city = try #require(directory.contents("state/city"))
            // The watcher may have come too late for the first one.
            unlink(directory.file("state/city"))
            daemon.process.terminate()
            let second = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
            #expect(await poll(atMost: .seconds(20)) { watcher.standardOutput.contains("Now in \(city)") })
            // That may have been the first one's. The second one has written its state when it has written its city.
            #expect(await poll(atMost: .seconds(20)) { directory.contents("state/city") == city })
            let jq = try shell(read)
            #expect(await jq.exitStatus(within: .seconds(10)) == 0)
            #expect(jq.standardOutput.hasPrefix(city.dropLast()), "\(jq.standardOutput)")
            second.process.terminate()
            watcher.terminate()
        }
    }
}
