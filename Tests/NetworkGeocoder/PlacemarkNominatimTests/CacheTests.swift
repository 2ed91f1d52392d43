import Foundation
import Glibc
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import placemark_nominatim

@Suite("Cache", .tags(.waits))
struct CacheTests {
    /// Seconds after 2026-11-23T00:00:00Z.
    private func at(_ seconds: Int) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: (1795392000 + Int64(seconds)) * 1_000_000_000)
    }

    private func place(_ name: String) -> FoundPlace {
        var placemark = Placemark(geocoder: "nominatim")
        (placemark.name, placemark.attribution) = (name, "©")
        return FoundPlace(placemark: placemark, coordinate: Coordinate(clampingLatitude: 47, wrappingLongitude: 9))
    }

    @Test("an answer is used again for days, the one that there is nothing for minutes, also by the next process")
    func lifetimes() throws {
        let directory = try TemporaryDirectory()
        let settings = PlaceCache.Settings(hitLifetime: .seconds(86_400), missLifetime: .seconds(600))
        do {
            let cache = PlaceCache(settings, directory: directory.file("cache"))
            cache.store([place("a"), place("b")], for: "hit", at: at(0))
            cache.store([], for: "miss", at: at(0))
        }
        let cache = PlaceCache(settings, directory: directory.file("cache"))
        #expect(cache.figures.entries == 2)
        #expect(cache.places(for: "hit", at: at(86_399)) == [place("a"), place("b")])
        #expect(cache.places(for: "hit", at: at(86_400)) == nil)
        #expect(cache.places(for: "miss", at: at(599)) == [])
        #expect(cache.places(for: "miss", at: at(600)) == nil)
        #expect(cache.places(for: "other", at: at(0)) == nil)
        // A clock that was set back makes an answer of the future.
        #expect(cache.places(for: "hit", at: at(-10)) == nil)
        #expect(directory.mode("cache/cache.sqlite") == 0o600)
        #expect(cache.clear() == 2)
        #expect(cache.places(for: "hit", at: at(1)) == nil)
    }

    @Test("the file stays within its size, and the least recently used go first")
    func bounded() throws {
        let directory = try TemporaryDirectory()
        let cache = PlaceCache(.init(maximumSizeInBytes: 96 << 10), directory: directory.path)
        cache.store([place("favourite")], for: "favourite", at: at(0))
        for number in 0..<600 {
            let now = at(number * 60)
            cache.store([place("place \(number)")], for: "key \(number)", at: now)
            if number % 50 == 0 { _ = cache.places(for: "favourite", at: now) }
        }
        let size = try FileManager.default.attributesOfItem(atPath: directory.file("cache.sqlite"))[.size] as? Int
        #expect(try #require(size) <= 96 << 10)
        #expect(cache.places(for: "favourite", at: at(600 * 60)) != nil)
        #expect(cache.places(for: "key 599", at: at(600 * 60)) != nil)
        #expect(cache.places(for: "key 0", at: at(600 * 60)) == nil)
        #expect((100...500).contains(cache.figures.entries))
        #expect(cache.figures.failure == nil)
    }

    @Test("fault 59: a file that is damaged is set aside, and a new one begun", arguments: [0, 30, 4096, 5000, 9000])
    func damaged(_ offset: Int) throws {
        let directory = try TemporaryDirectory()
        do {
            let cache = PlaceCache(.init(), directory: directory.path)
            for number in 0..<100 { cache.store([place("\(number)")], for: "\(number)", at: at(0)) }
        }
        let path = directory.file("cache.sqlite")
        var bytes = try Data(contentsOf: URL(filePath: path))
        for index in offset..<min(offset + 200, bytes.count) { bytes[index] ^= 0xFF }
        try bytes.write(to: URL(filePath: path))
        let cache = PlaceCache(.init(), directory: directory.path)
        _ = cache.places(for: "5", at: at(1))
        cache.store([place("new")], for: "new", at: at(1))
        cache.store([place("new")], for: "new", at: at(1))
        #expect(cache.places(for: "new", at: at(2)) == [place("new")])
        #expect(cache.figures.failure == nil)
        if cache.figures.setAside > 0 { #expect(directory.names.contains("cache.sqlite.damaged")) }
    }

    @Test("fault 59: text, zeros, nothing and a directory in place of the file")
    func otherFiles() throws {
        for content in [Data("Dear diary\n".utf8), Data(count: 10_000), Data()] {
            let directory = try TemporaryDirectory()
            try content.write(to: URL(filePath: directory.file("cache.sqlite")))
            let cache = PlaceCache(.init(), directory: directory.path)
            cache.store([place("new")], for: "new", at: at(1))
            cache.store([place("new")], for: "new", at: at(1))
            #expect(cache.places(for: "new", at: at(2)) != nil, "\(content.count)")
        }
        let directory = try TemporaryDirectory()
        mkdir(directory.file("cache.sqlite"), 0o700)
        let cache = PlaceCache(.init(), directory: directory.path)
        cache.store([place("new")], for: "new", at: at(1))
        #expect(cache.figures.failure != nil)
    }

    @Test(
        "fault 59: while another process locks the file the helper goes on without it, and uses it again afterwards",
        .timeLimit(.minutes(2)))
    func locked() async throws {
        let directory = try TemporaryDirectory()
        let cache = PlaceCache(.init(), directory: directory.path)
        cache.store([place("a")], for: "a", at: at(0))
        let other = try ChildProcess(
            "python3",
            [
                "-c",
                "import sqlite3, time; c = sqlite3.connect('\(directory.file("cache.sqlite"))');"
                    + "c.execute('BEGIN EXCLUSIVE'); print('locked', flush=True); time.sleep(600)",
            ])
        #expect(await poll(atMost: .seconds(10)) { other.standardOutput.contains("locked") })
        // So often that the time limit tells, should one of them wait for the other process.
        for _ in 0..<500 {
            guard cache.places(for: "a", at: at(1)) == nil else { return #expect(Bool(false), "it is not locked") }
            cache.store([place("b")], for: "b", at: at(1))
        }
        #expect(other.isRunning)
        #expect(cache.figures.failure == "database is locked")
        other.terminate(SIGKILL)
        #expect(cache.places(for: "a", at: at(2)) == [place("a")])
        #expect(cache.figures.failure == nil)
        #expect(cache.figures.setAside == 0)
    }
}
