import Files
import Foundation
import Logging
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Synchronization
import TestSupport
import TestConditions
import Testing

@Suite("State files", .tags(.waits))
struct StateFilesTests {
    private let directory: TemporaryDirectory
    private let log = LogRecorder()
    private let access = Access.ownUser

    init() throws { directory = try TemporaryDirectory() }

    private func writer(_ precision: Precision = .precise, hasPreciseFile: Bool = false) -> AllFiles {
        var writer = AllFiles(settings(precision, hasPreciseFile: hasPreciseFile), access: access)
        writer.takeOver()
        return writer
    }

    private func settings(_ precision: Precision, hasPreciseFile: Bool = false) -> StateFileSettings {
        .init(
            directory: directory.path, persistentDirectory: directory.path, precision: precision,
            hasPreciseFile: hasPreciseFile)
    }

    @Test("state.json is the status, city one plain line")
    func contents() throws {
        var writer = writer()
        #expect(writer.write(Snapshots.cupertino, at: at(3)) == nil)
        #expect(directory.contents("city") == "Cupertino\n")
        let json = try #require(directory.contents("state.json"))
        let status = try JSONDecoder().decode(Status.self, from: Data(json.utf8))
        #expect(status == Snapshots.cupertino.status(at: at(3), precision: .precise))
        #expect(json.hasSuffix("}\n") && json.filter { $0 == "\n" }.count == 1)
    }

