import Glibc
import TestSupport

/// placemark-report with all that it reads and writes in one directory, as the tests start it, and placemarkctl beside it.
struct ReporterProgram {
    let directory: TemporaryDirectory
    static let path = Checkout.file(".build/debug/placemark-report")

    init() throws {
        directory = try TemporaryDirectory()
        mkdir(directory.file("reports.d"), 0o700)
    }

    var arguments: [String] {
        [
            "--sinks", directory.file("reports.d"), "--state-directory", directory.file("state"), "--socket",
            directory.file("daemon.sock"), "--control-socket", directory.file("control.sock"),
        ]
    }

    func begin(_ more: String...) throws -> ChildProcess { try ChildProcess(Self.path, arguments + more) }

    /// What `placemarkctl reports` says, and its exit status.
    func control(_ words: [String]) async throws -> (status: Int32?, text: String) {
        let program = try ChildProcess(
            Checkout.file(".build/debug/placemarkctl"),
            ["reports"] + words + ["--reports-socket", directory.file("control.sock")])
        let status = await program.exitStatus(within: .seconds(50))
        return (status, program.completeStandardOutput + program.completeStandardError)
    }
}
