/// FNV-1a (RFC 9923) over bytes: short, the same in every run, and other software can work it out, too. It does not resist an
/// enemy, who can find two texts with one number.
extension Sequence<UInt8> {
    /// In 64 bits.
    @inlinable
    package var fnv1a: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }

    /// In 32 bits.
    @inlinable
    package var fnv1aIn32Bits: UInt32 { reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 } }
}
