/// The numbers of the search layer. `docs/gazetteer-format-names.md` shows them as a table.
enum SearchFormat {
    /// Raised whenever an older reader would misread a newer layer.
    static let version: UInt32 = 1
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

/// What a name of the index of areas stands for, in one number: four times the number, and which kind of number it is.
enum AreaPosting: Hashable {
    /// The index of a country in the layer of places.
    case country(UInt16)
    /// The string of a state, its code or a county in the layer of places: where it has the name, each area has this
    /// one offset.
    case string(UInt32)
    /// The index of the largest place in the country or state: it stands for the area when a text names the area itself.
    case largestPlace(UInt32, isCountry: Bool)

    init?(_ value: UInt64) {
        guard let number = UInt32(exactly: value >> 2) else { return nil }
        switch value & 3 {
        case 0:
            guard let index = UInt16(exactly: number) else { return nil }
            self = .country(index)
        case 1: self = .string(number)
        case 2: self = .largestPlace(number, isCountry: true)
        default: self = .largestPlace(number, isCountry: false)
        }
    }

    var value: UInt64 {
        switch self {
        case .country(let index): UInt64(index) << 2
        case .string(let offset): UInt64(offset) << 2 | 1
        case .largestPlace(let index, let isCountry): UInt64(index) << 2 | (isCountry ? 2 : 3)
        }
    }

    func matches(_ area: PlacesLayer.Area) -> Bool {
        switch self {
        case .country(let index): area.country == index
        case .string(let offset):
            offset != 0 && (area.state == offset || area.stateCode == offset || area.county == offset)
        case .largestPlace: false
        }
    }
}
