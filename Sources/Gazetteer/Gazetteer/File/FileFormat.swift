/// The numbers that reader and writer agree on. `docs/contribute/formats/world-file.md` shows them as a table.
package enum FileFormat {
    /// The first bytes of each gazetteer, in the manner of PNG: not text, and broken by every newline conversion.
    package static let magic: [UInt8] = [0x89] + Array("GAZ\r\n\u{1A}\n".utf8)
    /// Raised whenever an older reader would misread a newer file.
    package static let version: UInt32 = 3
    /// Where the file's length and checksum stand, counted from its first byte.
    static let (versionOffset, layerCountOffset, fileLengthOffset, checksumOffset, headerLengthOffset) = (
        8, 12, 16, 24, 32
    )
    /// The header before the layer table.
    package static let fixedHeaderByteCount = 64
    /// One row of the layer table.
    package static let layerRowByteCount = 72
    /// Header and layers begin at multiples of this, and are padded with zeros up to it.
    package static let alignment = 4096
    /// More than any real header needs: it bounds what is read before the checksum has been seen.
    static let largestHeaderByteCount = 1 << 20
}

/// The number of a layer in the layer table. A reader skips the numbers that it does not know.
package enum LayerID {
    package static let places: UInt32 = 1
    /// Countries with their time zones, by polygon.
    package static let zones: UInt32 = 2
    /// States and provinces, by polygon.
    package static let states: UInt32 = 3
    /// Counties and districts, by polygon.
    package static let counties: UInt32 = 4
    /// Seas and lakes, by polygon.
    package static let water: UInt32 = 5
    /// The names of places, for forward search.
    package static let search: UInt32 = 6
    package static let postalCodes: UInt32 = 7
    /// The names of countries in other languages.
    package static let countryNames: UInt32 = 8
    /// Where land is near.
    package static let coast: UInt32 = 10
    /// The names of places, states and countries in other languages.
    package static let names: UInt32 = 11
    /// The user's custom places.
    package static let customPlaces: UInt32 = 9
    /// Which city each place, county and state belongs to.
    package static let cities: UInt32 = 15
    /// The cities of postal codes.
    package static let postalCities: UInt32 = 16
    /// Municipalities that are no counties, by polygon.
    package static let municipalities: UInt32 = 17
    /// Where airports are.
    package static let airports: UInt32 = 18
    /// Municipalities and their parts, by polygon: their names, and where the squares are.
    package static let cityLimits: UInt32 = 20
    /// The squares with their borders, which are checked one by one.
    package static let limitSquares: UInt32 = 21
    /// Parks, stations, lakes, by polygon, as city limits are stored: their names, and where the squares are; the squares.
    package static let (namedAreas, areaSquares): (UInt32, UInt32) = (22, 23)
    /// Streets: their names, and where the tiles are.
    package static let streets: UInt32 = 24
    /// The tiles with the streets and houses, which are checked one by one.
    package static let streetTiles: UInt32 = 25
    /// The names of streets, for forward search.
    package static let streetNames: UInt32 = 26
    /// The names of named areas, for forward search.
    package static let areaNames: UInt32 = 27
    /// The names of the parts and quarters in city limits, for forward search.
    package static let quarterNames: UInt32 = 28
    /// Buildings, woods, railways and the like, for maps alone.
    package static let mapFeatures: UInt32 = 29
    /// The names of all that is in a detail pack in other languages.
    package static let detailPackNames: UInt32 = 30
}

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
