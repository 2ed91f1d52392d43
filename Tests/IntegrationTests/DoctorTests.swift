import Foundation
import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

/// The real doctor at the bed of a real gpsd and a real daemon.
@Suite("placemarkctl doctor", .timeLimit(.minutes(2)), .tags(.waits))
struct DoctorTests {
    /// What `doctor --json` wrote.
    private struct Report: Decodable {
        struct Finding: Decodable {
            let step, verdict, found: String
            let commands: [String]
        }
        let findings: [Finding]
        let isWell: Bool

        subscript(step: String) -> Finding? { findings.first { $0.step == step } }
        var wrong: [String] { findings.filter { $0.verdict == "wrong" }.map(\.step) }
    }

    private let directory: TemporaryDirectory
    private let configuration: String

    init() throws {
        directory = try TemporaryDirectory()
        configuration = directory.file("placemarkd.conf")
    }

    /// The configuration of a daemon in the test's directory.
    private func settings(gpsdPort: UInt16, world: String = Programs.world) -> String {
        """
        [GPSD]
        Host=127.0.0.1
        Port=\(gpsdPort)
        [Regions]
        Directory=\(directory.path)
        [Gazetteer]
        File=\(world)
        [Publishing]
        Socket=\(directory.file("placemarkd.sock"))
        StateDirectory=\(directory.file("state"))
        PersistentDirectory=\(directory.file("state"))

        """
    }

    private func daemon(_ gpsdPort: UInt16) async throws -> RunningDaemon {
        try await RunningDaemon(
            gpsdPort: gpsdPort, configuration: settings(gpsdPort: gpsdPort), directory: directory)
    }

