import Foundation
import Logging
import PlacemarkCore
@testable import Publishing
import Synchronization
import TestSupport
import Testing

@Suite("The track, kept", .timeLimit(.minutes(2)))
struct TrackStoreTests {
    private let directory: TemporaryDirectory
    private let log = LogRecorder()
    private let clock = Clock()

    init() throws { directory = try TemporaryDirectory() }

    /// The boot-time clock of a test.
    private final class Clock: Sendable {
        let seconds = Mutex(0.0)
        var now: BootInstant { at(seconds.withLock(\.self)) }
    }

    private func store(
        _ storage: TrackStorage, age: Duration = .seconds(86_400), size: Int = 65_536, in path: String? = nil
    ) -> TrackStore {
        TrackStore(
            retention(storage, age: age, size: size), directory: path ?? directory.path, now: { [clock] in clock.now },
            log: log.logger)
    }

    private func retention(_ storage: TrackStorage, age: Duration = .seconds(86_400), size: Int = 65_536)
        -> TrackRetention
    { TrackRetention(storage: storage, maximumAge: age, maximumSizeInBytes: size) }

    /// Offers a fix a second, each of which is a point.
    private func offer(_ numbers: Range<Int>, to store: TrackStore) {
        for number in numbers {
            clock.seconds.withLock { $0 = Double(number) }
            store.offer(TrackTrips.publication(TrackTrips.fix(number, at: Double(number)), at: Double(number)))
        }
    }

    /// Runs the store while `body` does.
    private func running(_ store: TrackStore, _ body: () async throws -> Void) async throws {
        let task = Task { await store.run() }
        // The thread is there when it answers.
        let isReady = await poll(atMost: .seconds(10)) {
            do throws(RequestError) {
                _ = try await store.reading(.all)
                return true
            } catch {
                return false
            }
        }
        #expect(isReady)
        try await body()
        task.cancel()
        await task.value
    }

