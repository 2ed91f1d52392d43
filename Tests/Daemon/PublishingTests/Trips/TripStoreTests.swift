import Files
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Synchronization
import TestConditions
import TestSupport
import Testing

@Suite("Keeping trips (fault 91)")
struct TripStoreTests {
    private func store(_ storage: TripStorage, _ directory: TemporaryDirectory) -> TripStore {
        TripStore(
            TripStoreSettings(storage: storage, maximumAge: .seconds(86_400 * 100)), directory: directory.path,
            now: { at(1000) }, log: LogRecorder().logger)
    }

    /// Lets a store run while a test asks it.
    private func running<Result: Sendable>(
        _ store: TripStore, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task { await store.run() }
        defer { task.cancel() }
        while (try? await list(store)) == nil { try await Task.sleep(for: .milliseconds(5)) }
        let result = try await body()
        task.cancel()
        await task.value
        return result
    }

    private func count(_ store: TripStore) async throws -> Int {
        try await running(store) { try await list(store).count }
    }

    /// A detector that has been on so many trips, ten kilometres each, and may be at the end of another one.
    private func memory(
        trips count: Int, daysBetween days: Double = 0, isUnderway: Bool = false
    ) throws -> MonitoringMemory {
        var detector = TripDetector(box: "test")
        var seconds = 100.0
        func fix(_ east: Double) -> Location {
            Location(
                coordinate: Coordinate(clampingLatitude: 0, wrappingLongitude: east / 111_195), horizontalAccuracy: 5,
                timestamp: Timestamp(secondsSinceEpoch: 1_795_204_800 + Int64(seconds)),
                receivedAt: BootInstant(sinceBoot: .seconds(seconds)))
        }
        for trip in 0..<(isUnderway ? count + 1 : count) {
            for second in 0..<500 {
                seconds += 1
                _ = detector.accepted(fix(Double(trip * 10_000 + second * 20)))
            }
            for _ in 0..<700 where trip < count {
                seconds += 1
                _ = detector.accepted(fix(Double(trip * 10_000 + 10_000)))
            }
            seconds += days * 86_400
        }
        #expect(detector.memory.recent.count == min(count, TripDetector.mostRecent))
        #expect((detector.memory.current != nil) == isUnderway)
        return MonitoringMemory(trips: detector.memory)
    }

    private func publication(_ memory: MonitoringMemory) -> Publication {
        Publication(snapshot: Snapshots.cupertino, events: [], memory: memory)
    }

    /// The lines that `trips` answers.
    private func list(_ store: TripStore) async throws -> [String] {
        guard case .pieces(_, let pieces) = store.reply(to: TripsRequest.list(since: .all), from: 0) else { return [] }
        let lines = Lines()
        try await pieces { bytes in
            await lines.add(bytes)
            return true
        }
        return await lines.text.split(separator: "\n").map(String.init)
    }

    private actor Lines {
        var text = ""
        func add(_ bytes: [UInt8]) { text += String(decoding: bytes, as: UTF8.self) }
    }

    @Test("a trip is in the answer, and in the next run's, once")
    func keeps() async throws {
        let directory = try TemporaryDirectory()
        let memory = try memory(trips: 3)
        let first = store(.disk, directory)
        first.offer(publication(memory))
        first.write()
        first.offer(publication(memory))
        first.write()
        #expect(try await count(first) == 3)
        let second = store(.disk, directory)
        second.takeOver(memory)
        second.write()
        #expect(try await count(second) == 3)
    }

    @Test("a trip that had ended when the power went, and was not written, is written by the next run")
    func lostWrite() async throws {
        let directory = try TemporaryDirectory()
        let first = store(.disk, directory)
        first.offer(publication(try memory(trips: 2)))
        first.write()
        let second = store(.disk, directory)
        second.takeOver(try memory(trips: 3))
        second.write()
        #expect(try await count(second) == 3)
    }