    /// Another one when the file has been written again.
    private func inode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: directory.file(name))[.systemFileNumber] as? Int
    }

    @Test("the city file is rewritten only when the city changes, or when it is not as it was written")
    func cityUntouched() throws {
        var first = writer()
        _ = first.write(Snapshots.cupertino, at: at(3))
        let before = try inode("city")
        _ = first.write(Snapshots.stale, at: at(800))
        #expect(try inode("city") == before)
        // After a restart neither.
        var second = writer()
        _ = second.write(Snapshots.cupertino, at: at(3))
        #expect(try inode("city") == before)

        chmod(directory.file("city"), 0o644)
        var third = writer()
        _ = third.write(Snapshots.cupertino, at: at(3))
        #expect(directory.mode("city") == 0o640)
        try directory.write("city", "Elsewhere\n")
        var fourth = writer()
        _ = fourth.write(Snapshots.cupertino, at: at(3))
        #expect(directory.contents("city") == "Cupertino\n")
    }

    @Test("without a placemark there is no city file, and the state says that there is no fix")
    func nothingYet() throws {
        var writer = writer()
        _ = writer.write(Snapshots.empty, at: at(3))
        #expect(directory.names == ["state.json"])
        #expect(directory.contents("state.json")?.contains(#""state":"connecting""#) == true)
    }

    @Test("reduced files hold no precise number; precise ones are for the owner alone where there is no group")
    func precision() throws {
        var reduced = writer(.reduced)
        _ = reduced.write(Snapshots.cupertino, at: at(3))
        #expect(directory.contents("state.json")?.contains("37.3318") == false)
        #expect(directory.mode("state.json") == 0o640)
        var precise = writer(.precise)
        _ = precise.write(Snapshots.cupertino, at: at(3))
        #expect(directory.contents("state.json")?.contains("37.3318") == true)
        #expect(directory.mode("state.json") == 0o600)
    }

    @Test("a reduced state.json is written when it says something else, and once a minute; a precise one each time")
    func rhythm() throws {
        for (precision, expected) in [(Precision.reduced, [1, 1, 2, 2, 3]), (.precise, [1, 2, 3, 4, 5])] {
            var writer = writer(precision)
            var snapshot = Snapshots.cupertino
            let writes = [58.0, 59, 60, 61, 62].map { second in
                snapshot.sequence += 1
                snapshot.location?.receivedAt = at(second)
                snapshot.source.accepted(Snapshots.fix, at: at(second))
                if second == 62 { snapshot.source.disconnected(because: "gone", at: at(second)) }
                _ = writer.write(snapshot, at: at(second))
                return writer.counters.written[.state] ?? 0
            }
            #expect(writes == expected)
        }
    }

    @Test("precise.json says everything, to its owner alone, while state.json stays reduced; switched off, it goes")
    func preciseFile() throws {
        var on = writer(.reduced, hasPreciseFile: true)
        #expect(on.write(Snapshots.cupertino, at: at(3)) == nil)
        #expect(directory.contents("state.json")?.contains("37.3318") == false)
        #expect(directory.contents("precise.json")?.contains("37.3318") == true)
        #expect(directory.mode("precise.json") == 0o600)

        try directory.write(".precise.json.tmp", "37.3318")
        var off = writer(.reduced)
        #expect(off.write(Snapshots.cupertino, at: at(3)) == nil)
        #expect(directory.names == ["city", "placemark.json", "state.json"])
    }

    @Test("a reload tells more or less at once, though nothing new has come")
    func reload() throws {
        let files = StateFiles(settings(.reduced), access: access, now: { at(3) }, log: log.logger)
        files.configure(precision: .reduced, hasPreciseFile: false)
        files.write()
        #expect(directory.names.isEmpty)  // There is nothing to tell yet.
        files.offer(Publication(snapshot: Snapshots.cupertino, events: []))
        files.write()
        #expect(directory.names == ["city", "placemark.json", "state.json"])
        files.configure(precision: .precise, hasPreciseFile: true)
        files.write()
        #expect(directory.contents("state.json")?.contains("37.3318") == true)
        #expect(directory.contents("precise.json")?.contains("37.3318") == true)
        files.configure(precision: .reduced, hasPreciseFile: false)
        files.write()
        #expect(directory.contents("state.json")?.contains("37.3318") == false)
        #expect(directory.names == ["city", "placemark.json", "state.json"])
    }

    /// As the next start finds it.
    private func savedPlacemark(
        at seconds: Double
    ) -> (placemark: Placemark, reduced: Placemark?, answeredAt: BootInstant)? {
        var file = SavedPlacemark.File(directory: directory.path)
        return file.read(now: at(seconds), log: log.logger)
    }

    @Test("the placemark of an earlier run comes back with its age, within the same boot")
    func saved() throws {
        var writer = writer()
        _ = writer.write(Snapshots.cupertino, at: at(3))
        #expect(directory.mode("placemark.json") == 0o600)
        let saved = try #require(savedPlacemark(at: 500))
        #expect(saved.placemark == Snapshots.placemark)
        #expect(saved.reduced == Snapshots.placemark.limited(to: .reduced))
        #expect(saved.answeredAt == at(2))
        #expect(log.lines.isEmpty)
    }

    @Test("what is saved at the end is current until the last position, and a box that rests writes nothing until then")
    func savedAfterRest() throws {
        var writer = writer()
        _ = writer.write(Snapshots.cupertino, at: at(3))
        let before = try inode("placemark.json")
        _ = writer.write(Snapshots.parked(until: 1202), at: at(1203))
        #expect(try inode("placemark.json") == before)
        let ended = Snapshots.parked(until: 1202, then: [(.source(.disconnected(reason: "the end")), 1203)])
        _ = writer.write(ended, at: at(1203))
        #expect(try #require(savedPlacemark(at: 1500)).answeredAt == at(1202))
        let last = try inode("placemark.json")
        _ = writer.write(ended, at: at(1300))
        #expect(try inode("placemark.json") == last)
    }

    @Test("after a reboot the wall clock tells the age, never less than zero (fault 35)")
    func rebooted() throws {
        let known = try #require(Snapshots.cupertino.placemark)
        let noon = try #require(Timestamp(parsing: "2026-11-20T12:00:00Z"))
        let saved = SavedPlacemark(known, currentAt: at(2), bootID: "one", now: at(12), time: noon)
        let hourLater = try #require(Timestamp(parsing: "2026-11-20T13:00:00Z"))
        #expect(saved.answeredAt(now: at(5), bootID: "two", time: hourLater) == at(5 - 3610))
        let before = try #require(Timestamp(parsing: "1970-01-01T00:00:00Z"))
        #expect(saved.answeredAt(now: at(5), bootID: "two", time: before) == at(5))
        #expect(saved.answeredAt(now: at(1), bootID: "one", time: before) == at(1))
    }

    @Test("a damaged copy is set aside and told of, with any bit flipped and any byte missing (fault 41)")
    func damaged() throws {
        var writer = writer()
        _ = writer.write(Snapshots.cupertino, at: at(3))
        let path = directory.file("placemark.json")
        let good = try #require(FileManager.default.contents(atPath: path))
        try everyBitFlipped(path) { #expect(savedPlacemark(at: 3) == nil) }
        for damage in good.indices.map({ good.prefix($0) }) + [Data(count: 1000), good + good] {
            try damage.write(to: URL(filePath: path))
            #expect(savedPlacemark(at: 3) == nil)
            #expect(FileManager.default.contents(atPath: path + ".damaged") == damage)
        }
        #expect(
            log.lines.last == "warning: \(path): not a file that this version has written, or damaged; ignored, and set"
                + " aside as \(path).damaged")
        try good.write(to: URL(filePath: path))
        #expect(savedPlacemark(at: 3) != nil)
    }

    @Test(
        "what was put in the place of a copy is neither waited for nor followed (fault 42)", .timeLimit(.minutes(1)),
        arguments: ["mkfifo", "mkdir", "ln -s /dev/zero", "ln -s nowhere"])
    func hostile(command: String) async throws {
        let path = directory.file("placemark.json")
        let plant = try ChildProcess("/bin/sh", ["-c", "\(command) '\(path)'"])
        #expect(await plant.exitStatus(within: .seconds(10)) == 0)
        #expect(savedPlacemark(at: 3) == nil)
        #expect(log.lines.count == 1, "\(log.lines)")
        var writer = writer()
        #expect(writer.write(Snapshots.cupertino, at: at(3)) == nil)
        #expect(savedPlacemark(at: 3) != nil)
    }

    @Test("what is offered is on disk when the writer has ended", .timeLimit(.minutes(1)))
    func run() async {
        let files = StateFiles(settings(.precise), access: access, now: { at(3) }, log: log.logger)
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

    @Test("of two threads that write at once, neither replaces a state by an older one", .timeLimit(.minutes(1)))
    func twoWriters() async throws {
        let files = StateFiles(settings(.precise), access: access, now: { at(3) }, log: log.logger)
        var snapshot = Snapshots.cupertino
        for number: UInt64 in 1...200 {
            snapshot.sequence = 2 * number
            files.offer(Publication(snapshot: snapshot, events: []))
            let other = Task.detached { files.write() }
            snapshot.sequence += 1
            files.offer(Publication(snapshot: snapshot, events: []))
            files.write()
            await other.value
            let json = try #require(directory.contents("state.json"))
            let status = try JSONDecoder().decode(Status.self, from: Data(json.utf8))
            #expect(status.sequence == snapshot.sequence)
        }
    }

    @Test("a directory that is missing is a failure that is told and survived, and the other one is written")
    func missingDirectory() {
        var writer = AllFiles(
            .init(directory: "/nonexistent", persistentDirectory: directory.path, precision: .precise), access: access)
        let failure = writer.write(Snapshots.cupertino, at: at(3))
        #expect(failure?.description == "/nonexistent/state.json: open directory: No such file or directory")
        #expect(directory.names == ["placemark.json"])
    }

    @Test("the end is the last chance, and what it could not write is told", .timeLimit(.minutes(1)))
    func lastWords() async {
        let files = StateFiles(
            .init(directory: "/nonexistent", persistentDirectory: directory.path, precision: .precise), access: access,
            now: { at(3) }, log: log.logger)
        files.offer(Publication(snapshot: Snapshots.cupertino, events: []))
        let task = Task { await files.run() }
        task.cancel()
        await task.value
        #expect(log.lines.count == 1 && log.lines[0].contains("/nonexistent/state.json"), "\(log.lines)")
    }
}
