/// The numbers of the index of postal codes: all codes of the world in their order, each with one point.
///
/// The layer of postal codes (`PostalCodesFormat`) tells the code of a position, and has only what that takes. This one tells
/// where a code is.
enum PostalCodeIndexFormat {
    /// UInt32 each: numbers of countries and blocks, bytes of entries and alphabets.
    static let headerByteCount = 16
    /// Two letters, characters of a code and flags (UInt8), alphabet, number of codes, first block (UInt32).
    static let countryByteCount = 16
    /// Where the block begins in the entries (UInt32).
    static let blockByteCount = 4
    /// Each section begins at a multiple of this.
    static let sectionAlignment = 8
    /// So many codes follow each other in a block; the first of them is whole, each other a difference.
    static let blockCodeCount = 64
    /// In the flags of a country: a code is the first one of a town's, and stands for those behind it, too.
    static let rangeFlag: UInt8 = 1
    /// The codes of a town share so many characters from the first on.
    static let rangePrefixCount = 2
    /// Steps of a position in one degree, counted from 90° S and 180° W: 54 m.
    static let stepsPerDegree = 2048
    static let largestNorth = 180 * stepsPerDegree
    static let largestEast = 360 * stepsPerDegree
}
