import Varints

/// An entry of a directory: a run of tiles with the same content, or where a further directory lies.
struct DirectoryEntry: Hashable {
    /// The number of the run's first tile.
    var tile: UInt64
    /// From the beginning of the tiles; of the leaves when `runLength` is 0.
    var offset: UInt64
    var byteCount: UInt32
    var runLength: UInt32
}

/// The directories of a PMTiles file: columns of varints, of which most are small differences.
enum Directory {
    static func encoded(_ entries: some Collection<DirectoryEntry>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: UInt64(entries.count))
        var last: UInt64 = 0
        for entry in entries {
            bytes.append(varint: entry.tile - last)
            last = entry.tile
        }
        for entry in entries { bytes.append(varint: UInt64(entry.runLength)) }
        for entry in entries { bytes.append(varint: UInt64(entry.byteCount)) }
        var end: UInt64?
        for entry in entries {
            // 0 says: right behind the one before.
            bytes.append(varint: entry.offset == end ? 0 : entry.offset + 1)
            end = entry.offset + UInt64(entry.byteCount)
        }
        return bytes
    }

    /// Returns nil when the bytes are not a directory: a column is cut off, or a number is larger than it can be.
    static func decoded(_ bytes: [UInt8]) -> [DirectoryEntry]? {
        var rest = bytes[...]
        func next() -> UInt64? {
            if case .number(let value) = rest.popVarint() { value } else { nil }
        }
        // Four columns of at least a byte each: a larger count than that is somebody's choice.
        guard let count = next().flatMap(Int.init(exactly:)), count <= rest.count / 4 else { return nil }
        // An entry takes six times as much room as the least that tells it: none is made before its first column is read.
        var entries: [DirectoryEntry] = []
        var last: UInt64 = 0
        for _ in 0..<count {
            guard let step = next(), step <= UInt64.max - last else { return nil }
            last += step
            entries.append(DirectoryEntry(tile: last, offset: 0, byteCount: 0, runLength: 0))
        }
        for index in entries.indices {
            guard let length = next().flatMap(UInt32.init(exactly:)) else { return nil }
            entries[index].runLength = length
        }
        for index in entries.indices {
            guard let count = next().flatMap(UInt32.init(exactly:)), count > 0 else { return nil }
            entries[index].byteCount = count
        }
        var end: UInt64 = 0
        for index in entries.indices {
            guard let offset = next(), offset > 0 || index > 0 else { return nil }
            entries[index].offset = offset == 0 ? end : offset - 1
            let (sum, isTooLarge) = entries[index].offset.addingReportingOverflow(UInt64(entries[index].byteCount))
            guard !isTooLarge else { return nil }
            end = sum
        }
        return entries
    }

    /// The last entry whose tile does not come after this one; nil when all do.
    static func entry(for tile: UInt64, in entries: [DirectoryEntry]) -> DirectoryEntry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].tile <= tile { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : entries[low - 1]
    }
}
