/// The numbers of the search layer. `docs/contribute/formats/world-file-names.md` shows them as a table.
enum SearchFormat {
    /// Raised whenever an older reader would misread a newer layer.
    static let version: UInt32 = 2
    static let headerByteCount = 64
    /// Each section begins at a multiple of this.
    static let sectionAlignment = 64
    /// So many names follow each other front-coded; the first of them is whole.
    static let blockNameCount = 16
    /// In the byte before an entry's name: the number does not fit, and has a byte of its own.
    static let longNumber: UInt8 = 15
    /// A search does not find longer names.
    static let longestNameByteCount = 255
    /// A Bloom filter of one cache line per block, with 10 bits for each name and 6 of them set: 1.2 % of the names that
    /// the index lacks pass it.
    static let filterBlockByteCount = 64
    static let filterBitsPerName = 10
    static let filterProbeCount = 6
}

/// What a name of the index of places stands for, in one number: twice the place's index, and 1 if the place is better known
/// by another name.
struct PlacePosting {
    let index: Int
    let isAlternateName: Bool

    init(_ value: UInt64) {
        // A value has at most 35 bits.
        (index, isAlternateName) = (Int(value >> 1), value & 1 == 1)
    }

    init(index: Int, isAlternateName: Bool) { (self.index, self.isAlternateName) = (index, isAlternateName) }

    var value: UInt64 { UInt64(index) << 1 | (isAlternateName ? 1 : 0) }
}
