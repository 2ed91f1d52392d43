import Foundation
import TestSupport

/// A server that gets reports, as a child process.
final class Receiver: Sendable {
    private let process: ChildProcess
    let port: Int

    /// - Parameter file: what it has taken is appended there.
    convenience init(writing file: String, certificate: String? = nil, port: Int = 0) async throws {
        try await self.init(["server", file, "\(port)"] + [certificate].compactMap(\.self))
    }

    /// The services that tell a phone something.
    convenience init(ofPhonesWriting file: String) async throws { try await self.init(["phones", file]) }

    private init(_ arguments: [String]) async throws {
        let process = try ChildProcess(
            "python3", [Checkout.file("Tests/Reports/PlacemarkReportTests/receiver")] + arguments)
        self.process = process
        _ = await poll(atMost: .seconds(20)) { process.standardOutput.hasSuffix("\n") || !process.isRunning }
        guard let found = Int(process.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw NotReady(output: process.completeStandardError)
        }
        self.port = found
    }

    func address(_ fault: String) -> String { "http://127.0.0.1:\(port)/\(fault)" }

    func kill() { process.terminate(SIGKILL) }
}

/// A daemon that tells made-up events, as a child process.
final class MadeUpDaemon: Sendable {
    private let process: ChildProcess

    /// - Parameter trackInMinutes: nil where no track is kept.
    init(socket: String, events: Int, perSecond: Int, trackInMinutes: Int? = nil) async throws {
        let script = Checkout.file("Tests/Reports/PlacemarkReportTests/receiver")
        let process = try ChildProcess(
            "python3",
            [script, "daemon", socket, "\(events)", "\(perSecond)"]
                + [trackInMinutes.map(String.init)].compactMap(\.self))
        self.process = process
        guard await poll(atMost: .seconds(20), until: { process.standardOutput.contains("ready") }) else {
            throw NotReady(output: process.completeStandardError)
        }
    }
}

struct NotReady: Error, CustomStringConvertible {
    let output: String
    var description: String { "the other end of the test does not start: \(output)" }
}
