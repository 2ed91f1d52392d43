import Foundation
import Glibc
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

/// Faults 68 and 69: what is wrong with the file, the disk or the clock.
@Suite(.tags(.waits)) struct OutboxDamageTests {
    private func outbox(_ path: String) -> Outbox {
        let outbox = Outbox(directory: path, boot: "a")
        outbox.learn { $0.learn(machine: Moments.noon, at: Moments.instant(1000)) }
        return outbox
    }

    /// A closed file with so many reports.
    private func filled(_ directory: TemporaryDirectory, _ count: Int) -> (path: String, identity: String?) {
        let outbox = outbox(directory.path)
        for number in 1...count { outbox.put(.numbered(number), for: ["map"]) }
        return (outbox.path, outbox.identity)
    }

    @Test("fault 68: in a damaged file no report is another than it was, and what comes is kept", arguments: 0..<24)
    func flipped(_ place: Int) throws {
        let directory = try TemporaryDirectory()
        let (path, identity) = filled(directory, 60)
        let original = Set(outbox(directory.path).waiting(for: "map", .oldestFirst, limit: 100))
        var bytes = try Data(contentsOf: URL(filePath: path))
        var random = SeededRandom(seed: UInt64(place))
        for index in 0..<(place < 12 ? 1 : 200) {
            let offset = place == 0 ? 4 + index : Int.random(in: 0..<bytes.count, using: &random)
            bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        try bytes.write(to: URL(filePath: path))

        let outbox = outbox(directory.path)
        let found = outbox.waiting(for: "map", .oldestFirst, limit: 100)
        if outbox.identity == identity {
            for report in found { #expect(original.contains(report)) }
        } else {
            #expect(outbox.figures.setAside == 1)
            #expect(directory.names.contains("outbox.sqlite.damaged"))
            #expect(found.isEmpty)
        }
        #expect(outbox.put(.numbered(1000), for: ["map"]))
        #expect(outbox.waiting(for: "map", .newestFirst, limit: 1).first?.event?.elapsed == 1000)
        #expect(outbox.figures.failure == nil)
    }

    @Test("fault 68: text, zeros, another database and a directory in place of the file")
    func otherFiles() throws {
        for content in [Data("Dear diary\n".utf8), Data(count: 10_000)] {
            let directory = try TemporaryDirectory()
            try content.write(to: URL(filePath: directory.file("outbox.sqlite")))
            let outbox = outbox(directory.path)
            #expect(outbox.put(.numbered(1), for: ["map"]))
            #expect(outbox.figures.setAside == 1)
            #expect(directory.names.contains("outbox.sqlite.damaged"))
        }
        let directory = try TemporaryDirectory()
        mkdir(directory.file("outbox.sqlite"), 0o700)
        let outbox = outbox(directory.path)
        #expect(!outbox.put(.numbered(1), for: ["map"]))
        #expect(outbox.figures.failure != nil)
        #expect(outbox.figures.unwritten == 1)
    }

    @Test("fault 68: a second process cannot have the file, and does not damage it") func locked() async throws {
        let directory = try TemporaryDirectory()
        let first = outbox(directory.path)
        first.put(.numbered(1), for: ["map"])
        let other = try ChildProcess(
            "python3",
            [
                "-c",
                "import sqlite3; c = sqlite3.connect('\(first.path)', timeout=0.1); c.execute('DELETE FROM reports')",
            ])
        #expect(await other.exitStatus(within: .seconds(20)) == 1)
        #expect(other.standardError.contains("locked"))
        #expect(first.waiting(for: "map", .oldestFirst, limit: 9).count == 1)
    }

    @Test("fault 69: times from before the clock was set are right once it is, also after a reboot")
    func clockSetLater() throws {
        let directory = try TemporaryDirectory()
        do {
            let outbox = Outbox(directory: directory.path, boot: "a")
            let epoch = Timestamp(nanosecondsSinceEpoch: 30_000_000_000)
            outbox.learn { $0.learn(machine: epoch, at: Moments.instant(30)) }
            for number in [31, 32] { outbox.put(.numbered(number), for: ["map"]) }
            let early = outbox.waiting(for: "map", .oldestFirst, limit: 9)
            #expect(early.map(\.isTimeSuspect) == [true, true])
            #expect(early[0].happenedAt < early[1].happenedAt)
            outbox.learn { $0.learn(machine: Moments.noon, at: Moments.instant(1000)) }
            outbox.put(.numbered(1001), for: ["map"])
        }
        let outbox = Outbox(directory: directory.path, boot: "b")
        let reports = outbox.waiting(for: "map", .oldestFirst, limit: 9)
        #expect(reports.map(\.happenedAt) == [Moments.time(31 - 1000), Moments.time(32 - 1000), Moments.time(1)])
        #expect(reports.allSatisfy { !$0.isTimeSuspect })
    }

    @Test("fault 69: the order is that of the events, whatever the clock showed") func orderUnderWrongClock() throws {
        let directory = try TemporaryDirectory()
        for (boot, wall) in [("a", 0), ("b", -100_000), ("c", 100_000)] {
            let outbox = Outbox(directory: directory.path, boot: boot)
            outbox.learn { $0.learn(machine: Moments.time(wall), at: Moments.instant(0)) }
            for number in 1...3 { outbox.put(.numbered(number), for: ["map"]) }
        }
        let outbox = Outbox(directory: directory.path, boot: "d")
        let sequences = outbox.waiting(for: "map", .oldestFirst, limit: 99).map(\.id.sequence)
        #expect(sequences == sequences.sorted())
        #expect(sequences.count == 9)
    }
}
