import Foundation
import TestConditions
import TestSupport
import Testing

/// The program between a daemon's socket and two receivers, all of which are treated badly; `make report-torture` is the
/// long form.
@Suite("Reports under torture", .tags(.waits)) struct ReportTortureTests {
    @Test(
        "faults 65, 66 and 67: of a reporter that is killed, to receivers that are killed, cut off and slowed, every report arrives, in order, and what comes twice has one identity",
        .timeLimit(.minutes(15)))
    func torture() async throws {
        let directory = try TemporaryDirectory()
        let torture = try ChildProcess(
            "python3",
            [
                Checkout.file("Tests/Reports/ReportTorture/report-torture"), "--program",
                ReporterProgram.path, "--reports", "2000", "--kills", "20", "--in",
                directory.path, "--seed", "\(UInt64.random(in: 0...9999))",
            ])
        #expect(await torture.exitStatus(within: .seconds(280)) == 0)
        #expect(torture.completeStandardOutput.contains("nothing lost"), "\(torture.completeStandardOutput)")
    }
}