    /// The seconds of all points that a reader gets.
    private func answer(_ store: TrackStore, _ query: TrackQuery = .all) async throws -> [Int] {
        var reading = try #require(try await store.reading(query))
        var seconds: [Int] = []
        while true {
            let lines: [UInt8]
            (lines, reading) = try await store.lines(of: reading)
            if lines.isEmpty { return seconds }
            for line in lines.split(separator: UInt8(ascii: "\n")) {
                let point = try JSONDecoder().decode(TrackPoint.self, from: Data(line))
                seconds.append(Int(try #require(point.timestamp).duration(since: TrackTrips.epoch).inSeconds))
            }
        }
    }

    @Test("the way up to the last fix is answered, written or not", arguments: [TrackStorage.memory, .disk])
    func answers(storage: TrackStorage) async throws {
        let store = store(storage)
        try await running(store) { () async throws in
            offer(0..<300, to: store)
            #expect(try await answer(store) == Array(0..<300))
            store.write()
            offer(300..<600, to: store)
            #expect(try await answer(store) == Array(0..<600))
            #expect(try await answer(store, .last(.seconds(100))) == Array(499..<600))
            #expect(try await answer(store, .since(TrackTrips.time(590))) == Array(590..<600))
        }
        #expect(directory.names == (storage == .disk ? ["track"] : []))
        #expect(log.lines.isEmpty)
    }

    @Test("what was kept on disk is there after a restart, and the last fix too")
    func restart() async throws {
        let first = store(.disk)
        try await running(first) { offer(0..<100, to: first) }
        let second = store(.disk)
        try await running(second) { () async throws in
            #expect(try await answer(second) == Array(0..<100))
            // The receiver has told no time since the start: the newest point tells it.
            #expect(try await answer(second, .last(.seconds(10))) == Array(89..<100))
        }
    }

    @Test("without Keep= there is no track, and what an earlier run has kept is removed")
    func switchedOff() async throws {
        let kept = store(.disk)
        try await running(kept) { offer(0..<100, to: kept) }
        #expect(directory.names == ["track"])
        let none = store(.none)
        try await running(none) { () async throws in
            offer(100..<200, to: none)
            #expect(try await none.reading(.all) == nil)
            #expect(try await none.clear() == nil)
        }
        #expect(directory.names.isEmpty)
    }

    @Test("a reload takes effect at once: none forgets and removes, disk begins, a smaller size removes the oldest")
    func reload() async throws {
        let store = store(.disk, size: 1 << 20)
        try await running(store) { () async throws in
            offer(0..<5000, to: store)
            await store.configure(retention(.disk, size: 65_536))
            let kept = try await answer(store)
            #expect(kept.count < 2500 && kept.last == 4999)
            await store.configure(retention(.none))
            #expect(directory.names.isEmpty)
            #expect(try await store.reading(.all) == nil)
            await store.configure(retention(.memory))
            offer(5000..<5010, to: store)
            #expect(try await answer(store) == Array(5000..<5010))
            #expect(directory.names.isEmpty)
        }
    }

    @Test(
        "clear forgets everything: on disk, what waits, and the way that is under way",
        arguments: [TrackStorage.memory, .disk])
    func clear(storage: TrackStorage) async throws {
        let store = store(storage)
        try await running(store) { () async throws in
            offer(0..<50, to: store)
            store.write()
            offer(50..<100, to: store)
            #expect(try await store.clear() == 99)  // The last fix is not yet a point.
            #expect(try await answer(store).isEmpty)
            offer(100..<110, to: store)
            #expect(try await answer(store) == Array(100..<110))
        }
    }

    @Test("what is too old goes, also when nothing comes any more")
    func age() async throws {
        let store = store(.disk, age: .seconds(800))
        try await running(store) { () async throws in
            offer(0..<500, to: store)
            store.write()
            clock.seconds.withLock { $0 = 1301 }
            store.write()
            #expect(try await answer(store) == [499])  // Where the box still is.
            let files = try FileManager.default.contentsOfDirectory(atPath: directory.file("track"))
            #expect(files.isEmpty)
        }
    }

    @Test("once the receiver's time is known, a reader gets nothing that is too old to the second")
    func exactAge() async throws {
        let store = store(.memory, age: .seconds(1000))
        try await running(store) { () async throws in
            offer(0..<1100, to: store)
            store.write()
            #expect(try await answer(store).first == 99)
        }
    }

    @Test(
        "a full disk: the daemon goes on, the newest points wait, one line a minute, and all is written later (fault 38)"
    )
    func diskFull() async throws {
        guard let small = try await SmallFileSystem.ifPermitted(kilobytes: 64) else { return }
        try Data(count: 52 << 10).write(to: URL(filePath: small.path + "/filler"))
        let store = store(.disk, in: small.path)
        try await running(store) { () async throws in
            for minute in 0..<10 {
                offer(minute * 60..<minute * 60 + 30, to: store)
                store.write()
                offer(minute * 60 + 30..<minute * 60 + 60, to: store)
                store.write()
            }
            let complaints = log.lines.filter { $0.contains("No space left on device") }
            #expect((2...10).contains(complaints.count), "\(log.lines)")
            #expect(try await answer(store) == Array(0..<600))
            unlink(small.path + "/filler")
            store.write()
            #expect(log.lines.last == "notice: track written again")
            #expect(try await answer(store) == Array(0..<600))
        }
        #expect(try TrackFiles(in: small.path).load(at: at(0)).complaints.isEmpty)
    }

    @Test("a file system that turns read-only, and back (fault 39)")
    func readOnly() async throws {
        guard let small = try await SmallFileSystem.ifPermitted(kilobytes: 256) else { return }
        let store = store(.disk, in: small.path)
        try await running(store) { () async throws in
            offer(0..<100, to: store)
            store.write()
            do { try await small.remount(readOnly: true) } catch { return print("not tested: \(error)") }
            offer(100..<200, to: store)
            store.write()
            store.write()
            #expect(log.lines.count == 1 && log.lines[0].contains("Read-only file system"), "\(log.lines)")
            #expect(try await answer(store) == Array(0..<200))
            try await small.remount(readOnly: false)
            store.write()
            #expect(log.lines.last == "notice: track written again")
            #expect(try await answer(store) == Array(0..<200))
        }
    }

    @Test(
        "killed at any moment, the track can be read, and nothing that was written is missing (fault 36)",
        arguments: 0..<20)
    func killed(seed: Int) async throws {
        let (path, size) = (directory.path, 65_536)
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
