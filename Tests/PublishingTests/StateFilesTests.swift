import Foundation
import Logging
import PlacemarkCore
@testable import Publishing
import TestSupport
import Testing

@Suite("State files")
struct StateFilesTests {
    private let directory: TemporaryDirectory
    private let access = Access(preciseGroup: nil, reducedGroup: nil, ownUserID: geteuid())

    init() throws { directory = try TemporaryDirectory() }

    private func writer(_ precision: Precision = .precise) -> StateFileWriter {
        StateFileWriter(settings(precision), access: access)
    }

    private func settings(_ precision: Precision) -> StateFiles.Settings {
        .init(directory: directory.path, persistentDirectory: directory.path, precision: precision)
    }

    @Test("state.json is the status, city one plain line")
    func contents() throws {
        var writer = writer()
        writer.write(Snapshots.cupertino, at: at(3))
        #expect(writer.failure == nil)
        #expect(directory.contents("city") == "Cupertino\n")
        let json = try #require(directory.contents("state.json"))
        let status = try JSONDecoder().decode(Status.self, from: Data(json.utf8))
        #expect(status == Snapshots.cupertino.status(at: at(3), precision: .precise))
        #expect(json.hasSuffix("}\n") && json.filter { $0 == "\n" }.count == 1)
    }

    @Test("the city file is rewritten only when the city changes")
    func cityUntouched() throws {
        var writer = writer()
        writer.write(Snapshots.cupertino, at: at(3))
        let before = try FileManager.default.attributesOfItem(atPath: directory.file("city"))[.systemFileNumber] as? Int
        writer.write(Snapshots.stale, at: at(800))
        let after = try FileManager.default.attributesOfItem(atPath: directory.file("city"))[.systemFileNumber] as? Int
        #expect(before == after)
    }

    @Test("without a placemark there is no city file, and the state says that there is no fix")
    func nothingYet() throws {
        var writer = writer()
        writer.write(Snapshots.empty, at: at(3))
        #expect(directory.names == ["state.json"])
        #expect(directory.contents("state.json")?.contains(#""state":"connecting""#) == true)
    }

    @Test("reduced files hold no precise number; precise ones are for the owner alone where there is no group")
    func precision() throws {
        var reduced = writer(.reduced)
        reduced.write(Snapshots.cupertino, at: at(3))
        #expect(directory.contents("state.json")?.contains("37.3318") == false)
        #expect(directory.mode("state.json") == 0o640)
        var precise = writer(.precise)
        precise.write(Snapshots.cupertino, at: at(3))
        #expect(directory.contents("state.json")?.contains("37.3318") == true)
        #expect(directory.mode("state.json") == 0o600)
    }

    @Test("the placemark of an earlier run comes back with its age, within the same boot")
    func saved() throws {
        var writer = writer()
        writer.write(Snapshots.cupertino, at: at(3))
        #expect(directory.mode("placemark.json") == 0o600)
        let saved = try #require(SavedPlacemark.File(directory: directory.path).read(now: at(500)))
        #expect(saved.placemark == Snapshots.placemark)
        #expect(saved.answeredAt == at(2))
    }

    @Test("after a reboot the wall clock tells the age, never less than zero (fault 35)")
    func rebooted() throws {
        let known = try #require(Snapshots.cupertino.placemark)
        let noon = try #require(Timestamp(parsing: "2026-11-20T12:00:00Z"))
        let saved = SavedPlacemark(known, bootID: "one", now: at(12), time: noon)
        let hourLater = try #require(Timestamp(parsing: "2026-11-20T13:00:00Z"))
        #expect(saved.answeredAt(now: at(5), bootID: "two", time: hourLater) == at(5 - 3610))
        let before = try #require(Timestamp(parsing: "1970-01-01T00:00:00Z"))
        #expect(saved.answeredAt(now: at(5), bootID: "two", time: before) == at(5))
        #expect(saved.answeredAt(now: at(1), bootID: "one", time: before) == at(1))
    }

    @Test("a damaged copy is set aside, with any bit flipped or any byte missing nothing breaks (fault 41)")
    func damaged() throws {
        var writer = writer()
        writer.write(Snapshots.cupertino, at: at(3))
        let path = directory.file("placemark.json")
        let good = try #require(FileManager.default.contents(atPath: path))
        let file = SavedPlacemark.File(directory: directory.path)
        for index in good.indices.dropLast() {  // The last byte is the newline, which nobody misses.
            var flipped = good
            flipped[index] ^= UInt8(1 << (index % 8))
            try flipped.write(to: URL(filePath: path))
            _ = file.read(now: at(3))
            try good.prefix(index).write(to: URL(filePath: path))
            #expect(file.read(now: at(3)) == nil)
            #expect(!FileManager.default.fileExists(atPath: path))
            #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
        }
        try Data(count: 1000).write(to: URL(filePath: path))
        #expect(file.read(now: at(3)) == nil)
    }

    @Test("what is offered is on disk when the writer has ended", .timeLimit(.minutes(1)))
    func run() async {
        let files = StateFiles(settings(.precise), access: access, now: { at(3) }, log: Logger(label: "test"))
        let task = Task { await files.run() }
        for publication in Snapshots.publications([
            (.source(.fix(Snapshots.fix)), 2), (.geocoded(Snapshots.placemark), 2),
        ]) {
            files.offer(publication)
        }
        task.cancel()
        await task.value
        #expect(directory.contents("city") == "Cupertino\n")
    }

    @Test("a directory that is missing is a failure that is told and survived", .timeLimit(.minutes(1)))
    func missingDirectory() {
        var writer = StateFileWriter(
            .init(directory: "/nonexistent", persistentDirectory: directory.path, precision: .precise), access: access)
        writer.write(Snapshots.cupertino, at: at(3))
        #expect(writer.failure?.description == "/nonexistent/state.json: open: No such file or directory")
        #expect(directory.names == ["placemark.json"])
    }
}
