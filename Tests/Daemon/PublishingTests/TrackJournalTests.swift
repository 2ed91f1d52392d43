import Files
import Foundation
import PlacemarkModel
@testable import Publishing
import TestSupport
import Testing

@Suite("The kept part of the track")
struct TrackJournalTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func journal(
        onDisk: Bool = true, age: Duration = .seconds(86_400), size: Int = 65_536, at now: BootInstant = at(0)
    ) throws -> (TrackJournal, complaints: [String]) {
        let files = TrackFiles(in: directory.path)
        var journal = TrackJournal(
            in: onDisk ? files : TrackMemory(), maximumAge: age, maximumSizeInBytes: size)
        let found = onDisk ? try files.load(at: now) : TrackFiles.Found()
        journal.takeOver(found)
        return (journal, found.complaints)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.file("track"))) ?? []).sorted()
    }

    /// What the files really take.
    private var bytesOnDisk: Int {
        names.reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: directory.file("track/\(name)"))
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    @Test("what is added comes back in order, and over a restart from disk", arguments: [false, true])
    func roundTrip(onDisk: Bool) throws {
        var (journal, _) = try journal(onDisk: onDisk)
        for start in stride(from: 0, to: 600, by: 7) {
            var records = TrackTrips.records(start..<start + 7)
            try journal.append(&records, at: at(Double(start)))
            #expect(records.isEmpty)
        }
        #expect(journal.allPoints.map(TrackTrips.number) == Array(0..<602))
        guard onDisk else { return #expect(names.isEmpty) }
        var (again, complaints) = try self.journal(at: at(700))
        #expect(complaints.isEmpty)
        #expect(again.allPoints.map(TrackTrips.number) == Array(0..<602))
        let files = names.count
        var more = TrackTrips.records(602..<603)
        try again.append(&more, at: at(701))
        #expect(again.allPoints.map(TrackTrips.number) == Array(0..<603))
        #expect(names.count == files, "a restart goes on with the file that is not full")
    }

    @Test(
        "never more than the configured size, whatever is written, and the newest stay; a smaller size removes at once",
        arguments: [1, 2, 3, 4, 5, 6])
    func bound(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let size = [65_536, 66_000, 70_001, 131_072].randomElement(using: &random) ?? 65_536
        let onDisk = seed.isMultiple(of: 2)
        var (journal, _) = try journal(onDisk: onDisk, size: size)
        var (count, time) = (0, 0.0)
        for _ in 0..<60 {
            let batch = Int.random(in: 0...400, using: &random)
            var records = TrackTrips.records(count..<count + batch)
            time += Double.random(in: 0...20_000, using: &random)
            try journal.append(&records, at: at(time))
            count += batch
            #expect(journal.chunks.byteCount <= size)
            if onDisk { #expect(bytesOnDisk <= size && bytesOnDisk == journal.chunks.byteCount) }
            if onDisk, Int.random(in: 0..<10, using: &random) == 0 {
                let kept = journal.allPoints.map(TrackTrips.number)
                #expect(kept == Array(count - kept.count..<count))
                journal = try self.journal(size: size, at: at(time)).0
            }
        }
        let kept = journal.allPoints.map(TrackTrips.number)
        #expect(kept == Array(count - kept.count..<count))
        // Seven eighths, less the headers and what does not fill a record.
        #expect(kept.count > size * 7 / 8 / TrackRecord.byteCount - 20)
        journal.limit(age: .seconds(86_400), sizeInBytes: 65_536 / 2)
        try journal.removeSurplus()
        #expect(journal.chunks.byteCount <= 65_536 / 2)
        #expect(journal.allPoints.last.map(TrackTrips.number) == count - 1)
    }

    @Test("what came in this run goes by the boot-time clock, whatever the receiver's clock says (fault 30)")
    func age() throws {
        var (journal, _) = try journal(onDisk: false, age: .seconds(8000))
        for hour in 0..<10 {
            // A receiver that jumps by decades to and fro.
            let time = TrackTrips.time(hour.isMultiple(of: 2) ? -6e8 : 6e8)
            var record = TrackRecord.encode(TrackTrips.point(hour, time: time))
            try journal.append(&record, at: at(Double(hour) * 2000))
        }
        try journal.removeExpired(at: at(18_000), time: TrackTrips.time(9e8))
        #expect(journal.allPoints.map(TrackTrips.number) == [5, 6, 7, 8, 9])
        try journal.removeExpired(at: at(26_001), time: nil)
        #expect(journal.allPoints.isEmpty)
    }

    @Test("what was there before goes by the receiver's clock once that is known, and after a whole age at the latest")
    func inheritedAge() throws {
        var (journal, _) = try journal(age: .seconds(8000))
        for number in [0, 2000, 4000] {
            var record = TrackTrips.records(number..<number + 1)
            try journal.append(&record, at: at(4000))
        }
        #expect(journal.chunks.chunks.count == 3, "an eighth of the age is a chunk")
        // Another boot: the boot-time clock begins anew.
        journal = try self.journal(age: .seconds(8000), at: at(10)).0
        try journal.removeExpired(at: at(20), time: nil)
        #expect(journal.allPoints.count == 3)
        try journal.removeExpired(at: at(20), time: TrackTrips.time(9000))
        #expect(journal.allPoints.map(TrackTrips.number) == [2000, 4000])
        try journal.removeExpired(at: at(8009), time: nil)
        #expect(journal.allPoints.count == 2)
        try journal.removeExpired(at: at(8011), time: nil)
        #expect(journal.allPoints.isEmpty && names.isEmpty)
    }

    @Test("a receiver whose time jumps with each point does not make a file of each")
    func manyChunks() throws {
        var (journal, _) = try journal(age: .seconds(8000))
        for number in 0..<300 {
            var record = TrackRecord.encode(TrackTrips.point(number, time: TrackTrips.time(Double(number % 2) * 1e8)))
            try journal.append(&record, at: at(Double(number)))
        }
        #expect(names.count <= TrackChunks.mostChunksForAge)
        #expect(journal.allPoints.count == 300)
    }

    @Test("a torn end is cut off, and the next points follow on it (faults 36, 37)", arguments: 0..<64)
    func torn(missing: Int) throws {
        var (journal, _) = try journal()
        var records = TrackTrips.records(0..<10)
        try journal.append(&records, at: at(0))
        let path = directory.file("track/\(names[0])")
        let size = 32 + 10 * 32
        truncate(path, off_t(size - missing))
        var (again, complaints) = try self.journal()
        #expect(complaints.isEmpty)
        let whole = (size - missing - 32) / 32
        #expect(again.allPoints.map(TrackTrips.number) == Array(0..<whole))
        records = TrackTrips.records(100..<101)
        try again.append(&records, at: at(1))
        #expect(try self.journal().0.allPoints.map(TrackTrips.number) == Array(0..<whole) + [100])
    }

    @Test("an end of zeros, as a power cut leaves it, is cut off; less than a header is no file (fault 37)")
    func zeros() throws {
        var (journal, _) = try journal()
        var records = TrackTrips.records(0..<10)
        try journal.append(&records, at: at(0))
        let path = directory.file("track/\(names[0])")
        truncate(path, 32 + 5 * 32)
        truncate(path, 4096)
        #expect(try self.journal().0.allPoints.count == 5)
        #expect(bytesOnDisk == 32 + 5 * 32)
        truncate(path, 31)
        #expect(try self.journal().0.allPoints.isEmpty)
        #expect(names.isEmpty)
    }

    @Test("damaged positions are left out and told; the others stay (fault 41)")
    func damaged() throws {
        var (journal, _) = try journal()
        var records = TrackTrips.records(0..<10)
        try journal.append(&records, at: at(0))
        let path = directory.file("track/\(names[0])")
        var bytes = try #require(FileManager.default.contents(atPath: path))
        for record in [3, 4, 7] { bytes[32 + record * 32 + 20] ^= 4 }
        try bytes.write(to: URL(filePath: path))
        let (again, complaints) = try self.journal()
        #expect(complaints == ["\(path): 3 damaged positions are left out"])
        #expect(again.allPoints.map(TrackTrips.number) == [0, 1, 2, 5, 6, 8, 9])
        // For a reader, the way is broken there.
        var reading = TrackReading(since: nil, end: again.end, tail: [])
        let lines = String(decoding: reading.next(in: again) ?? [], as: UTF8.self).split(separator: "\n")
        #expect(lines.map { $0.contains("startsSegment") } == [true, false, false, true, false, true, false])
    }

    @Test("a file that is no track is set aside with a line for the log, counts, and goes as the oldest (fault 41)")
    func setAside() throws {
        var (journal, _) = try journal()
        var records = TrackTrips.records(0..<10)
        try journal.append(&records, at: at(0))
        let path = directory.file("track/\(names[0])")
        try Data(count: 5000).write(to: URL(filePath: path))
        var (again, complaints) = try self.journal()
        #expect(complaints == ["\(path) is not a track, and is set aside as *.damaged"])
        #expect(names == ["00000001.damaged"] && again.chunks.byteCount == 5000)
        #expect(try self.journal().0.chunks.byteCount == 5000)
        records = TrackTrips.records(0..<3000)
        try again.append(&records, at: at(1))
        #expect(!names.contains("00000001.damaged") && bytesOnDisk <= 65_536)
        #expect(again.allPoints.last.map(TrackTrips.number) == 2999)
    }

    @Test("files are for the owner alone from creation on, and links are not followed (fault 42)")
    func modes() throws {
        let old = umask(0)
        defer { umask(old) }
        var (journal, _) = try journal()
        var records = TrackTrips.records(0..<1)
        // Where the first file will be, and where the second.
        try directory.write("victim", "untouched")
        mkdir(directory.file("track"), 0o700)
        symlink(directory.file("victim"), directory.file("track/00000001.points"))
        try journal.append(&records, at: at(0))
        #expect(directory.mode("track") == 0o700)
        #expect(directory.mode("track/00000001.points") == 0o600)
        #expect(directory.contents("victim") == "untouched")

        symlink(directory.file("victim"), directory.file("track/00000002.points"))
        let (_, complaints) = try self.journal()
        #expect(complaints == ["\(directory.path)/track/00000002.points is not a plain file, and is left alone"])
        #expect(directory.contents("victim") == "untouched")
        try FileManager.default.removeItem(atPath: directory.file("track"))
        symlink("/tmp", directory.file("track"))
        #expect(throws: AtomicFile.WriteError.self) { try self.journal() }
    }

    @Test("a file, or the whole directory, that somebody deletes is begun anew")
    func deleted() throws {
        var (journal, _) = try journal()
        var records = TrackTrips.records(0..<10)
        try journal.append(&records, at: at(0))
        try FileManager.default.removeItem(atPath: directory.file("track"))
        records = TrackTrips.records(10..<20)
        try journal.append(&records, at: at(1))
        #expect(journal.allPoints.map(TrackTrips.number) == Array(10..<20))
        #expect(journal.chunks.byteCount == bytesOnDisk)
    }

    @Test("removing the track leaves what is not ours")
    func removeAll() throws {
        var (journal, _) = try journal()
        var records = TrackTrips.records(0..<10)
        try journal.append(&records, at: at(0))
        try directory.write("track/notes.txt", "mine")
        try TrackFiles(in: directory.path).removeAll()
        #expect(names == ["notes.txt"])
        try FileManager.default.removeItem(atPath: directory.file("track/notes.txt"))
        try TrackFiles(in: directory.path).removeAll()
        try TrackFiles(in: directory.path).removeAll()
        #expect(directory.names.isEmpty)
    }
}
