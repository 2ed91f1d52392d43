import PlacemarkModel

/// Damage to a few bytes, in every way that is worth trying.
enum DamagedBytes {
    /// The header's own numbers stay in the copies that are random: with others of them a layer is refused at once.
    private static let headerByteCount = 16

    /// Each byte with five other values, each beginning, and 300 copies that are random behind the header.
    static func forEach(of bytes: [UInt8], _ use: ([UInt8]) throws -> Void) rethrows {
        for offset in bytes.indices {
            for value in [0, 1, 0x7F, 0xFF, bytes[offset] ^ 0x10] as [UInt8] {
                var damaged = bytes
                damaged[offset] = value
                try use(damaged)
            }
            try use(Array(bytes.prefix(offset)))
        }
        var generator = SeededRandom(seed: 2)
        for _ in 0..<300 {
            var damaged = bytes
            for offset in headerByteCount..<damaged.count { damaged[offset] = .random(in: 0...255, using: &generator) }
            try use(damaged)
        }
    }
}
