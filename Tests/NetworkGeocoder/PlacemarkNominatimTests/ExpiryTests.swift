import Foundation
import Glibc
import PlacemarkModel
import Synchronization
import TestConditions
import TestSupport
import Testing

@testable import placemark_nominatim

/// What the files of answers no longer hold: they tell where the machine was.
@Suite("Forgotten answers", .tags(.waits))
struct ExpiryTests {
    private let directory: TemporaryDirectory
    private static let day = 86_400

    init() throws { directory = try TemporaryDirectory() }

    /// Seconds after 2026-11-23T00:00:00Z.
    private func at(_ seconds: Int) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: (1795392000 + Int64(seconds)) * 1_000_000_000)
    }

    private var place: FoundPlace {
        FoundPlace(
            placemark: Placemark(geocoder: "nominatim"),
            coordinate: Coordinate(clampingLatitude: 47, wrappingLongitude: 9))
    }

    private func opened(
        _ settings: PlaceCache.Settings = PlaceCache.Settings(), of asker: GeocodeAsker = .daemon
    ) -> PlaceCache {
        PlaceCache(settings, of: asker, directory: directory.path)
    }

    /// Whether a text is anywhere in the bytes of any file.
    private func isOnDisk(_ text: String) throws -> Bool {
        try directory.names.contains { name in
            try Data(contentsOf: URL(filePath: directory.file(name))).range(of: Data(text.utf8)) != nil
        }
    }

    @Test("an answer that has expired is no longer in the file")
    func expired() throws {
        let cache = opened()
        cache.store([place], for: "old key", at: at(0))
        cache.store([], for: "nowhere", at: at(0))
        cache.store([place], for: "new key", at: at(2 * Self.day))
        for key in ["old key", "nowhere", "new key"] { #expect(try isOnDisk(key)) }
        cache.deleteExpired(at: at(30 * Self.day), isClockSet: true)
        for key in ["old key", "nowhere"] { #expect(try !isOnDisk(key), "\(key)") }
        #expect(cache.figures.entries == 1)
        #expect(cache.places(for: "new key", at: at(30 * Self.day)) == [place])
    }

    @Test("a lifetime that is made shorter counts for the answers that are there already")
    func shorterLifetime() throws {
        opened().store([place], for: "old key", at: at(0))
        let cache = opened(PlaceCache.Settings(hitLifetime: .seconds(7 * Self.day)))
        cache.store([place], for: "new key", at: at(2 * Self.day))
        cache.deleteExpired(at: at(7 * Self.day), isClockSet: true)
        #expect(try !isOnDisk("old key"))
        #expect(cache.places(for: "new key", at: at(7 * Self.day)) == [place])
    }

    @Test(
        "the helper deletes at its start and each hour; what is from the future, only once the clock may be set",
        .timeLimit(.minutes(3)))
    func hourly() async throws {
        let (start, anHourLater) = (at(30 * Self.day), at(30 * Self.day + 3600))
        opened().store([place], for: "expired at the start", at: at(0))
        opened(of: .client).store([place], for: "expires soon", at: at(1800))
        opened().store([place], for: "from the future", at: at(31 * Self.day))
        opened().store([place], for: "good", at: start)
        let clock = StandingClock()
        let wallClock = Mutex(start)
        let service = TestedService.make(
            Asked(reply: TestedService.good), directory: directory, clock: clock,
            wallClock: { wallClock.withLock(\.self) })
        let expiry = Task { await service.deleteExpiredAnswers() }
        defer { expiry.cancel() }
        #expect(await poll(atMost: .seconds(5)) { clock.sleepers(within: .seconds(3600)) == 1 })
        #expect(try !isOnDisk("expired at the start"))
        for key in ["expires soon", "from the future", "good"] { #expect(try isOnDisk(key), "\(key)") }
        wallClock.withLock { $0 = anHourLater }
        clock.advance(by: .seconds(3600))
        #expect(await poll(atMost: .seconds(5)) { await service.health.cache.entries == 1 })
        for key in ["expires soon", "from the future"] { #expect(try !isOnDisk(key), "\(key)") }
        #expect(try isOnDisk("good"))
    }

    @Test("where there is to be no cache, no file of an earlier one stays, and there is nothing to clear")
    func noCache() throws {
        opened().store([place], for: "old key", at: at(0))
        try directory.write("cache.sqlite.damaged", "older key")
        #expect(try isOnDisk("old key"))
        let cache = opened(PlaceCache.Settings(maximumSizeInBytes: 0))
        #expect(directory.names.isEmpty)
        #expect(cache.clear() == 0)
        // What cannot be removed is not said to be forgotten.
        mkdir(directory.file("cache.sqlite"), 0o700)
        #expect(cache.clear() == nil)
    }

    @Test("a file that was set aside as damaged is forgotten with the others when the cache is cleared")
    func damaged() throws {
        try directory.write("cache.sqlite", "no database, but with an old key\n")
        let cache = opened()
        cache.store([place], for: "new key", at: at(0))
        #expect(try isOnDisk("old key"))
        #expect(cache.clear() == 1)
        for key in ["old key", "new key"] { #expect(try !isOnDisk(key), "\(key)") }
    }
}
