import Foundation
import TestSupport
import TestConditions
import Testing

/// The script of placemark-timezone.service, with stand-ins for the two programs that it calls.
@Suite("set-timezone", .timeLimit(.minutes(1)), .tags(.waits))
struct SetTimeZoneTests {
    /// What `timedatectl` was told, and what the script said.
    private func run(zone: String, stale: String, present: String = "Etc/UTC") async throws -> (
        calls: String, said: String
    ) {
        let directory = try TemporaryDirectory()
        try directory.write(
            "placemarkctl",
            """
            #!/bin/sh
            case "$*" in
                "watch placemark --json") echo '{"event":"status"}'; echo '{"event":"placemark"}' ;;
                "get placemark.timeZone placemark.stale") printf '%s\\n%s\\n' '\(zone)' '\(stale)'; [ -n '\(zone)' ] ;;
                *) exit 2 ;;
            esac
            """)
        // Remembers what it is told, as the real one does.
        try directory.write(
            "timedatectl",
            """
            #!/bin/sh
            cd '\(directory.path)'
            case "$*" in
                "show --property Timezone --value") cat zone ;;
                *) echo "$*" >>calls; echo "$3" >zone ;;
            esac
            """)
        try directory.write("zone", present + "\n")
        try directory.write("calls", "")
        let script = try Checkout.text("libexec/set-timezone")
        try directory.write("set-timezone", script.replacing("PATH=/usr/bin", with: "PATH=\(directory.path):/usr/bin"))
        let child = try ChildProcess(
            "/bin/sh", ["-c", "cd '\(directory.path)' && chmod +x placemarkctl timedatectl && exec sh set-timezone"])
        #expect(await child.exitStatus(within: .seconds(20)) == 0, "\(child.standardError)")
        #expect(child.standardError.isEmpty, "\(child.standardError)")
        return (directory.contents("calls") ?? "", child.standardOutput)
    }

    @Test("a zone that differs is set, once, and said")
    func differs() async throws {
        let (calls, said) = try await run(zone: "America/Argentina/Buenos_Aires", stale: "false")
        #expect(calls == "--no-ask-password set-timezone America/Argentina/Buenos_Aires\n")
        #expect(said == "<5>the time zone is America/Argentina/Buenos_Aires now, and was Etc/UTC\n")
    }

    @Test(
        "nothing is done",
        arguments: [
            ("Etc/UTC", "false", "the same zone"), ("Europe/Vaduz", "true", "a stale placemark"),
            ("Etc/GMT+3", "false", "the open sea"), ("", "false", "no zone"), ("", "", "no placemark"),
            ("../../etc/passwd", "false", "no zone's name"), ("/etc/passwd", "false", "no zone's name"),
            ("-h", "false", "no zone's name"), ("a b", "false", "no zone's name"),
            ("$(reboot)", "false", "no zone's name"),
        ])
    func nothing(zone: String, stale: String, because reason: String) async throws {
        let (calls, said) = try await run(zone: zone, stale: stale)
        #expect(calls.isEmpty && said.isEmpty, "\(reason)")
    }

    @Test("a zone that this machine does not have is a warning")
    func unknown() async throws {
        let (calls, said) = try await run(zone: "Mars/Olympus_Mons", stale: "false")
        #expect(calls.isEmpty)
        #expect(said.hasPrefix("<4>Mars/Olympus_Mons is not in /usr/share/zoneinfo: the time zone stays Etc/UTC"))
    }
}
