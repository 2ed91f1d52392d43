import Files
import Glibc
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestSupport
import Testing

@Suite("The journal of trips (fault 91)")
struct TripJournalTests {
    private static let day = Duration.seconds(86_400)

    private static func trip(_ number: Int) -> TripRecord {
        let start = TripRecord.End(coordinate: Snapshots.fix.coordinate, horizontalAccuracy: 5, timestamp: time(number))
        var trip = TripRecord(id: "trip-\(number)", start: start)
        trip.state = .final
        trip.end.timestamp = time(number)?.advanced(by: .seconds(600))
        trip.distance = Double(number) * 1000
        return trip
    }

    private static func time(_ days: Int) -> Timestamp? {
        Snapshots.fix.timestamp?.advanced(by: .seconds(days * 86_400))
    }

    private func journal(_ directory: TemporaryDirectory, retention: Duration = day * 3650) throws -> TripJournal {
        try TripJournal(in: TripFiles(in: directory.path), retention: retention)
    }

    private func trips(_ journal: TripJournal) throws -> [TripRecord] {
        try journal.chunks.flatMap { try journal.entries(of: $0) }.compactMap(\.trip)
    }

    @Test("a trip is kept once, over restarts, and its label with it")
    func keeps() throws {
        let directory = try TemporaryDirectory()
        var first = try journal(directory)
        for number in 0..<3 { #expect(try first.add(Self.trip(number), at: Self.time(number))) }
        #expect(try !first.add(Self.trip(1), at: Self.time(3)))
        #expect(try first.label("trip-1", TripLabel(class: "private", by: 1000), at: Self.time(3)))
        #expect(try first.label("trip-1", TripLabel(class: "business", note: "to Ghent", by: 1000), at: Self.time(4)))
        #expect(try !first.label("trip-9", TripLabel(class: "private"), at: nil))
        var second = try journal(directory)
        #expect(try trips(second) == (0..<3).map(Self.trip))
        #expect(try second.labels() == ["trip-1": TripLabel(class: "business", note: "to Ghent", by: 1000)])
        #expect(try !second.add(Self.trip(2), at: nil))
        #expect(try second.add(Self.trip(3), at: nil))
        let verification = try second.verification()
        #expect(verification.isWhole && verification.entries == 6 && verification.first == 1, "\(verification)")
        #expect(try second.verification(containing: verification.hash).isWhole)
        #expect(try !second.verification(containing: String(repeating: "a", count: 64)).isWhole)
    }

    @Test("a power cut at any byte of a write costs that entry alone, and the next one goes on with the chain")
    func powerCut() throws {
        let directory = try TemporaryDirectory()
        var whole = try journal(directory)
        for number in 0..<2 { _ = try whole.add(Self.trip(number), at: Self.time(number)) }
        let name = directory.file("trips/00000001.trips")
        let before = try [UInt8](contentsOf: name)
        _ = try whole.add(Self.trip(2), at: Self.time(2))
        let after = try [UInt8](contentsOf: name)
        for length in before.count...after.count {
            // What has not come to the disk is missing, or zeros.
            for hasZeros in [false, true] {
                let zeros = hasZeros ? [UInt8](repeating: 0, count: after.count - length) : []
                try (Array(after[..<length]) + zeros).write(to: name)
                var next = try journal(directory)
                let isThere = length == after.count
                #expect(try trips(next).map(\.id) == (0..<(isThere ? 3 : 2)).map { "trip-\($0)" }, "\(length)")
                _ = try next.add(Self.trip(2), at: Self.time(2))
                _ = try next.add(Self.trip(3), at: Self.time(3))
                #expect(try trips(next).map(\.id) == (0..<4).map { "trip-\($0)" }, "\(length)")
                #expect(try next.verification().isWhole, "\(length)")
            }
        }
    }

    @Test("an entry that was edited, taken out or put elsewhere is seen")
    func edited() throws {
        let directory = try TemporaryDirectory()
        var whole = try journal(directory)
        for number in 0..<4 { _ = try whole.add(Self.trip(number), at: Self.time(number)) }
        let hash = try whole.verification().hash
        let name = directory.file("trips/00000001.trips")
        let text = String(decoding: try [UInt8](contentsOf: name), as: UTF8.self)
        let lines = text.split(separator: "\n").map { "\($0)\n" }
        func faults(_ changed: [String]) throws -> [String] {
            try Array(changed.joined().utf8).write(to: name)
            return try journal(directory).verification(containing: hash).faults
        }
        #expect(try faults(lines) == [])
        var shorter = lines
        shorter[1] = shorter[1].replacing(#""distance":1000"#, with: #""distance":900"#)
        #expect(shorter[1] != lines[1])
        #expect(try faults(shorter).contains("entry 2 is not as it was written"))
        // With a hash of its own the entry is as it was written, and the next one does not follow it.
        let body = shorter[1].prefix(upTo: try #require(shorter[1].firstRange(of: #","hash":""#)).lowerBound)
        shorter[1] = body + #","hash":""# + Array(body.utf8).sha256 + "\"}\n"
        #expect(try faults(shorter) == ["entry 3 does not follow the entry before it"])
        #expect(!(try faults([lines[0], lines[2], lines[3]]).isEmpty))
        #expect(!(try faults([lines[0], lines[2], lines[1], lines[3]]).isEmpty))
        // The last ones taken out leave a chain; the hash that was noted tells.
        #expect(try faults(Array(lines.dropLast())) == ["no entry has the hash \(hash)"])
    }

    @Test("what is too old goes, an eighth of the retention later at most, and the chain stays whole")
    func retention() throws {
        let directory = try TemporaryDirectory()
        var kept = try journal(directory, retention: Self.day * 80)
        for number in 0..<365 {
            _ = try kept.add(Self.trip(number), at: Self.time(number))
            try kept.removeExpired(at: Self.time(number))
            let oldest = try #require(try trips(kept).first)
            let age = Self.time(number)?.duration(since: try #require(oldest.start.timestamp)) ?? .zero
            #expect(age <= Self.day * 93)
        }
        let verification = try kept.verification()
        #expect(verification.isWhole && verification.first > 1)
        // A hash that was noted is not there any more with its entry; that is not taken for somebody's work.
        let noted = try kept.verification(containing: String(repeating: "a", count: 64)).faults
        #expect(noted.count == 1 && noted[0].contains("before \(verification.first), which were removed"), "\(noted)")
        #expect(try trips(kept).count >= 80)
        #expect(kept.identities.count == (try trips(kept).count))
    }

    /// A disk that fails at one step, and works again afterwards.
    private final class Failing: TripMedium, @unchecked Sendable {
        private var files: TripFiles
        var stepsToFailure: Int
        private(set) var steps = 0

        init(_ files: TripFiles, stepsToFailure: Int) { (self.files, self.stepsToFailure) = (files, stepsToFailure) }

        private func step() throws(AtomicFile.WriteError) {
            steps += 1
            guard steps != stepsToFailure else {
                throw AtomicFile.WriteError(path: "journal", step: "write", errorNumber: ENOSPC)
            }
        }

        func numbers() throws(AtomicFile.WriteError) -> [Int] { try files.numbers() }
        func read(_ number: Int) throws(AtomicFile.WriteError) -> [UInt8] { try files.read(number) }
        func write(_ bytes: [UInt8], to number: Int, at offset: Int) throws(AtomicFile.WriteError) {
            // A part of it has come to the disk.
            if steps + 1 == stepsToFailure {
                try files.write(Array(bytes.prefix(bytes.count / 2)), to: number, at: offset)
            }
            try step()
            try files.write(bytes, to: number, at: offset)
        }
        func cut(_ number: Int, at offset: Int) throws(AtomicFile.WriteError) {
            try step()
            try files.cut(number, at: offset)
        }
        func remove(_ number: Int) throws(AtomicFile.WriteError) {
            try step()
            try files.remove(number)
        }
    }

    @Test("a full disk loses no trip, and keeps none twice", arguments: 1...12)
    func fullDisk(step: Int) throws {
        let directory = try TemporaryDirectory()
        let medium = Failing(TripFiles(in: directory.path), stepsToFailure: step)
        var kept = try TripJournal(in: medium, retention: Self.day * 16)
        for number in 0..<8 {
            do throws(AtomicFile.WriteError) {
                _ = try kept.add(Self.trip(number), at: Self.time(number))
            } catch {
                _ = try kept.add(Self.trip(number), at: Self.time(number))
            }
        }
        #expect(try trips(kept).map(\.id) == (0..<8).map { "trip-\($0)" })
        #expect(try kept.verification().isWhole)
    }

    @Test("what a full disk has cut short is no damage, also when the next line begins another file")
    func remnant() throws {
        let directory = try TemporaryDirectory()
        let medium = Failing(TripFiles(in: directory.path), stepsToFailure: 2)
        var kept = try TripJournal(in: medium, retention: Self.day * 16)
        _ = try kept.add(Self.trip(0), at: Self.time(0))
        #expect(throws: AtomicFile.WriteError.self) { _ = try kept.add(Self.trip(1), at: Self.time(1)) }
        // The disk was full for some days.
        _ = try kept.add(Self.trip(1), at: Self.time(5))
        #expect(kept.chunks == [1, 2])
        let next = try journal(directory)
        #expect(try next.verification().faults == [])
        #expect(try trips(next).map(\.id) == ["trip-0", "trip-1"])
    }
}

extension [UInt8] {
    fileprivate init(contentsOf path: String) throws {
        self = try #require(FileContents.read(path, below: 1 << 24))
    }

    fileprivate func write(to path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        #expect(fwrite(self, 1, count, file) == count)
    }
}
