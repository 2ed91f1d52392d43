import Varints

/// Collects names and their numbers, and lays them out as `NameIndex` reads them.
struct NameIndexWriter {
    /// One name with one number. The names lie in `bytes`.
    private struct Pair {
        /// The name's first eight bytes as a number, padded with zeros: most comparisons need no more.
        var start: UInt64
        var offset: Int
        var byteCount: Int
        var value: UInt64
    }

    private var pairs: [Pair] = []
    private var bytes: [UInt8] = []

    /// The sections of an index.
    struct Sections {
        var nameCount = 0
        var blocks: [UInt8] = []
        var entries: [UInt8] = []
        var filter: [UInt8] = []
    }

    /// How many names have been added.
    var count: Int { pairs.count }

    /// Adds a name. One that is empty or too long is left out.
    mutating func add(_ name: FoldedName, _ value: UInt64) {
        let utf8 = name.utf8
        guard !utf8.isEmpty, utf8.count <= SearchFormat.longestNameByteCount else { return }
        let start = (0..<8).reduce(0 as UInt64) { $0 << 8 | UInt64($1 < utf8.count ? utf8[$1] : 0) }
        pairs.append(Pair(start: start, offset: bytes.count, byteCount: utf8.count, value: value))
        bytes += utf8
    }

    /// The index. It depends on what was added only, not on the order.
    ///
    /// Of the numbers of one name that are the same in `identity`, the lowest stays.
    consuming func sections(identity: (UInt64) -> UInt64) -> Sections {
        var sections = Sections()
        var hashes: [NameHash] = []
        bytes.withUnsafeBufferPointer { bytes in
            func name(_ pair: Pair) -> Slice<UnsafeBufferPointer<UInt8>> {
                bytes[pair.offset..<pair.offset + pair.byteCount]
            }
            pairs.sort { first, second in
                if first.start != second.start { return first.start < second.start }
                let (one, other) = (name(first), name(second))
                if one.elementsEqual(other) { return first.value < second.value }
                return one.lexicographicallyPrecedes(other)
            }
            var previous = bytes[..<0]
            var position = 0
            while position < pairs.count {
                let current = name(pairs[position])
                var values: [UInt64] = []
                while position < pairs.count, name(pairs[position]).elementsEqual(current) {
                    let value = pairs[position].value
                    if values.last.map({ identity($0) != identity(value) }) ?? true { values.append(value) }
                    position += 1
                }
                let isBlockStart = sections.nameCount % SearchFormat.blockNameCount == 0
                if isBlockStart { sections.blocks.append(littleEndian: UInt32(sections.entries.count)) }
                Self.append(current, after: isBlockStart ? bytes[..<0] : previous, values, to: &sections.entries)
                hashes.append(NameHash(String(decoding: current, as: UTF8.self).unicodeScalars))
                sections.nameCount += 1
                previous = current
            }
        }
        sections.filter = NameFilter.bytes(of: hashes)
        return sections
    }

    private static func append(
        _ name: Slice<UnsafeBufferPointer<UInt8>>, after previous: Slice<UnsafeBufferPointer<UInt8>>,
        _ values: [UInt64],
        to entries: inout [UInt8]
    ) {
        let shared = zip(name, previous).prefix(while: ==).count
        let rest = name.dropFirst(shared)
        let short = [shared, rest.count].map { UInt8(min($0, Int(SearchFormat.longNumber))) }
        entries.append(short[0] << 4 | short[1])
        for (number, short) in zip([shared, rest.count], short) where short == SearchFormat.longNumber {
            entries.append(UInt8(number))
        }
        entries += rest
        var last: UInt64 = 0
        for (index, value) in values.enumerated() {
            entries.append(varint: (value - last) << 1 | (index + 1 < values.count ? 1 : 0))
            last = value
        }
    }
}
