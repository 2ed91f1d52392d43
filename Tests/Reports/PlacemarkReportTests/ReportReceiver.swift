import Foundation
import Glibc
import PlacemarkModel
import TestSupport

/// A server that gets reports, as a child process.
final class ReportReceiver: Sendable {
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

    /// From now on it has one event more. The last one of all may be on its way when a reporter is killed, and then it never
    /// arrives: one that is added after the last kill does.
    func tellOneMore() { process.signal(SIGUSR1) }

    /// Likewise a hundred: these come after something that a test has done in between, however busy the machine is.
    func tellHundredMore() { process.signal(SIGUSR2) }
}

/// A daemon that keeps trips and has a guard, as a child process. Its list of trips, its guard and its events are files, which the test
/// writes.
final class LogbookDaemon: Sendable {
    private let process: ChildProcess
    private let directory: TemporaryDirectory

    init(in directory: TemporaryDirectory) async throws {
        self.directory = directory
        if directory.contents("events") == nil { try directory.write("events", "") }
        let process = try ChildProcess(
            "python3",
            [
                Checkout.file("Tests/Reports/PlacemarkReportTests/receiver"), "logbook", directory.file("daemon.sock"),
                directory.file("trips"), directory.file("events"), directory.file("guard"),
            ])
        self.process = process
        guard await poll(atMost: .seconds(20), until: { process.standardOutput.contains("ready") }) else {
            throw NotReady(output: process.completeStandardError)
        }
    }

    /// From now on its list has these.
    func list(_ trips: [TripRecord]) throws {
        let lines = try trips.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }
        try lines.joined().write(toFile: directory.file("trips"), atomically: true, encoding: .utf8)
    }

    /// From now on its guard stands so; nil for none.
    func guards(_ report: GuardReport?) throws {
        guard let report else { return try FileManager.default.removeItem(atPath: directory.file("guard")) }
        let line = String(decoding: try JSONEncoder().encode(report), as: UTF8.self) + "\n"
        try line.write(toFile: directory.file("guard"), atomically: true, encoding: .utf8)
    }

    /// Tells it to whoever listens.
    func tell(_ trip: TripRecord) throws { try tell(EventReport(trip)) }

    /// Tells an event to whoever listens.
    func tell(_ event: EventReport) throws {
        try tell(String(decoding: JSONEncoder().encode(event), as: UTF8.self))
    }

    /// Tells a line to whoever listens.
    func tell(_ line: String) throws {
        let events = try FileHandle(forWritingTo: URL(filePath: directory.file("events")))
        try events.seekToEnd()
        try events.write(contentsOf: Data((line + "\n").utf8))
        try events.close()
    }

    /// How often it has been asked for something, by a word of the request.
    func count(of word: String) -> Int {
        process.standardOutput.split(separator: "\n").count { $0.split(separator: " ").contains { $0 == word } }
    }

    /// Whether it is asked for something in time, more often than it has been before.
    func isAsked(for word: String, moreThan before: Int = 0) async -> Bool {
        await poll(atMost: .seconds(20)) { count(of: word) > before }
    }

    func kill() { process.terminate(SIGKILL) }
}

struct NotReady: Error, CustomStringConvertible {
    let output: String
    var description: String { "the other end of the test does not start: \(output)" }
}
