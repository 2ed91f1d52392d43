/// Rules out most of the names that an index lacks without looking there: a blocked Bloom filter
/// (Putze, Sanders, Singler: "Cache-, hash- and space-efficient Bloom filters", 2007).
///
/// That makes it cheap to try each name that is one edit away from a misspelled one.
struct NameFilter {
    private let bytes: UnsafeRawBufferPointer

    /// Takes whole blocks; what is left over at the end is not used.
    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// False for a name that the index does not have.
    @inline(__always)
    func mayContain(_ hash: NameHash) -> Bool {
        let blockCount = bytes.count / SearchFormat.filterBlockByteCount
        guard blockCount > 0 else { return false }
        var (block, bits) = hash.position(blockCount: blockCount)
        block *= SearchFormat.filterBlockByteCount
        for _ in 0..<SearchFormat.filterProbeCount {
            if bytes[block + Int(bits >> 3 & 63)] & 1 &<< UInt8(truncatingIfNeeded: bits & 7) == 0 { return false }
            bits >>= 9
        }
        return true
    }

    /// The filter of these names.
    static func bytes(of hashes: [NameHash]) -> [UInt8] {
        let bitsPerBlock = SearchFormat.filterBlockByteCount * 8
        let blockCount = (hashes.count * SearchFormat.filterBitsPerName + bitsPerBlock - 1) / bitsPerBlock
        var bytes = [UInt8](repeating: 0, count: blockCount * SearchFormat.filterBlockByteCount)
        for hash in hashes {
            var (block, bits) = hash.position(blockCount: blockCount)
            block *= SearchFormat.filterBlockByteCount
            for _ in 0..<SearchFormat.filterProbeCount {
                bytes[block + Int(bits >> 3 & 63)] |= 1 << UInt8(bits & 7)
                bits >>= 9
            }
        }
        return bytes
    }
}

/// A polynomial of a name's letters, modulo 2⁶⁴: that of the same name with one letter changed takes a few steps to find.
struct NameHash: Hashable {
    /// Odd, so that no power of it is 0. The golden ratio in 64 bits.
    static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    let value: UInt64

    init(_ value: UInt64) { self.value = value }

    /// The sum of letter × baseⁱ, with i counted from 0.
    init(_ name: some Sequence<Unicode.Scalar>) {
        var (value, power) = (0 as UInt64, 1 as UInt64)
        for letter in name {
            value &+= UInt64(letter.value) &* power
            power &*= Self.base
        }
        self.value = value
    }

    /// A block, and in the lowest 54 bits of a number the bits in it. The mixing is that of splitmix64.
    ///
    /// - Precondition: there are 1…2³² blocks.
    @inline(__always)
    func position(blockCount: Int) -> (block: Int, bits: UInt64) {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        z ^= z >> 31
        return (Int(((z >> 32) &* UInt64(blockCount)) >> 32), (z &* 0xD6E8_FEB8_6659_FD93) >> 10)
    }
}
