import Foundation
import TestConditions
import TestSupport
import Testing

/// The outbox in another process, which is killed, or has no room.
@Suite("Outbox under torture", .tags(.waits)) struct TortureTests {
    private static let program = Checkout.file(".build/debug/outbox-torture")

    @Test("fault 67: a reporter that is killed at any moment loses nothing that it had taken", .timeLimit(.minutes(5)))
    func killed() async throws {
        let torture = try ChildProcess(
            Self.program, ["kill", "--kills", Soak.isOn ? "10000" : "200", "--seed", "\(UInt64.random(in: 0...9999))"])
        #expect(await torture.exitStatus(within: .seconds(280)) == 0)
        #expect(torture.standardOutput.contains("nothing lost"), "\(torture.completeStandardOutput)")
    }

    @Test(
        "fault 68: on a full disk a queue drops by its rule, counts, and goes on when there is room",
        .timeLimit(.minutes(5)), arguments: ["oldest", "newest"])
    func full(_ victim: String) async throws {
        // In the namespace of the file system, because SQLite resolves all links of a path.
        let script = """
            mount -t tmpfs -o size=2m,mode=0700 tmpfs /mnt || exit 77
            exec '\(Self.program)' fill /mnt --victim \(victim)
            """
        let torture = try ChildProcess("unshare", ["--mount"] + Namespaces.asRoot + ["sh", "-c", script])
        let status = await torture.exitStatus(within: .seconds(50))
        if status == 77 { try Test.cancel("this machine mounts no small file system: \(torture.standardError)") }
        #expect(status == 0, "\(torture.completeStandardOutput) \(torture.completeStandardError)")
        #expect(torture.standardOutput.contains("written on the full disk"))
    }
}
