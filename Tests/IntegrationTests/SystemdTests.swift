import TestConditions
import TestSupport
import Testing

/// Each script boots a systemd of its own, and each is a suite, so that several run at once.
///
/// A script takes a minute or four, and on a machine that others want, three times as long. After the limit it hangs.
private func runUnderSystemd(_ script: String) async throws {
    let sandbox = try ChildProcess(
        "/bin/bash",
        ["-c", "cd '\(Checkout.path)' && Scripts/systemd-sandbox Tests/IntegrationTests/Systemd/\(script)"])
    let status = try #require(await sandbox.exitStatus(within: .seconds(230)), "the sandbox did not end")
    let output = sandbox.standardOutput + sandbox.standardError
    if status == 77 { try Test.cancel("\(output)") }
    #expect(status == 0 && output.contains("all is well"), "\(output)")
}

@Suite("Under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdServiceTests {
    /// The steps, and what each proves, are in `Systemd/service-test`.
    @Test("installed, started through its socket, killed, hung, short of memory, reloaded and stopped (faults 57, 58)")
    func life() async throws { try await runUnderSystemd("service-test") }
}

@Suite("The time zone under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdTimeZoneTests {
    /// The steps, and what each proves, are in `Systemd/timezone-test`.
    @Test("the time zone unit sets the system's time zone, and follows the daemon")
    func timeZone() async throws { try await runUnderSystemd("timezone-test") }
}

@Suite("Consumers under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdConsumersTests {
    /// The steps, and what each proves, are in `Systemd/consumers-test`.
    @Test("the pages of docs/guide/consumers do what they say: bars, MQTT, geoclue, a command at each new city")
    func consumers() async throws { try await runUnderSystemd("consumers-test") }
}

@Suite("Commands under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdCommandsTests {
    /// The steps, and what each proves, are in `Systemd/commands-test`.
    @Test("the examples of each --help and of docs/guide/replay.md run as they stand there")
    func commands() async throws { try await runUnderSystemd("commands-test") }
}

@Suite("The pages under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdPagesTests {
    /// The steps, and what each proves, are in `Systemd/pages-test`.
    @Test("the commands of the pages run as they stand there, after “make install”")
    func pages() async throws { try await runUnderSystemd("pages-test") }
}

@Suite("The doctor under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdDoctorTests {
    /// The steps, and what each proves, are in `Systemd/doctor-test`.
    @Test("what the doctor says heals what it finds (faults 42, 58)")
    func doctor() async throws { try await runUnderSystemd("doctor-test") }
}

@Suite("Metrics under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdMetricsTests {
    /// The steps, and what each proves, are in `Systemd/metrics-test`.
    @Test("node_exporter tells the metrics, with the files of docs/admin/metrics.md")
    func metrics() async throws { try await runUnderSystemd("metrics-test") }
}

@Suite("The geocoding server under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdServerTests {
    /// The steps, and what each proves, are in `Systemd/server-test`.
    @Test("the server is set up as its page says, answers, and knows nothing of the daemon")
    func server() async throws { try await runUnderSystemd("server-test") }
}

@Suite("The geocoding helper under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdNominatimTests {
    /// The steps, and what each proves, are in `Systemd/nominatim-test`.
    @Test("the helper is set up as its page says, for the daemon alone, and its socket outlives both")
    func nominatim() async throws { try await runUnderSystemd("nominatim-test") }
}

@Suite("The reporter under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdReportTests {
    /// The steps, and what each proves, are in `Systemd/report-test`.
    @Test("a real broker gets reports, through kills and outages, and no more than its sink may have (faults 65, 67)")
    func report() async throws { try await runUnderSystemd("report-test") }
}

@Suite("Beacons under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdBeaconsTests {
    /// The steps, and what each proves, are in `Systemd/beacons-test`.
    @Test("docs/guide/beacons.md is followed: the unit hears over the system's bus, and may do little else (fault 92)")
    func beacons() async throws { try await runUnderSystemd("beacons-test") }
}

@Suite("A command for an alarm under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdAlarmTests {
    /// The steps, and what each proves, are in `Systemd/alarm-test`.
    @Test("docs/guide/automation.md is followed: a horn that sounds once for each alarm, and a region (fault 90)")
    func alarm() async throws { try await runUnderSystemd("alarm-test") }
}

@Suite("The packages under a real systemd", .tags(.waits), .timeLimit(.minutes(25)))
struct SystemdPackagesTests {
    /// The steps, and what each proves, are in `Systemd/deb-test`.
    @Test("the packages are installed, upgraded, spoiled, removed and purged (faults 81, 82)")
    func packages() async throws { try await runUnderSystemd("deb-test") }
}
