import Foundation
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Synchronization
import TestConditions
import TestSupport
import Testing

@Suite("The ship's log")
struct ShipsLogTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A store on the way of a box, with a clock of its own.
    private final class Voyage: Sendable {
        /// Since the boot.
        private final class Seconds: Sendable { let value = Mutex(100.0) }

        let store: TripStore
        private let seconds = Seconds()
        private let detector = Mutex(TripDetector(box: "test"))
        private let lastFix = Mutex<Location?>(nil)

        init(_ storage: TripStorage, in directory: TemporaryDirectory) {
            store = TripStore(
                TripStoreSettings(
                    storage: storage, maximumAge: .seconds(86_400 * 100), logInterval: .seconds(3600)),
                directory: directory.path,
                now: { [seconds] in BootInstant(sinceBoot: .seconds(seconds.value.withLock { $0 })) },
                log: LogRecorder().logger)
        }

        /// Goes on where another voyage is, after a restart of the daemon.
        ///
        /// - Parameter memory: what that one has saved.
        convenience init(after earlier: Voyage, saved memory: TripDetector.Memory, in directory: TemporaryDirectory) {
            self.init(.disk, in: directory)
            let (now, east) = (earlier.seconds.value.withLock { $0 }, earlier.way.withLock { $0 })
            seconds.value.withLock { $0 = now }
            way.withLock { $0 = east }
            detector.withLock { $0.restore(memory) }
            store.takeOver(MonitoringMemory(trips: memory))
        }

        /// What the next run has to know.
        var memory: TripDetector.Memory { detector.withLock { $0.memory } }

        /// No fix comes for so many minutes, while the box sails on.
        func sailUnseen(minutes: Int, metersPerSecond speed: Double) {
            let now = seconds.value.withLock { seconds in
                seconds += Double(minutes) * 60
                return BootInstant(sinceBoot: .seconds(seconds))
            }
            for _ in 0..<minutes { _ = east(speed) }
            detector.withLock { _ = $0.advance(to: now) }
            var snapshot = Snapshots.cupertino
            snapshot.location = lastFix.withLock { $0 }
            store.offer(Publication(snapshot: snapshot, events: [], memory: MonitoringMemory(trips: memory)))
        }

        /// A fix each minute, for so many minutes, from midnight in UTC on.
        func sail(minutes: Int, metersPerSecond speed: Double) {
            for _ in 0..<minutes {
                let elapsed = seconds.value.withLock { seconds in
                    seconds += 60
                    return seconds - 160
                }
                let fix = Location(
                    coordinate: Coordinate(clampingLatitude: 0, wrappingLongitude: east(speed) / 111_195),
                    horizontalAccuracy: 5, speed: speed, course: 90,
                    timestamp: Timestamp(secondsSinceEpoch: 1_795_132_800 + Int64(elapsed)),
                    receivedAt: BootInstant(sinceBoot: .seconds(elapsed + 160)))
                lastFix.withLock { $0 = fix }
                let (memory, odometer) = detector.withLock { detector in
                    _ = detector.accepted(fix)
                    return (detector.memory, detector.odometer)
                }
                var snapshot = Snapshots.cupertino
                (snapshot.location, snapshot.odometerInMeters) = (fix, odometer)
                store.offer(Publication(snapshot: snapshot, events: [], memory: MonitoringMemory(trips: memory)))
            }
            store.write()
        }

        private let way = Mutex(0.0)
        private func east(_ speed: Double) -> Double {
            way.withLock { way in
                way += speed * 60
                return way
            }
        }

        func log(since: String = "") async throws -> [ShipsLogEntry] {
            let request = try LogRequest(parsing: since.isEmpty ? "" : "since \(since)")
            guard case .pieces(_, let pieces) = store.reply(to: request, from: 0) else { return [] }
            let lines = Mutex<[UInt8]>([])
            try await pieces { bytes in
                lines.withLock { $0 += bytes }
                return true
            }
            return try lines.withLock { $0 }.split(separator: UInt8(ascii: "\n")).map {
                try JSONDecoder().decode(ShipsLogEntry.self, from: Data($0))
            }
        }

        func add(_ remark: String, from user: UInt32) async throws {
            guard case .later(_, let answer) = store.reply(to: try LogRequest(parsing: "add \(remark)"), from: user)
            else {
                Issue.record("that is not answered later")
                return
            }
            _ = try await answer()
        }
    }

    private func running(_ voyage: Voyage, _ body: @Sendable () async throws -> Void) async throws {
        let task = Task { await voyage.store.run() }
        while (try? await voyage.log()) == nil { try await Task.sleep(for: .milliseconds(5)) }
        try await body()
        task.cancel()
        await task.value
    }

    @Test("each hour under way has an entry, with place and time, course and speed, and the way so far")
    func hours() async throws {
        let voyage = Voyage(.disk, in: directory)
        // At a mooring for 20 minutes, under way until 02:30, and moored again until 05:00.
        voyage.sail(minutes: 20, metersPerSecond: 0)
        voyage.sail(minutes: 130, metersPerSecond: 3)
        voyage.sail(minutes: 150, metersPerSecond: 0)
        try await running(voyage) {
            let entries = try await voyage.log()
            #expect(
                entries.map { "\($0.timestamp.map(\.description) ?? "")".prefix(16) } == [
                    "2026-11-20T01:00", "2026-11-20T02:00",
                ])
            #expect(
                entries.allSatisfy { $0.course == 90 && $0.speed == 3 && $0.place == "Cupertino" && $0.remark == nil })
            #expect(entries.allSatisfy { $0.trip != nil && $0.positionAge == nil && $0.utcOffset == -28_800 })
            let way = entries.compactMap(\.odometer)
            #expect(way.count == 2 && way[1] > way[0])
            #expect(try await voyage.log(since: "2026-11-20T01:30:00Z").count == 1)
        }
    }

    /// The hours and minutes at which the log has entries, by the receiver's clock.
    private func times(_ entries: [ShipsLogEntry]) -> [String] {
        entries.map { String(($0.timestamp?.description ?? "").prefix(16).suffix(5)) }
    }

    @Test("an hour that begins while the daemon is stopped has its entry with the first fix, and none comes twice")
    func restart() async throws {
        let first = Voyage(.disk, in: directory)
        first.sail(minutes: 58, metersPerSecond: 3)
        let second = Voyage(after: first, saved: first.memory, in: directory)
        // The trip seems to have ended, until there is a fix.
        second.sailUnseen(minutes: 7, metersPerSecond: 3)
        #expect(second.memory.current?.state == .provisional)
        second.sail(minutes: 60, metersPerSecond: 3)
        let third = Voyage(after: second, saved: second.memory, in: directory)
        third.sail(minutes: 10, metersPerSecond: 3)
        try await running(third) {
            let entries = try await third.log()
            #expect(times(entries) == ["01:05", "02:00"])
            #expect(entries.allSatisfy { $0.positionAge == nil && $0.trip == third.memory.current?.id })
        }
    }

    @Test("a daemon that is killed after the entry of an hour, and has saved nothing since, does not write it again")
    func kill() async throws {
        let first = Voyage(.disk, in: directory)
        first.sail(minutes: 60, metersPerSecond: 3)
        let saved = first.memory
        first.sail(minutes: 2, metersPerSecond: 3)
        let second = Voyage(after: first, saved: saved, in: directory)
        second.sail(minutes: 70, metersPerSecond: 3)
        try await running(second) {
            let entries = try await second.log()
            #expect(times(entries) == ["01:00", "02:00"])
        }
    }

    @Test("an hour that begins while the receiver is silent has its entry with the first fix after it")
    func silence() async throws {
        let voyage = Voyage(.disk, in: directory)
        voyage.sail(minutes: 58, metersPerSecond: 3)
        voyage.sailUnseen(minutes: 7, metersPerSecond: 3)
        #expect(voyage.memory.current?.state == .provisional)
        voyage.sail(minutes: 10, metersPerSecond: 3)
        try await running(voyage) {
            let entries = try await voyage.log()
            #expect(times(entries) == ["01:05"])
        }
    }

    @Test("a remark has the last position and who has made it, is there after a restart, and the journal is whole")
    func remarks() async throws {
        let first = Voyage(.disk, in: directory)
        first.sail(minutes: 100, metersPerSecond: 3)
        try await running(first) { try await first.add("reefed the main, wind SW 6", from: 1000) }
        let second = Voyage(.disk, in: directory)
        try await running(second) {
            let entries = try await second.log()
            #expect(entries.map(\.remark) == [nil, "reefed the main, wind SW 6"])
            #expect(entries.last?.by == 1000 && entries.last?.coordinate != nil)
            // Nothing is known of this run yet.
            try await second.add("cold", from: 0)
            let last = try #require(try await second.log().last)
            #expect(last.remark == "cold" && last.coordinate == nil && last.timestamp == nil)
            let request = try TripsRequest(parsing: "verify")
            guard case .later(_, let answer) = second.store.reply(to: request, from: 0) else {
                Issue.record("that is not answered later")
                return
            }
            let verification = try JSONDecoder().decode(TripsVerification.self, from: Data(try await answer().bytes))
            #expect(verification.isWhole && verification.entries == 3)
        }
    }

    @Test("where no trips are kept there is no log, and a remark is an error")
    func off() async throws {
        let voyage = Voyage(.no, in: directory)
        voyage.sail(minutes: 100, metersPerSecond: 3)
        await #expect(throws: RequestError.noTrips) { try await voyage.log() }
        await #expect(throws: RequestError.noTrips) { try await voyage.add("a remark", from: 0) }
    }

    @Test("requests are read, and what is none is not")
    func requests() throws {
        #expect(try LogRequest(parsing: "") == .list(since: .all))
        #expect(try LogRequest(parsing: "add since the storm") == .add(remark: "since the storm"))
        let long = String(repeating: "a", count: ShipsLogEntry.longestRemark + 1)
        for wrong in ["since", "since yesterday", "add", "add \(long)", "all", "remove 1"] {
            #expect(throws: RequestError.self, "\(wrong)") { try LogRequest(parsing: wrong) }
        }
    }
}
