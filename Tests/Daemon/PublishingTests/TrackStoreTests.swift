import Foundation
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

@Suite("The track, kept", .timeLimit(.minutes(2)), .tags(.waits))
struct TrackStoreTests {
    private let tracks: TrackStores

    init() throws { tracks = try TrackStores() }

    @Test("the way up to the last fix is answered, written or not", arguments: [TrackStorage.memory, .disk])
    func answers(storage: TrackStorage) async throws {
        let store = tracks.store(storage)
        try await tracks.running(store) { () async throws in
            tracks.offer(0..<300, to: store)
            #expect(try await tracks.answer(store) == Array(0..<300))
            store.write()
            tracks.offer(300..<600, to: store)
            #expect(try await tracks.answer(store) == Array(0..<600))
            #expect(try await tracks.answer(store, .last(.seconds(100))) == Array(499..<600))
            #expect(try await tracks.answer(store, .since(TrackTrips.time(590))) == Array(590..<600))
        }
        #expect(tracks.directory.names == (storage == .disk ? ["track"] : []))
        #expect(tracks.log.lines.isEmpty)
    }

    @Test("what was kept on disk is there after a restart, and the last fix too")
    func restart() async throws {
        let first = tracks.store(.disk)
        try await tracks.running(first) { tracks.offer(0..<100, to: first) }
        let second = tracks.store(.disk)
        try await tracks.running(second) { () async throws in
            #expect(try await tracks.answer(second) == Array(0..<100))
            // The receiver has told no time since the start: the newest point tells it.
            #expect(try await tracks.answer(second, .last(.seconds(10))) == Array(89..<100))
        }
    }

    @Test(
        "a full disk: the daemon goes on, the newest points wait, one line a minute, and all is written later (fault 38)"
    )
    func diskFull() async throws {
        let small = try await SmallFileSystem.orCancel(kilobytes: 64)
        try Data(count: 52 << 10).write(to: URL(filePath: small.path + "/filler"))
        let store = tracks.store(.disk, in: small.path)
        try await tracks.running(store) { () async throws in
            for minute in 0..<10 {
                tracks.offer(minute * 60..<minute * 60 + 30, to: store)
                store.write()
                tracks.offer(minute * 60 + 30..<minute * 60 + 60, to: store)
                store.write()
            }
            let complaints = tracks.log.lines.filter { $0.contains("No space left on device") }
            #expect((2...10).contains(complaints.count), "\(tracks.log.lines)")
            #expect(try await tracks.answer(store) == Array(0..<600))
            unlink(small.path + "/filler")
            store.write()
            #expect(tracks.log.lines.last == "notice: track written again")
            #expect(try await tracks.answer(store) == Array(0..<600))
        }
        #expect(try TrackFiles(in: small.path).load(at: at(0)).complaints.isEmpty)
    }

    @Test("a file system that turns read-only, and back (fault 39)")
    func readOnly() async throws {
        let small = try await SmallFileSystem.orCancel(kilobytes: 256)
        let store = tracks.store(.disk, in: small.path)
        try await tracks.running(store) { () async throws in
            tracks.offer(0..<100, to: store)
            store.write()
            do {
                try await small.remount(readOnly: true)
            } catch {
                try Test.cancel("this machine cannot make it read-only: \(error)")
            }
            tracks.offer(100..<200, to: store)
            store.write()
            store.write()
            #expect(
                tracks.log.lines.count == 1 && tracks.log.lines[0].contains("Read-only file system"),
                "\(tracks.log.lines)")
            #expect(try await tracks.answer(store) == Array(0..<200))
            try await small.remount(readOnly: false)
            store.write()
            #expect(tracks.log.lines.last == "notice: track written again")
            #expect(try await tracks.answer(store) == Array(0..<200))
        }
    }

    @Test(
        "killed at any moment, the track can be read, and nothing that was written is missing (fault 36)",
        arguments: 0..<20)
    func killed(seed: Int) async throws {
        let (path, size) = (tracks.directory.path, 65_536)
        var before = 0
        for round in 0..<3 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, size = size as Int, seed = seed as Int, round = round as Int] in
                var random = SeededRandom(seed: UInt64(seed * 100 + round))
                let files = TrackFiles(in: path)
                var journal = TrackJournal(in: files, maximumAge: .seconds(86_400), maximumSizeInBytes: size)
                journal.takeOver(try files.load(at: at(0)))
                var count = journal.allPoints.last.map { TrackTrips.number(of: $0) + 1 } ?? 0
                let microseconds = UInt32.random(in: 0...30_000, using: &random)
                Thread.detachNewThread {
                    usleep(microseconds)
                    kill(getpid(), SIGKILL)
                }
                let acknowledged = open(path + "/acknowledged", O_WRONLY | O_CREAT, 0o600)
                while true {
                    let batch = Int.random(in: 1...60, using: &random)
                    var records = TrackTrips.records(count..<count + batch)
                    try journal.append(&records, at: at(0))
                    count += batch
                    withUnsafeBytes(of: count) { _ = pwrite(acknowledged, $0.baseAddress, $0.count, 0) }
                }
            }
            let files = TrackFiles(in: path)
            var journal = TrackJournal(in: files, maximumAge: .seconds(86_400), maximumSizeInBytes: size)
            let found = try files.load(at: at(0))
            #expect(found.complaints.isEmpty)
            journal.takeOver(found)
            let kept = journal.allPoints.map(TrackTrips.number)
            let count = (kept.last ?? -1) + 1
            #expect(kept == Array(count - kept.count..<count))
            #expect(count >= before && journal.chunks.byteCount <= size)
            let bytes = FileManager.default.contents(atPath: path + "/acknowledged")
            let acknowledged = bytes.map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } } ?? 0
            #expect(count >= acknowledged)
            before = count
        }
    }
}
