/// The numbers that reader and writer agree on. `docs/gazetteer.md` shows them as a table.
package enum FileFormat {
    /// The first bytes of each gazetteer, in the manner of PNG: not text, and broken by every newline conversion.
    package static let magic: [UInt8] = [0x89] + Array("GAZ\r\n\u{1A}\n".utf8)
    /// Raised whenever an older reader would misread a newer file.
    package static let version: UInt32 = 1
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
}

/// The numbers of the places layer.
enum PlacesFormat {
    static let headerByteCount = 64
    /// Three Float32: the unit vector.
    static let vectorByteCount = 12
    /// Latitude and longitude (Int32), population, name and area (UInt32).
    static let recordByteCount = 20
    /// State, state code, county and time zone as strings (UInt32), country (UInt32).
    static let areaByteCount = 20
    /// Name as string (UInt32), ISO 3166-1 alpha-2 in two ASCII letters, two zeros.
    static let countryByteCount = 8
    /// Each of these sections begins at a multiple of this.
    static let sectionAlignment = 64
    /// Coordinates are stored in units of 1/100,000 degree (1.1 m), which is all that GeoNames has.
    static let unitsPerDegree = 100_000.0
    /// An area without a country.
    static let noCountry = UInt32.max
    /// A range of the tree with at most this many places is a leaf, and scanned.
    static let leafPlaceCount = 8
    /// A string is stored after one byte with its length.
    static let longestStringByteCount = 255
}
