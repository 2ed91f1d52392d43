import Glibc

/// The numbers of the layer of postal codes.
///
/// A point is a place with one postal code, and the radius round it within which the code is believed. The points of a
/// country lie in cells of half a degree by half a degree; those of a cell are a k-d tree by their order.
enum PostalCodesFormat {
    /// UInt32 each: numbers of countries and cells, bytes of points and alphabets.
    static let headerByteCount = 16
    /// Two letters, bits of a point and characters of a code (UInt8), alphabet, first cell, first byte of the points
    /// (UInt32).
    static let countryByteCount = 16
    /// Number of the cell and its first point (UInt32).
    static let cellByteCount = 8
    /// Each section begins at a multiple of this.
    static let sectionAlignment = 8
    /// Behind the last point of all, so that each can be read as one UInt64.
    static let pointPaddingByteCount = 8

    static let cellsPerDegree = 2.0
    static let columnCount = 720
    static let rowCount = 360
    /// In the place of a cell's number: the end of a country's cells.
    static let endOfCells = UInt32.max
    /// A point is, from its lowest bit on, its place from the cell's south and west edge, the radius, and the code.
    static let offsetBitCount = 12
    static let radiusBitCount = 5
    static let fixedBitCount = 2 * offsetBitCount + radiusBitCount
    /// A number of so many bits that begins at any bit lies within eight bytes.
    static let largestPointBitCount = 57
    /// A string of so many bytes needs no memory of its own.
    static let longestCodeByteCount = 15
    /// A range of the tree with at most this many points is a leaf, and scanned.
    static let leafPointCount = 8

    /// Steps of the place within a cell in one degree: 13.6 m.
    static let stepsPerDegree = cellsPerDegree * Double(1 << offsetBitCount)
    /// Nearer to a pole there are no postal codes, and a line to the east is too far from straight.
    static let greatestLatitude = 85.0
    static let leastRadiusInMeters = 100.0
    static let greatestRadiusInMeters = 5000.0
    /// One degree of latitude on a sphere of the earth's mean radius (IUGG R1, 6,371,008.8 m).
    static let metersPerDegree = 111_195.08

    /// The squares of the radii that can be stored: each larger than the one before by the same factor, 1.13.
    static let squaredRadii: [Double] = (0..<1 << radiusBitCount).map { step in
        let radius = leastRadiusInMeters * pow(greatestRadiusInMeters / leastRadiusInMeters, Double(step) / 31)
        return radius * radius
    }
}
