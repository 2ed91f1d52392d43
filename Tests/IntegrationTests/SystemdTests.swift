import Foundation
import TestSupport
import Testing

@Suite("Under a real systemd")
struct ServiceTests {
    /// The steps, and what each proves, are in `Systemd/service-test`.
    @Test(
        "installed, started through its socket, killed, hung, short of memory, reloaded and stopped (faults 57, 58)",
        .timeLimit(.minutes(3)))
    func life() async throws { try await run("service-test") }

    /// The steps, and what each proves, are in `Systemd/timezone-test`.
    @Test("the time zone unit sets the system's time zone, and follows the daemon", .timeLimit(.minutes(3)))
    func timeZone() async throws { try await run("timezone-test") }

    /// The steps, and what each proves, are in `Systemd/consumers-test`.
    @Test(
        "the pages of docs/consumers do what they say: bars, MQTT, geoclue, a command at each new city",
        .timeLimit(.minutes(4)))
    func consumers() async throws { try await run("consumers-test") }

    /// The steps, and what each proves, are in `Systemd/commands-test`.
    @Test("the examples of each --help and of docs/replay.md run as they stand there", .timeLimit(.minutes(4)))
    func commands() async throws { try await run("commands-test") }

    /// The steps, and what each proves, are in `Systemd/doctor-test`.
    @Test("what the doctor says heals what it finds (faults 42, 58)", .timeLimit(.minutes(4)))
    func doctor() async throws { try await run("doctor-test") }

    /// The steps, and what each proves, are in `Systemd/metrics-test`.
    @Test("node_exporter tells the metrics, with the files of docs/metrics.md", .timeLimit(.minutes(3)))
    func metrics() async throws { try await run("metrics-test") }

    /// Runs a script inside a sandbox.
    private func run(_ script: String) async throws {
        let sandbox = try ChildProcess(
            "/bin/bash",
            ["-c", "cd '\(Checkout.path)' && Scripts/systemd-sandbox Tests/IntegrationTests/Systemd/\(script)"])
        let status = try #require(await sandbox.exitStatus(within: .seconds(150)), "the sandbox did not end")
        let output = sandbox.standardOutput + sandbox.standardError
        guard status != 77 else {
            // This machine cannot do it. Where everything must be tested, that is a failure.
            #expect(ProcessInfo.processInfo.environment["CI"] == nil, "\(output)")
            return print(output)
        }
        #expect(status == 0 && output.contains("all is well"), "\(output)")
    }
}