    /// Runs the doctor. Its exit status must fit what it says, and what it says must hold no place.
    private func examine(
        _ options: String..., launcher: [String] = [], program: String = Programs.path("placemarkctl")
    ) async throws -> Report {
        let command = launcher + [program, "doctor", "--json", "--config", configuration] + options
        let result = try await Programs.run(command[0], Array(command.dropFirst()))
        for secret in ["47.14", "9.52", "Vaduz"] { #expect(!result.output.contains(secret), "\(result.output)") }
        try #require(result.output.hasPrefix("{"), "\(result.errors)")
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        #expect(result.status == (report.isWell ? 0 : 1) && report.isWell == report.wrong.isEmpty)
        return report
    }

    /// Feeds epochs at 10 Hz while `body` runs: a box that stands in Vaduz, or has no fix.
    private func feeding<Result>(
        _ gpsd: RealGPSD, hasFix: Bool = true, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let fix = ReceiverState.Fix(coordinate: vaduz)
        let feeder = Task {
            while !Task.isCancelled {
                gpsd.feed(NMEAEpoch(ReceiverState(time: .now, fix: hasFix ? fix : nil)).bytes)
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        defer { feeder.cancel() }
        return try await body()
    }

    @Test("with nothing there, gpsd and the daemon are wrong, and the rest is said all the same")
    func nothing() async throws {
        try directory.write("placemarkd.conf", settings(gpsdPort: Loopback.freePort()))
        let report = try await examine()
        #expect(report.wrong == ["gpsd", "daemon"])
        #expect(report["gpsd"]?.found.contains("nothing is listening") == true)
        #expect(report["daemon"]?.found.contains("there is no socket") == true)
        #expect(report["gazetteer"]?.verdict == "ok" && report["clock"] != nil && report["units"] != nil)
        #expect(report["receiver"] == nil && report["fix"] == nil && report["position"] == nil)
    }

    @Test("a gpsd that hangs does not greet, and holds nobody up (fault 21)")
    func hangingGPSD() async throws {
        let gpsd = try await RealGPSD()
        gpsd.suspend()
        try directory.write("placemarkd.conf", settings(gpsdPort: gpsd.port))
        let report = try await examine()
        #expect(report["gpsd"]?.verdict == "wrong" && report["gpsd"]?.found.contains("does not greet") == true)
        #expect(report["receiver"] == nil)
    }

    @Test("a gpsd without a receiver")
    func noReceiver() async throws {
        let port = try Loopback.freePort()
        let gpsd = try ChildProcess("gpsd", ["-N", "-S", "\(port)", "-F", directory.file("control")])
        try directory.write("placemarkd.conf", settings(gpsdPort: port))
        #expect(await poll(atMost: .seconds(10)) { Loopback.answers(port) })
        let report = try await examine("--listen", "3s")
        #expect(report["gpsd"]?.verdict == "ok", "\(gpsd.standardError)")
        #expect(report["receiver"]?.verdict == "wrong")
        #expect(report["receiver"]?.found.hasPrefix("gpsd has no receiver.") == true)
        #expect(report["fix"] == nil)
    }

    @Test("a receiver that is silent, and one that the configuration names and gpsd does not know (fault 2)")
    func silentReceiver() async throws {
        let gpsd = try await RealGPSD()
        try directory.write("placemarkd.conf", settings(gpsdPort: gpsd.port))
        let silent = try await examine("--listen", "3s")
        #expect(silent["receiver"]?.verdict == "wrong")
        #expect(silent["receiver"]?.found.contains("\(gpsd.device)") == true)
        try directory.write("placemarkd.conf", settings(gpsdPort: gpsd.port) + "[GPSD]\nDevice=/dev/ttyS99\n")
        let other = try await examine("--listen", "3s")
        #expect(other["receiver"]?.found.hasPrefix("Device= in [GPSD] is /dev/ttyS99; gpsd has udp://") == true)
    }

    @Test("a receiver without a fix: no fix there, and none in the daemon (fault 1)")
    func noFix() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await daemon(gpsd.port)
        try await feeding(gpsd, hasFix: false) {
            _ = try await daemon.status("no fix") { $0.source.state == .noFix }
            let report = try await examine("--listen", "5s")
            #expect(report["receiver"]?.verdict == "ok")
            #expect(report["fix"]?.verdict != "ok" && report["fix"]?.found.hasPrefix("no fix") == true)
            #expect(report["position"]?.verdict == "notice")
            #expect(report["position"]?.found.hasPrefix("the source is noFix") == true)
        }
    }

    @Test("all is well: nothing is wrong, and the place is told only to those who ask for it")
    func allIsWell() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await daemon(gpsd.port)
        try await feeding(gpsd) {
            _ = try await daemon.status("a placemark") { $0.source.state == .live && $0.placemark != nil }
            let written = await poll(atMost: .seconds(10)) { [directory] in directory.contents("state/city") != nil }
            #expect(written)
            let report = try await examine()
            #expect(report.isWell, "\(report)")
            let good = report.findings.filter { $0.verdict == "ok" }.map(\.step)
            for step in [
                "configuration", "gpsd", "receiver", "fix", "gazetteer", "daemon", "access", "position", "stateFiles",
                "disk",
            ] { #expect(good.contains(step), "\(step): \(report)") }
            #expect(report["daemon"]?.found.hasPrefix("version \(Installation.version) answers at ") == true)

            let text = try await Programs.run(
                "placemarkctl", ["doctor", "--config", configuration, "--show-location"])
            #expect(text.status == 0 && text.output.contains("\n✓ ok     gpsd           gpsd 3."), "\(text.output)")
            #expect(text.output.contains("47.14124, 9.52136") && text.output.contains("Vaduz"))
            #expect(text.output.contains("\nAll is well.") && !text.output.contains("\u{1b}"))
        }
    }

    @Test("with the socket of another daemon, that one is examined: its configuration and its files")
    func otherDaemon() async throws {
        let port = try Loopback.freePort()
        let daemon = try await daemon(port)
        // Not a word of its configuration on the command line.
        let result = try await Programs.run(
            "placemarkctl", ["doctor", "--json", "--listen", "3s", "--socket", daemon.socket])
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        #expect(report["configuration"]?.found.hasPrefix(configuration) == true, "\(result.output)")
        #expect(report["gpsd"]?.found.contains(":\(port)") == true)
        #expect(report["daemon"]?.verdict == "ok")
        #expect(report["stateFiles"]?.found.contains(directory.file("state")) == true)
        #expect(report["disk"]?.found.contains(directory.file("state")) == true && report["units"] == nil)
        let unknown = try await Programs.run(
            "placemarkctl", ["doctor", "--json", "--listen", "3s", "--socket", directory.file("nothing")])
        let other = try JSONDecoder().decode(Report.self, from: Data(unknown.output.utf8))
        #expect(other["stateFiles"]?.verdict == "notice" && other["disk"] == nil, "\(unknown.output)")
    }

    @Test(
        "a daemon that was killed leaves a socket that nothing serves; one that hangs does not answer (faults 43, 58)")
    func stoppedDaemon() async throws {
        let daemon = try await daemon(Loopback.freePort())
        daemon.process.signal(SIGSTOP)
        let hanging = try await examine("--listen", "3s")
        #expect(hanging["daemon"]?.verdict == "wrong")
        #expect(hanging["daemon"]?.found.contains("does not answer") == true)
        daemon.process.terminate(SIGKILL)
        let killed = try await examine("--listen", "3s")
        #expect(killed["daemon"]?.verdict == "wrong")
        #expect(killed["daemon"]?.found.contains("nothing serves") == true)
    }

    @Test("a mistake in the configuration is told with file and line")
    func badConfiguration() async throws {
        try directory.write("placemarkd.conf", "[GPSD]\nPort=\(try Loopback.freePort())\n[Geocoding]\nPolicy=never\n")
        let report = try await examine("--socket", directory.file("none"))
        #expect(report["configuration"]?.verdict == "wrong")
        let found = report["configuration"]?.found ?? ""
        #expect(found.hasPrefix("\(configuration):4: [Geocoding] Policy=never: expected one of"), "\(found)")
    }

    @Test("a world file that is missing or damaged is wrong (fault 56)")
    func badWorld() async throws {
        let world = directory.file("world.gazetteer")
        try directory.write("placemarkd.conf", settings(gpsdPort: Loopback.freePort(), world: world))
        let missing = try await examine()
        #expect(missing["gazetteer"]?.verdict == "wrong" && missing["gazetteer"]?.found.hasPrefix(world) == true)
        try directory.write("world.gazetteer", "no gazetteer")
        #expect(try await examine()["gazetteer"]?.found.contains("this is not a gazetteer") == true)
    }
}
