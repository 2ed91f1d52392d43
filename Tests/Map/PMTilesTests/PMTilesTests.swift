import Foundation
import GzipCompression
import PMTiles
import TestSupport
import Testing

@Suite("PMTiles files") struct PMTilesTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("map.pmtiles") }

    init() throws { directory = try TemporaryDirectory() }

    /// A file with all tiles of zooms 0 to `largestZoom`, of which most are the same.
    @discardableResult
    private func write(largestZoom: Int) throws -> UInt64 {
        let writer = try PMTilesWriter(path: path)
        for zoom in (0...largestZoom).reversed() {
            for column in 0..<1 << zoom {
                for row in 0..<1 << zoom {
                    let id = try #require(TileID(zoom: zoom, column: column, row: row))
                    try writer.add(id, packed: Gzip.packed(Self.content(id)))
                }
            }
        }
        let header = PMTilesHeader.vectorTiles(smallestZoom: 0, largestZoom: largestZoom)
        return try writer.finish(header, metadata: #"{"name":"test"}"#)
    }

    private static func content(_ id: TileID) -> [UInt8] {
        Array((id.column % 3 == 0 && id.row % 2 == 0 ? "\(id.zoom)/\(id.column)/\(id.row)" : "the sea").utf8)
    }

    @Test("tiles have the numbers of the format: along a Hilbert curve, zoom by zoom")
    func numbers() {
        let first = [(0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0), (2, 0, 0), (2, 1, 0), (2, 1, 1), (2, 0, 1)]
        for (number, tile) in first.enumerated() {
            #expect(TileID(zoom: tile.0, column: tile.1, row: tile.2)?.number == UInt64(number))
        }
        // From the specification's own tests.
        #expect(TileID(zoom: 12, column: 3423, row: 1763)?.number == 19_078_479)
        #expect(TileID(zoom: 1, column: 2, row: 0) == nil)
    }

    @Test("each tile comes back, also through leaves, and equal ones are stored once")
    func roundTrip() throws {
        let byteCount = try write(largestZoom: 7)
        let reader = try PMTilesReader(path: path)
        try reader.requireVectorTiles()
        #expect(reader.byteCount == Int(byteCount))
        #expect(reader.metadata == #"{"name":"test"}"#)
        #expect(reader.header.largestZoom == 7 && reader.header.addressedTileCount == 21_845)
        #expect(reader.header.contentCount < reader.header.addressedTileCount / 4)
        #expect(reader.header.entryCount < reader.header.addressedTileCount)
        for zoom in 0...7 {
            for column in 0..<1 << zoom {
                for row in stride(from: 0, to: 1 << zoom, by: 3) {
                    let id = try #require(TileID(zoom: zoom, column: column, row: row))
                    #expect(try reader.tile(id) == Self.content(id))
                }
            }
        }
        #expect(try reader.tile(try #require(TileID(zoom: 8, column: 0, row: 0))) == nil)
    }

    @Test("the tiles of another file up to a zoom are taken over as they are, also through leaves")
    func copy() throws {
        try write(largestZoom: 9)
        let other = directory.file("other.pmtiles")
        let writer = try PMTilesWriter(path: other)
        let detail = try #require(TileID(zoom: 9, column: 300, row: 200))
        try writer.add(detail, packed: Gzip.packed(Array("a street".utf8)))
        #expect(try writer.add(from: try PMTilesReader(path: path), throughZoom: 8) == 87_381)
        _ = try writer.finish(.vectorTiles(smallestZoom: 0, largestZoom: 9), metadata: "{}")
        let copied = try PMTilesReader(path: other)
        for (zoom, column, row) in [(0, 0, 0), (1, 1, 0), (8, 0, 0), (8, 255, 255), (8, 93, 44), (7, 3, 2)] {
            let id = try #require(TileID(zoom: zoom, column: column, row: row))
            #expect(try copied.tile(id) == Self.content(id))
        }
        #expect(try copied.tile(detail) == Array("a street".utf8))
        #expect(try copied.tile(#require(TileID(zoom: 9, column: 301, row: 200))) == nil)
        #expect(copied.header.addressedTileCount == 87_382)
    }

    @Test("the file is replaced in one step, keeps its mode, and nothing is left beside it")
    func replacing() throws {
        try directory.write("map.pmtiles", "old")
        chmod(path, 0o640)
        let writer = try PMTilesWriter(path: path)
        try writer.add(try #require(TileID(zoom: 0, column: 0, row: 0)), packed: Gzip.packed([1]))
        #expect(directory.contents("map.pmtiles") == "old")
        _ = try writer.finish(.vectorTiles(smallestZoom: 0, largestZoom: 0), metadata: "{}")
        #expect(directory.mode("map.pmtiles") == 0o640)
        #expect(try PMTilesReader(path: path).tile(try #require(TileID(zoom: 0, column: 0, row: 0))) == [1])
    }

    @Test("a file that is cut off anywhere gives an error that names it, before any tile is asked for")
    func cut() throws {
        try write(largestZoom: 3)
        let bytes = try Data(contentsOf: URL(filePath: path))
        var errors = 0
        for count in 0..<bytes.count {
            try bytes.prefix(count).write(to: URL(filePath: path))
            errors += countErrors()
        }
        #expect(errors == bytes.count)
    }

    @Test("a file with any byte changed never stops the reader")
    func damage() throws {
        try write(largestZoom: 3)
        let bytes = try Data(contentsOf: URL(filePath: path))
        var errors = 0
        for index in bytes.indices {
            for flip in [UInt8(0xFF), 0x80, 0x01] {
                var damaged = bytes
                damaged[index] ^= flip
                try damaged.write(to: URL(filePath: path))
                errors += countErrors()
            }
        }
        #expect(errors > bytes.count)
    }

    /// Reads all that a file has; what it complains of must name it.
    private func countErrors() -> Int {
        var errors = 0
        do {
            let reader = try PMTilesReader(path: path)
            for (column, row) in [(0, 0), (3, 2), (6, 4), (7, 7)] {
                guard let id = TileID(zoom: 3, column: column, row: row) else { continue }
                do {
                    _ = try reader.tile(id)
                } catch {
                    #expect("\(error)".contains("map.pmtiles"))
                    errors += 1
                }
            }
        } catch {
            #expect("\(error)".contains("map.pmtiles: "))
            errors += 1
        }
        return errors
    }

    @Test("a file of another kind, none, and a directory: each error says what to do")
    func foreign() throws {
        try directory.write("map.pmtiles", "SQLite format 3\0" + String(repeating: " ", count: 200))
        #expect(throws: PMTilesError.notPMTiles(path: path)) { try PMTilesReader(path: path) }
        #expect(throws: PMTilesError.self) { try PMTilesReader(path: directory.file("none")) }
        #expect(throws: PMTilesError.unreadable(path: directory.path, reason: "it is not a file")) {
            try PMTilesReader(path: directory.path)
        }
    }

    /// A file of one tile whose part at this place of the header (8: the root, 24: the metadata) is another one.
    private func write(_ bytes: [UInt8], asPartAt offset: Int) throws {
        let writer = try PMTilesWriter(path: path)
        try writer.add(try #require(TileID(zoom: 0, column: 0, row: 0)), packed: Gzip.packed([1]))
        _ = try writer.finish(.vectorTiles(smallestZoom: 0, largestZoom: 0), metadata: "{}")
        var file = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for (index, number) in [UInt64(file.count), UInt64(bytes.count)].enumerated() {
            let place = offset + index * 8
            withUnsafeBytes(of: number.littleEndian) { file.replaceSubrange(place..<place + 8, with: $0) }
        }
        try Data(file + bytes).write(to: URL(filePath: path))
    }

    /// A directory with one entry, filled up to so many bytes, packed: what stands behind the entries is no part of them.
    private static func directory(ofRun length: UInt8, byteCount: Int, filledTo size: Int) -> [UInt8] {
        let number = [UInt8(byteCount & 0x7F) | 0x80, UInt8(byteCount >> 7)]
        let entry = [1, 0, length] + number + [1]
        return Gzip.packed(entry + Array(repeating: UInt8(ascii: " "), count: size - entry.count))
    }

    @Test(
        "fault 78: a directory and metadata that unpack to more than a map needs are refused before a tile is asked for",
        arguments: [8, 24])
    func directoryBomb(offset: Int) throws {
        try write(Self.directory(ofRun: 1, byteCount: 1, filledTo: 4 << 20), asPartAt: offset)
        #expect(throws: Never.self) { try PMTilesReader(path: path) }
        try write(Self.directory(ofRun: 1, byteCount: 1, filledTo: 4 << 20 + 1), asPartAt: offset)
        #expect(throws: PMTilesError.self) { try PMTilesReader(path: path) }
        // One that is not packed cannot be larger, either.
        try write(Array(repeating: 0, count: 4 << 20 + 1), asPartAt: offset)
        #expect(throws: PMTilesError.self) { try PMTilesReader(path: path) }
    }

    @Test(
        "a leaf that unpacks to more than a map needs is refused", arguments: [(4 << 20, true), (4 << 20 + 1, false)])
    func leafBomb(size: Int, isRead: Bool) throws {
        let leaf = Self.directory(ofRun: 1, byteCount: Gzip.packed([1]).count, filledTo: size)
        try write(Self.directory(ofRun: 0, byteCount: leaf.count, filledTo: 6), asPartAt: 8)
        var file = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for (place, number) in [(40, UInt64(file.count)), (48, UInt64(leaf.count))] {
            withUnsafeBytes(of: number.littleEndian) { file.replaceSubrange(place..<place + 8, with: $0) }
        }
        try Data(file + leaf).write(to: URL(filePath: path))
        let (reader, id) = (try PMTilesReader(path: path), try #require(TileID(zoom: 0, column: 0, row: 0)))
        if isRead {
            #expect(try reader.tile(id) == [1])
        } else {
            #expect(throws: PMTilesError.self) { try reader.tile(id) }
        }
    }

    @Test("a directory that claims more entries than it has columns for makes no sense", arguments: [0, 1])
    func shortDirectory(filling: UInt8) throws {
        // As many as there could be of four bytes each, and one more.
        let count = [UInt8(0x81), 0x80, 0x04]
        try write(Gzip.packed(count + Array(repeating: filling, count: 4 * 65_536)), asPartAt: 8)
        #expect(throws: PMTilesError.self) { try PMTilesReader(path: path) }
    }

    @Test("what unpacks to more than a map needs is refused")
    func bomb() { #expect(Gzip.unpacked(Gzip.packed(Array(repeating: 0, count: 1 << 20)), limit: 1 << 19) == nil) }
}
