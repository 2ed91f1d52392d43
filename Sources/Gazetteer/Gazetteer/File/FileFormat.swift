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
