import PlacemarkModel
import Varints

/// The features of a detail pack's map, read from beginning to end when a map is made.
///
/// Unchecked, because buffers are not Sendable: these are read-only, and live as long as the `MappedFile`.
struct MapFeaturesLayer: @unchecked Sendable {
    private let rows, blocks: UnsafeRawBufferPointer
    /// As the header says: damaged blocks have fewer.
    let count: Int

    /// Nil when it is cut off, or of another version.
    init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= MapFeaturesFormat.headerByteCount,
            bytes.littleEndian(UInt32.self, at: 0) == MapFeaturesFormat.version
        else { return nil }
        count = Int(bytes.littleEndian(UInt32.self, at: 4))
        let rowsByteCount = Int(bytes.littleEndian(UInt32.self, at: 8)) * MapFeaturesFormat.blockRowByteCount
        let rest = bytes.dropFirst(MapFeaturesFormat.headerByteCount)
        guard rowsByteCount <= rest.count else { return nil }
        rows = UnsafeRawBufferPointer(rebasing: rest.prefix(rowsByteCount))
        blocks = UnsafeRawBufferPointer(rebasing: rest.dropFirst(rowsByteCount))
    }

    /// Calls `body` with each feature, and returns how many blocks are damaged: these have none.
    func forEach(_ body: (MapFeature) -> Void) -> Int {
        var (start, damaged) = (0, 0)
        for row in stride(from: 0, to: rows.count, by: MapFeaturesFormat.blockRowByteCount) {
            let byteCount = Int(rows.littleEndian(UInt32.self, at: row))
            guard byteCount <= blocks.count - start else { return damaged + 1 }
            let block = UnsafeRawBufferPointer(rebasing: blocks[start..<start + byteCount])
            start += byteCount
            let checksum = UInt32(truncatingIfNeeded: XXH64.hash(block))
            guard checksum == rows.littleEndian(UInt32.self, at: row + 4), Self.read(block, body) else {
                damaged += 1
                continue
            }
        }
        return damaged
    }

    /// What is wrong with it, in words.
    var faults: [String] {
        var found = 0
        let damaged = forEach { _ in found += 1 }
        if damaged > 0 { return ["map: \(damaged) blocks are damaged"] }
        return found == count ? [] : ["map: \(found) features, and \(count) are announced"]
    }

    /// False from the first number on that cannot be right.
    private static func read(_ block: UnsafeRawBufferPointer, _ body: (MapFeature) -> Void) -> Bool {
        var reader = VarintReader(block)
        var first = (x: 0, y: 0)
        while reader.offset < block.count {
            guard let kindNumber = reader.nextBytes(count: 1)?.first,
                let textByteCount = reader.nextCount(atMost: MapFeaturesFormat.longestTextByteCount),
                let text = reader.nextBytes(count: textByteCount), let lineCount = reader.nextCount(atMost: block.count)
            else { return false }
            var lines: [[Coordinate]] = []
            for _ in 0..<lineCount {
                guard let vertexCount = reader.nextCount(atMost: block.count), vertexCount > 0 else { return false }
                var (line, point): ([Coordinate], (x: Int, y: Int)) = ([], first)
                line.reserveCapacity(vertexCount)
                for vertex in 0..<vertexCount {
                    point = (point.x &+ reader.nextZigzag(), point.y &+ reader.nextZigzag())
                    guard !reader.isExhausted,
                        let coordinate = Coordinate(
                            latitude: Double(point.y) / MapFeaturesFormat.unitsPerDegree,
                            longitude: Double(point.x) / MapFeaturesFormat.unitsPerDegree)
                    else { return false }
                    if vertex == 0 { first = point }
                    line.append(coordinate)
                }
                lines.append(line)
            }
            body(MapFeature(kindNumber: kindNumber, text: String(decoding: text, as: UTF8.self), lines: lines))
        }
        return true
    }
}
