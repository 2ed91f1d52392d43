import Varints

/// Folded names in the order of their bytes, and for each the numbers that it stands for.
///
/// The names are front-coded: each entry has the number of bytes that it shares with the one before, and the rest. So a
/// look-up is a binary search among the first names of the blocks, and a walk through one block. Only the bounds of the
/// sections have been checked: a damaged index gives wrong names or none.
struct NameIndex: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    /// The offset of each block in `entries`.
    private let blocks: UnsafeRawBufferPointer
    private let entries: UnsafeRawBufferPointer
    let filter: NameFilter
    let nameCount: Int

    /// - Precondition: `blocks` has a number of 32 bits for each block of `nameCount` names.
    init(
        nameCount: Int, blocks: UnsafeRawBufferPointer, entries: UnsafeRawBufferPointer, filter: UnsafeRawBufferPointer
    ) {
        self.nameCount = nameCount
        self.blocks = blocks
        self.entries = entries
        self.filter = NameFilter(bytes: filter)
    }

    static func blockCount(nameCount: Int) -> Int {
        (nameCount + SearchFormat.blockNameCount - 1) / SearchFormat.blockNameCount
    }

    private var blockCount: Int { Self.blockCount(nameCount: nameCount) }

    /// One name's place in `entries`.
    struct Entry {
        /// How many bytes it has in common with the name before.
        var sharedByteCount: Int
        var rest: Range<Int>
    }

    /// Nil when the entry does not lie inside the section.
    @inline(__always)
    func entry(at offset: Int) -> Entry? {
        guard offset >= 0, offset < entries.count else { return nil }
        let numbers = entries[offset]
        var start = offset + 1
        func number(_ short: UInt8) -> Int? {
            if short < SearchFormat.longNumber { return Int(short) }
            guard start < entries.count else { return nil }
            start += 1
            return Int(entries[start - 1])
        }
        guard let shared = number(numbers >> 4), let count = number(numbers & 15), count <= entries.count - start else {
            return nil
        }
        return Entry(sharedByteCount: shared, rest: start..<start + count)
    }

    /// The numbers of one name, ascending.
    struct Values: Sequence, IteratorProtocol {
        fileprivate let entries: UnsafeRawBufferPointer
        /// Where the next number begins; after the last, where the next entry does.
        fileprivate(set) var offset: Int
        private var last: UInt64 = 0
        private var isAtEnd = false

        fileprivate init(entries: UnsafeRawBufferPointer, offset: Int) {
            (self.entries, self.offset) = (entries, offset)
        }

        /// Each number is stored as twice the distance from the one before, plus 1 when another one follows.
        mutating func next() -> UInt64? {
            guard !isAtEnd else { return nil }
            let found = Varint.read(mostBits: 42) {
                guard offset < entries.count else { return nil }
                offset += 1
                return entries[offset - 1]
            }
            guard case .number(let number) = found else {
                isAtEnd = true
                return nil
            }
            isAtEnd = number & 1 == 0
            // Sums of numbers of 42 bits: it takes more of them than a file has bytes to reach 64.
            last &+= number >> 1
            return last
        }
    }

    /// What the name stands for; nil when the index does not have it.
    func values(of name: [UInt8]) -> Values? {
        var matchedByteCount = 0
        var offset = startOfBlock(lastBlock(notAfter: name))
        for position in 0..<SearchFormat.blockNameCount {
            guard let start = offset, let entry = entry(at: start) else { return nil }
            let shared = position == 0 ? 0 : entry.sharedByteCount
            // This one differs from the one before where that one still agreed with `name`, and comes after it.
            if shared < matchedByteCount { return nil }
            // It differs from `name` where the one before did if it shares more with that one.
            if shared == matchedByteCount {
                var restOffset = entry.rest.lowerBound
                while matchedByteCount < name.count, restOffset < entry.rest.upperBound,
                    entries[restOffset] == name[matchedByteCount]
                {
                    restOffset += 1
                    matchedByteCount += 1
                }
                if matchedByteCount == name.count {
                    return restOffset == entry.rest.upperBound ? values(of: entry) : nil
                }
                if restOffset < entry.rest.upperBound, entries[restOffset] > name[matchedByteCount] { return nil }
            }
            offset = offsetAfter(entry)
        }
        return nil
    }

    /// Hands out the names that begin with `prefix`, in order, until `body` returns false.
    func forEachName(from prefix: [UInt8] = [], _ body: (_ name: [UInt8], _ values: Values) -> Bool) {
        var name: [UInt8] = []
        var offset = startOfBlock(lastBlock(notAfter: prefix)) ?? entries.count
        while let entry = entry(at: offset) {
            guard entry.sharedByteCount <= name.count else { return }
            name.removeSubrange(entry.sharedByteCount...)
            name.append(contentsOf: bytes(of: entry))
            var values = values(of: entry)
            if name.starts(with: prefix) {
                guard body(name, values) else { return }
            } else if prefix.lexicographicallyPrecedes(name) {
                return
            }
            while values.next() != nil {}
            offset = values.offset
        }
    }

    func bytes(of entry: Entry) -> Slice<UnsafeRawBufferPointer> { entries[entry.rest] }

    func values(of entry: Entry) -> Values { Values(entries: entries, offset: entry.rest.upperBound) }

    private func offsetAfter(_ entry: Entry) -> Int {
        var values = values(of: entry)
        while values.next() != nil {}
        return values.offset
    }

    /// The last block whose first name is not after `name`; the first block when there is none.
    private func lastBlock(notAfter name: [UInt8]) -> Int {
        var (low, high) = (0, blockCount)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            guard let start = startOfBlock(middle), let entry = entry(at: start) else { return low }
            if name.lexicographicallyPrecedes(entries[entry.rest]) { high = middle } else { low = middle }
        }
        return low
    }

    /// Nil when there is no such block.
    func startOfBlock(_ block: Int) -> Int? {
        guard block >= 0, block < blockCount else { return nil }
        return Int(blocks.littleEndian(UInt32.self, at: block * 4))
    }
}