    @Test("a trip that was too old does not come back with the next start; one that was not written does")
    func forgotten() async throws {
        let directory = try TemporaryDirectory()
        let trips = try #require(try memory(trips: 12, daysBetween: 20).trips).recent
        var journal = try TripJournal(in: TripFiles(in: directory.path), retention: .seconds(86_400 * 100))
        for trip in trips {
            _ = try journal.add(trip, at: trip.end.timestamp)
            try journal.removeExpired(at: trip.end.timestamp)
        }
        let kept = journal.identities.count
        #expect(kept < trips.count)
        let next = store(.disk, directory)
        next.takeOver(try memory(trips: 13, daysBetween: 20))
        next.write()
        #expect(try await count(next) == kept + 1)
    }

    @Test("a trip that ended while something else was being written is in the answer to whoever has heard of its end")
    func writing() async throws {
        let store = store(.memory, try TemporaryDirectory())
        let count = try await running(store) {
            store.intake.withLock { $0?.isWriting = true }
            store.offer(publication(try memory(trips: 1)))
            return try await list(store).count
        }
        #expect(count == 1)
    }

    @Test("a trip that ends while the answer is made is in it once")
    func endsMeanwhile() async throws {
        let store = store(.memory, try TemporaryDirectory())
        store.offer(publication(try memory(trips: 1)))
        // As it was when the list was asked for.
        store.offer(publication(try memory(trips: 0, isUnderway: true)))
        #expect(try await count(store) == 1)
    }

    @Test("without Keep= nothing is written, and what is there stays")
    func off() async throws {
        let directory = try TemporaryDirectory()
        let none = store(.no, directory)
        none.offer(publication(try memory(trips: 1)))
        none.write()
        #expect(!AtomicFile(directory: directory.path, name: "trips", mode: 0o700).exists)
        await #expect(throws: RequestError.noTrips) { try await list(none) }
        let kept = store(.disk, directory)
        kept.offer(publication(try memory(trips: 1)))
        kept.write()
        let off = store(.no, directory)
        off.write()
        #expect(AtomicFile(directory: directory.path, name: "trips", mode: 0o700).exists)
    }

    @Test("in memory, trips are told until the daemon ends")
    func inMemory() async throws {
        let directory = try TemporaryDirectory()
        let kept = store(.memory, directory)
        kept.offer(publication(try memory(trips: 2)))
        kept.write()
        #expect(try await count(kept) == 2)
        #expect(!AtomicFile(directory: directory.path, name: "trips", mode: 0o700).exists)
    }

    @Test("a label is told with its trip")
    func label() async throws {
        let directory = try TemporaryDirectory()
        let kept = store(.disk, directory)
        let memory = try memory(trips: 1)
        kept.offer(publication(memory))
        kept.write()
        let id = try #require(memory.trips?.recent.first?.id)
        let request = try TripsRequest(parsing: "label \(id) business to the customer")
        try await running(kept) {
            guard case .later(_, let answer) = kept.reply(to: request, from: 1000) else {
                Issue.record("that is not answered later")
                return
            }
            #expect(String(decoding: try await answer().bytes, as: UTF8.self).contains(#""class":"business""#))
            #expect(try await list(kept)[0].contains(#""note":"to the customer""#))
            let more = try TripsRequest(parsing: "label \(id) - paid")
            guard case .later(_, let noted) = kept.reply(to: more, from: 1000) else {
                Issue.record("that is not answered later")
                return
            }
            let text = String(decoding: try await noted().bytes, as: UTF8.self)
            #expect(text.contains(#""class":"business""#) && text.contains(#""note":"paid""#), "\(text)")
            let nothing = try TripsRequest(parsing: "show nothing")
            guard case .later(_, let other) = kept.reply(to: nothing, from: 0) else {
                Issue.record("that is not answered later")
                return
            }
            await #expect(throws: RequestError.unknownTrip("nothing")) { try await other() }
        }
    }

    @Test("requests are read, and what is none is not")
    func requests() throws {
        #expect(try TripsRequest(parsing: "") == .list(since: .all))
        #expect(try TripsRequest(parsing: "since 30d") == .list(since: .last(.seconds(30 * 86_400))))
        #expect(try TripsRequest(parsing: "label a - a note") == .label(id: "a", TripLabel(note: "a note")))
        for wrong in ["since", "since yesterday", "show", "label a", "label a -", "verify a b", "all"] {
            #expect(throws: RequestError.self, "\(wrong)") { try TripsRequest(parsing: wrong) }
        }
    }
}
