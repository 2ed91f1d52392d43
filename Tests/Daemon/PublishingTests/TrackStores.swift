import Foundation
import PlacemarkModel
@testable import Publishing
import TestConditions
import Synchronization
import TestSupport
import Testing

/// Stores of a track as tests need them, with one directory, one log and one clock, which goes on with the fixes.
struct TrackStores {
    let directory: TemporaryDirectory
    let log = LogRecorder()
    let clock = Clock()

    init() throws { directory = try TemporaryDirectory() }

    /// The boot-time clock of a test.
    final class Clock: Sendable {
        private let seconds = Mutex(0.0)
        var now: BootInstant { at(seconds.withLock(\.self)) }

        func set(to seconds: Double) { self.seconds.withLock { $0 = seconds } }
    }

    func store(
        _ storage: TrackStorage, age: Duration = .seconds(86_400), size: Int = 65_536, in path: String? = nil
    ) -> TrackStore {
        TrackStore(
            retention(storage, age: age, size: size), directory: path ?? directory.path, now: { [clock] in clock.now },
            log: log.logger)
    }

    func retention(_ storage: TrackStorage, age: Duration = .seconds(86_400), size: Int = 65_536)
        -> TrackRetention
    { TrackRetention(storage: storage, maximumAge: age, maximumSizeInBytes: size) }

    /// Offers a fix a second, each of which is a point.
    func offer(_ numbers: Range<Int>, to store: TrackStore) {
        for number in numbers {
            clock.set(to: Double(number))
            store.offer(TrackTrips.publication(TrackTrips.fix(number, at: Double(number)), at: Double(number)))
        }
    }

    /// Runs the store while `body` does.
    func running(_ store: TrackStore, _ body: () async throws -> Void) async throws {
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

    /// The points that a reader gets.
    func points(_ store: TrackStore, _ query: TrackQuery) async throws -> [TrackPoint] {
        var reading = try #require(try await store.reading(query))
        var points: [TrackPoint] = []
        while true {
            let lines: [UInt8]?
            (lines, reading) = try await store.lines(of: reading)
            guard let lines else { return points }
            for line in lines.split(separator: UInt8(ascii: "\n")) {
                points.append(try JSONDecoder().decode(TrackPoint.self, from: Data(line)))
            }
        }
    }

    /// The seconds of all points that a reader gets.
    func answer(_ store: TrackStore, _ query: TrackQuery = .all) async throws -> [Int] {
        var reading = try #require(try await store.reading(query))
        var seconds: [Int] = []
        while true {
            let lines: [UInt8]?
            (lines, reading) = try await store.lines(of: reading)
            guard let lines else { return seconds }
            for line in lines.split(separator: UInt8(ascii: "\n")) {
                let point = try JSONDecoder().decode(TrackPoint.self, from: Data(line))
                seconds.append(Int(try #require(point.timestamp).duration(since: TrackTrips.epoch).inSeconds))
            }
        }
    }
}
