/// The numbers of the places layer.
enum PlacesFormat {
    static let headerByteCount = 64
    /// One place in the tree: Float32 x, y, z of the unit vector; UInt16 country, axis and uniformity; UInt8 bonus; UInt8
    /// largest bonus.
    static let nodeByteCount = 16
    /// Population in three bytes, and UInt16 area.
    static let recordByteCount = StoredPopulation.byteCount + 2
    /// State and country (UInt16), county and time zone as strings (UInt32).
    static let areaByteCount = 12
    /// Name, code and ISO 3166-2 code as strings (UInt32).
    static let stateByteCount = 12
    /// Name as string (UInt32), ISO 3166-1 alpha-2 in two ASCII letters, two zeros.
    static let countryByteCount = 8
    /// Each of these sections begins at a multiple of this.
    static let sectionAlignment = 64
    /// Coordinates are in units of 1/100,000 degree (1.1 m), which is all that GeoNames has.
    static let unitsPerDegree = 100_000.0
    /// An area without a country, and in the table of codes a code that no country has.
    static let noCountry = UInt16.max
    /// An area without a state.
    static let noState = UInt16.max
    static let largestAreaCount = 1 << 16
    /// One less than 16 bits can tell apart: the last value stands for none.
    static let (largestStateCount, largestCountryCount) = (Int(UInt16.max), Int(UInt16.max))
    /// A range of the tree with at most this many places is a leaf, and scanned.
    static let leafPlaceCount = 16
    /// The names of so many places follow each other from a known offset.
    static let placesPerNameBlock = 16
}
