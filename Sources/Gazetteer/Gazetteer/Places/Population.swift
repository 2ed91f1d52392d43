import PlacemarkModel

/// How much nearer than it is a place counts when a locality is named, because a city reaches farther than a village.
///
/// The rule for everybody (writer, search, tests): the locality is the place with the smallest *score*, distance − bonus,
/// with bonus = min(15 km, k · √population) and k = 10 m, so that a town of 10,000 has 1.0 km and a city of 2,250,000
/// all of it. How k was chosen: `docs/explain/accuracy.md`. A bonus is stored as a whole number of steps of 15 km / 255 (59 m).
///
/// The *distance* is the chord between the unit vectors, times the earth's mean radius. Vectors are stored as Float32 and
/// used as Double; scores are compared in units of that radius.
package enum LocalityBonus {
    /// Chosen together with k: docs/explain/accuracy.md.
    package static let largestInMeters = 15_000.0
    /// k of the rule.
    package static let metersPerSquareRootOfPopulation = 10.0
    /// A bonus is one byte.
    private static let lastStep = 255.0
    private static let chordOfStep = largestInMeters / lastStep / Earth.meanRadiusInMeters

    /// The bonus of a place with so many inhabitants, in steps.
    package static func steps(population: Int) -> UInt8 {
        let bonusInMeters = metersPerSquareRootOfPopulation * Double(max(0, population)).squareRoot()
        return UInt8((lastStep * min(1, bonusInMeters / largestInMeters)).rounded())
    }

    /// A number of steps as a chord of the unit sphere. Larger steps give larger chords, also in floating point.
    @inline(__always)
    static func chord(steps: UInt8) -> Double { Double(steps) * chordOfStep }
}

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
