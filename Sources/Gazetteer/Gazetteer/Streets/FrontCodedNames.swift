import Varints

/// Sorted names, each stored as what differs from the one before (front coding; Witten, Moffat, Bell, "Managing
/// Gigabytes", 1999). Every 16th is stored as a whole, so a name is found without reading the others.
struct FrontCodedNames: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    private let blocks: UnsafeRawBufferPointer
    private let bytes: UnsafeRawBufferPointer
    let count: Int

    /// How many bytes the offsets of the blocks take.
    static func blocksByteCount(ofNames count: Int) -> Int {
        (count + StreetsFormat.namesPerBlock - 1) / StreetsFormat.namesPerBlock * 4
    }

    /// - Parameters:
    ///   - blocks: Where the blocks begin, `blocksByteCount(ofNames:)` bytes.
    ///   - bytes: The names.
    init(count: Int, blocks: UnsafeRawBufferPointer, bytes: UnsafeRawBufferPointer) {
        (self.count, self.blocks, self.bytes) = (count, blocks, bytes)
    }

    /// The UTF-8 of a name; nil for a number that there is not, and when its block is damaged.
    func utf8(of number: Int) -> [UInt8]? {
        guard number >= 0, number < count else { return nil }
        let start = Int(blocks.littleEndian(UInt32.self, at: number / StreetsFormat.namesPerBlock * 4))
        guard start <= bytes.count else { return nil }
        var reader = VarintReader(bytes, at: start)
        var name: [UInt8] = []
        for _ in 0...number % StreetsFormat.namesPerBlock {
            guard let kept = reader.nextCount(atMost: name.count),
                let added = reader.nextCount(atMost: StreetsFormat.longestNameByteCount - kept),
                let rest = reader.nextBytes(count: added)
            else { return nil }
            name.removeLast(name.count - kept)
            name += rest
        }
        return name
    }

    /// A name; nil as `utf8(of:)` is. Bytes that are not UTF-8 come out as U+FFFD.
    func name(_ number: Int) -> String? { utf8(of: number).map { String(decoding: $0, as: UTF8.self) } }
}

/// Names on their way into a file: each once, in the order of their bytes.
struct FrontCodedNamesWriter {
    /// Where each block begins, as the reader expects it.
    private(set) var blocks: [UInt8] = []
    private(set) var bytes: [UInt8] = []
    /// The number of each name.
    private(set) var numbers: [String: UInt32] = [:]

    var count: Int { numbers.count }

    init(_ names: Set<String>) {
        var last: [UInt8] = []
        let sorted = names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        numbers.reserveCapacity(sorted.count)
        for (number, name) in sorted.enumerated() {
            var kept = 0
            if number % StreetsFormat.namesPerBlock == 0 {
                blocks.append(littleEndian: UInt32(bytes.count))
            } else {
                while kept < min(last.count, name.count), last[kept] == name[kept] { kept += 1 }
            }
            bytes.append(varint: UInt64(kept))
            bytes.append(varint: UInt64(name.count - kept))
            bytes += name[kept...]
            numbers[String(decoding: name, as: UTF8.self)] = UInt32(number)
            last = name
        }
    }
}
