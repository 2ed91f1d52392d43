import Foundation
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

@Suite("How long the track is kept", .timeLimit(.minutes(2)), .tags(.waits))
struct TrackRetentionTests {
    private let tracks: TrackStores

    init() throws { tracks = try TrackStores() }

    @Test("without Keep= there is no track, and what an earlier run has kept is removed")
    func switchedOff() async throws {
        let kept = tracks.store(.disk)
        try await tracks.running(kept) { tracks.offer(0..<100, to: kept) }
        #expect(tracks.directory.names == ["track"])
        let none = tracks.store(.none)
        try await tracks.running(none) { () async throws in
            tracks.offer(100..<200, to: none)
            #expect(try await none.reading(.all) == nil)
            #expect(try await none.clear() == nil)
        }
        #expect(tracks.directory.names.isEmpty)
    }

    @Test("a reload takes effect at once: none forgets and removes, disk begins, a smaller size removes the oldest")
    func reload() async throws {
        let store = tracks.store(.disk, size: 1 << 20)
        try await tracks.running(store) { () async throws in
            tracks.offer(0..<5000, to: store)
            await store.configure(tracks.retention(.disk, size: 65_536))
            let kept = try await tracks.answer(store)
            #expect(kept.count < 2500 && kept.last == 4999)
            await store.configure(tracks.retention(.none))
            #expect(tracks.directory.names.isEmpty)
            #expect(try await store.reading(.all) == nil)
            await store.configure(tracks.retention(.memory))
            tracks.offer(5000..<5010, to: store)
            #expect(try await tracks.answer(store) == Array(5000..<5010))
            #expect(tracks.directory.names.isEmpty)
        }
    }

    @Test(
        "clear forgets everything: on disk, what waits, and the way that is under way",
        arguments: [TrackStorage.memory, .disk])
    func clear(storage: TrackStorage) async throws {
        let store = tracks.store(storage)
        try await tracks.running(store) { () async throws in
            tracks.offer(0..<50, to: store)
            store.write()
            tracks.offer(50..<100, to: store)
            #expect(try await store.clear() == 99)  // The last fix is not yet a point.
            #expect(try await tracks.answer(store).isEmpty)
            tracks.offer(100..<110, to: store)
            #expect(try await tracks.answer(store) == Array(100..<110))
        }
    }

    @Test("what is too old goes, also when nothing comes any more")
    func age() async throws {
        let store = tracks.store(.disk, age: .seconds(800))
        try await tracks.running(store) { () async throws in
            tracks.offer(0..<500, to: store)
            store.write()
            tracks.clock.set(to: 1301)
            store.write()
            #expect(try await tracks.answer(store) == [499])  // Where the box still is.
            let files = try FileManager.default.contentsOfDirectory(atPath: tracks.directory.file("track"))
            #expect(files.isEmpty)
        }
    }

    @Test(
        "points that came before the receiver knew the time are in the track, and not in what is asked for since a time"
    )
    func undatedStart() async throws {
        let store = tracks.store(.memory)
        try await tracks.running(store) { () async throws in
            // Long enough for the receiver's time to be believed: from then on what is too old is left out.
            for number in 0..<700 {
                tracks.clock.set(to: Double(number))
                let fix = TrackTrips.fix(number, at: Double(number), timestamp: number < 60 ? .some(nil) : nil)
                store.offer(TrackTrips.publication(fix, at: Double(number)))
            }
            store.write()
            let (all, since) = (
                try await tracks.points(store, .all), try await tracks.points(store, .since(TrackTrips.time(0)))
            )
            #expect(all.prefix(40).allSatisfy { $0.timestamp == nil } && all.count > since.count)
            #expect(since.count > 630 && since.allSatisfy { $0.timestamp != nil })
        }
    }

    @Test("a reader of the last minutes of a long track does not hold up its writing")
    func longTrack() async throws {
        let store = tracks.store(.memory, age: .seconds(1e7), size: 1 << 20)
        try await tracks.running(store) { () async throws in
            tracks.offer(0..<25_000, to: store)
            store.write()
            var reading = try #require(try await store.reading(.last(.seconds(100))))
            var (batches, points) = (0, 0)
            while true {
                let lines: [UInt8]?
                (lines, reading) = try await store.lines(of: reading)
                guard let lines else { break }
                (batches, points) = (batches + 1, points + lines.count { $0 == UInt8(ascii: "\n") })
            }
            #expect(points == 101)
            // The chunks before the last are not looked at: one has 4,096 points.
            #expect(batches <= 4096 / TrackReading.pointsAtOnce + 2)
        }
    }

    @Test("once the receiver's time is known, a reader gets nothing that is too old to the second")
    func exactAge() async throws {
        let store = tracks.store(.memory, age: .seconds(1000))
        try await tracks.running(store) { () async throws in
            tracks.offer(0..<1100, to: store)
            store.write()
            #expect(try await tracks.answer(store).first == 99)
        }
    }
}
