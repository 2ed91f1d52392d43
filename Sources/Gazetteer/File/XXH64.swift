/// The checksum of a gazetteer's parts: XXH64, fed in pieces of any size.
///
/// It finds damage, not forgery. Specification: "xxHash fast digest algorithm", version 0.1.1, XXH64.
package struct XXH64 {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
    private static let stripeByteCount = 32

    private let seed: UInt64
    private var lanes: (UInt64, UInt64, UInt64, UInt64)
    private var byteCount: UInt64 = 0
    /// What is left over after the last whole stripe; always shorter than one.
    private var pending: [UInt8] = []

    package init(seed: UInt64 = 0) {
        self.seed = seed
        lanes = (seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1)
    }

    /// The checksum of `bytes` alone.
    package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        var checksum = XXH64(seed: seed)
        checksum.update(bytes)
        return checksum.value
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        byteCount &+= UInt64(bytes.count)
        var rest = bytes[...]
        if !pending.isEmpty {
            let missing = rest.prefix(Self.stripeByteCount - pending.count)
            pending += missing
            rest = rest.dropFirst(missing.count)
            guard pending.count == Self.stripeByteCount else { return }
            let stripe = pending
            stripe.withUnsafeBytes { consumeStripes($0) }
            pending.removeAll(keepingCapacity: true)
        }
        let whole = rest.prefix(rest.count / Self.stripeByteCount * Self.stripeByteCount)
        consumeStripes(UnsafeRawBufferPointer(rebasing: whole))
        pending += rest.dropFirst(whole.count)
    }

    /// The checksum of all bytes so far.
    package var value: UInt64 {
        var hash: UInt64
        if byteCount >= UInt64(Self.stripeByteCount) {
            hash = lanes.0.rotated(1) &+ lanes.1.rotated(7) &+ lanes.2.rotated(12) &+ lanes.3.rotated(18)
            for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
                hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
            }
        } else {
            hash = seed &+ Self.prime5
        }
        hash &+= byteCount
        pending.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                hash ^= Self.round(0, bytes.littleEndian(UInt64.self, at: offset))
                hash = hash.rotated(27) &* Self.prime1 &+ Self.prime4
                offset += 8
            }
            if offset + 4 <= bytes.count {
                hash ^= UInt64(bytes.littleEndian(UInt32.self, at: offset)) &* Self.prime1
                hash = hash.rotated(23) &* Self.prime2 &+ Self.prime3
                offset += 4
            }
            for byte in bytes[offset...] {
                hash = (hash ^ (UInt64(byte) &* Self.prime5)).rotated(11) &* Self.prime1
            }
        }
        hash = (hash ^ (hash >> 33)) &* Self.prime2
        hash = (hash ^ (hash >> 29)) &* Self.prime3
        return hash ^ (hash >> 32)
    }

    private mutating func consumeStripes(_ bytes: UnsafeRawBufferPointer) {
        var (lane0, lane1, lane2, lane3) = lanes
        var offset = 0
        while offset < bytes.count {
            lane0 = Self.round(lane0, bytes.littleEndian(UInt64.self, at: offset))
            lane1 = Self.round(lane1, bytes.littleEndian(UInt64.self, at: offset + 8))
            lane2 = Self.round(lane2, bytes.littleEndian(UInt64.self, at: offset + 16))
            lane3 = Self.round(lane3, bytes.littleEndian(UInt64.self, at: offset + 24))
            offset += Self.stripeByteCount
        }
        lanes = (lane0, lane1, lane2, lane3)
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
        (lane &+ input &* prime2).rotated(31) &* prime1
    }
}

extension UInt64 {
    @inline(__always)
    fileprivate func rotated(_ bits: UInt64) -> UInt64 { self &<< bits | self &>> (64 &- bits) }
}
