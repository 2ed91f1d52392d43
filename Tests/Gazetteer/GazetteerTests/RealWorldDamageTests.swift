import FoundationEssentials
import Glibc
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import Gazetteer

/// The gazetteer of the world, damaged while it is mapped. `make fuzz` does the same on all pages.
@Suite("Real world: damage", .serialized, .timeLimit(.minutes(30)), .tags(.soak))
struct RealWorldDamageTests {
    private let directory: TemporaryDirectory
    private let path: String
    private let descriptor: CInt
    private let byteCount: Int
    private static let pageByteCount = 4096
    private static let queries = [
        Coordinate(47.141, 9.5209), Coordinate(46.45, 6.55), Coordinate(52.25, 3.85), Coordinate(-90, 0),
        Coordinate(-16.8, 180), Coordinate(39.7817, -89.6501),
    ]

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("world.gazetteer")
        try FileManager.default.copyItem(atPath: RealWorld.path, toPath: path)
        descriptor = open(path, O_RDWR)
        byteCount = Int(try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64))
    }

    private func ask(_ gazetteer: Gazetteer, _ number: Int) {
        _ = gazetteer.placemark(at: Self.queries[number % Self.queries.count], preferredLanguages: ["de"])
        if number.isMultiple(of: 4) { _ = try? gazetteer.search("München, Deutschland") }
    }

    /// The pages behind the header, every so many; a quarter of these when it shall be quick.
    private func pages(every step: Int) -> StrideTo<Int> {
        stride(from: 2, to: byteCount / Self.pageByteCount, by: Soak.isOn ? step : 4 * step)
    }

    @Test("a changed byte on any page gives an answer or none, but no crash, and the answers come back with the byte")
    func changed() throws {
        defer { close(descriptor) }
        let gazetteer = try Gazetteer(path: path, check: .structure)
        let whole = Self.queries.map { gazetteer.placemark(at: $0) }
        var generator = SeededRandom(seed: 56)
        for (number, page) in pages(every: 16).enumerated() {
            let offset = off_t(page * Self.pageByteCount + .random(in: 0..<Self.pageByteCount, using: &generator))
            var byte: UInt8 = 0
            #expect(pread(descriptor, &byte, 1, offset) == 1)
            var other = byte ^ (1 << UInt8.random(in: 0..<8, using: &generator))
            #expect(pwrite(descriptor, &other, 1, offset) == 1)
            ask(gazetteer, number)
            #expect(pwrite(descriptor, &byte, 1, offset) == 1)
        }
        #expect(Self.queries.map { gazetteer.placemark(at: $0) } == whole)
    }

    @Test("a page of noise, wherever it is, gives an answer or none, but no crash")
    func noise() throws {
        defer { close(descriptor) }
        let gazetteer = try Gazetteer(path: path, check: .structure)
        var generator = SeededRandom(seed: 57)
        // One on the other, so that in the end every part of every query meets some.
        for (number, page) in pages(every: 6).shuffled(using: &generator).enumerated() {
            let noise = (0..<512).map { _ in generator.next() }
            #expect(
                pwrite(descriptor, noise, Self.pageByteCount, off_t(page * Self.pageByteCount)) == Self.pageByteCount)
            if number.isMultiple(of: 4) { ask(gazetteer, number / 4) }
        }
        for number in 0..<24 { ask(gazetteer, number) }
    }

    @Test("a file that is cut at any page while it is open gives no answer, and no SIGBUS")
    func cut() throws {
        defer { close(descriptor) }
        let whole = try Data(contentsOf: URL(filePath: RealWorld.path))
        var length = byteCount
        for (number, page) in pages(every: 400).enumerated() {
            // What was cut off before comes back.
            let written = whole.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[length...])
                return pwrite(descriptor, rest.baseAddress, rest.count, off_t(length))
            }
            #expect(written == byteCount - length)
            length = page * Self.pageByteCount
            let gazetteer = try Gazetteer(path: path, check: .structure)
            ask(gazetteer, number)
            #expect(ftruncate(descriptor, off_t(length)) == 0)
            for offset in 0..<3 { ask(gazetteer, number + offset) }
            #expect(throws: GazetteerError.self) { try Gazetteer(path: path, check: .structure) }
        }
    }
}
