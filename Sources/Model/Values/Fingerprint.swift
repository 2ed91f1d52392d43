/// A number that stands for a value, the same in every run: unlike `Hasher`'s, it can be stored.
///
/// Each word goes through the mixing step of SplitMix64, so that sums of fingerprints tell sets apart. It is no
/// protection against an enemy.
struct Fingerprint {
    private(set) var value: UInt64 = 0

    mutating func add(_ word: UInt64) {
        var mixed = (value ^ word) &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        value = mixed ^ (mixed >> 31)
    }

    /// 0 and −0 are equal, and so are their fingerprints.
    mutating func add(_ number: Double) { add((number + 0).bitPattern) }

    mutating func add(_ text: String) {
        add(UInt64(text.utf8.count))
        for byte in text.utf8 { add(UInt64(byte)) }
    }
}
