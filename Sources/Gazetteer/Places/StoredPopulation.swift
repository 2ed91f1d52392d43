/// Numbers of inhabitants in 24 bits: 20 bits of number, and how many times it is doubled in the 4 above them.
///
/// Numbers below 1,048,576 are exact, larger ones right to a millionth.
enum StoredPopulation {
    private static let numberBitCount = 20
    static let byteCount = 3

    /// - Precondition: `population` is in 0…UInt32.max.
    static func encode(_ population: Int) -> UInt32 {
        var doublings = 0
        // Half of what is shifted out is added before: that rounds, and may itself need one doubling more.
        while (population + (1 << doublings) / 2) >> doublings >= 1 << numberBitCount { doublings += 1 }
        return UInt32((population + (1 << doublings) / 2) >> doublings) | UInt32(doublings) << UInt32(numberBitCount)
    }

    static func decode(_ stored: UInt32) -> Int {
        Int(stored & (1 << UInt32(numberBitCount) - 1)) << Int(stored >> UInt32(numberBitCount) & 0xF)
    }
}
