/// SipHash-2-4 of words of 64 bits (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012).
///
/// Without the key nobody can tell its values from chance, however many of them are known.
struct SipHash: Sendable {
    let key: (UInt64, UInt64)

    /// The hash of the words, each as eight bytes, the lowest first.
    func callAsFunction(_ words: UInt64...) -> UInt64 {
        var state = State(key)
        for word in words { state.absorb(word) }
        return state.finish(byteCount: words.count * 8)
    }

    private struct State {
        // "somepseudorandomlygeneratedbytes", as the paper has it.
        private var v0: UInt64 = 0x736f_6d65_7073_6575
        private var v1: UInt64 = 0x646f_7261_6e64_6f6d
        private var v2: UInt64 = 0x6c79_6765_6e65_7261
        private var v3: UInt64 = 0x7465_6462_7974_6573

        init(_ key: (UInt64, UInt64)) {
            v0 ^= key.0
            v1 ^= key.1
            v2 ^= key.0
            v3 ^= key.1
        }

        mutating func absorb(_ word: UInt64) {
            v3 ^= word
            round()
            round()
            v0 ^= word
        }

        mutating func finish(byteCount: Int) -> UInt64 {
            absorb(UInt64(truncatingIfNeeded: byteCount) << 56)
            v2 ^= 0xff
            for _ in 0..<4 { round() }
            return v0 ^ v1 ^ v2 ^ v3
        }

        private mutating func round() {
            v0 &+= v1
            v2 &+= v3
            v1 = v1.rotatedLeft(by: 13) ^ v0
            v3 = v3.rotatedLeft(by: 16) ^ v2
            v0 = v0.rotatedLeft(by: 32)
            v2 &+= v1
            v0 &+= v3
            v1 = v1.rotatedLeft(by: 17) ^ v2
            v3 = v3.rotatedLeft(by: 21) ^ v0
            v2 = v2.rotatedLeft(by: 32)
        }
    }
}

extension UInt64 {
    fileprivate func rotatedLeft(by count: UInt64) -> UInt64 { self << count | self >> (64 - count) }
}
