/// The numbers of the city limits of a detail pack. `docs/contribute/formats/pack.md` shows them as a table.
///
/// Squares of a quadtree over the `Grid` cover all that lies in a boundary, each with the pieces of borders that touch it.
/// The index says where they are; the squares themselves are checked one by one, when they are looked at.
package enum CityLimitsFormat {
    /// Raised whenever an older reader would misread a newer layer.
    package static let version: UInt32 = 1
    static let headerByteCount = 64
    static let sectionAlignment = 64
    /// Country (UInt16), level and rank (UInt8), name (UInt32), longitude and latitude (Int32), first place and number of
    /// places (UInt32).
    static let boundaryByteCount = 24
    /// Longitude and latitude (Int32), name (UInt32).
    static let placeByteCount = 12
    /// Coordinates are in units of 1/10,000,000 degree, as OpenStreetMap has them.
    static let unitsPerDegree = 10_000_000.0
    /// Stands for the longitude of a boundary without a point that names it.
    static let noLongitude = Int32.min

    /// The grid's steps, as a power of two, of the smallest and the largest square: 0.6 km, and a circle of the earth.
    static let (smallestLevel, largestLevel) = (8, 24)
    /// A square with more edges is divided, as long as it is not one of the smallest.
    static let mostEdges = 48
    /// So many boundaries may touch a square: there is one bit for each.
    static let mostBoundaries = 62
    /// More boundaries than there are municipalities and their parts on earth, and few enough for a hint of 32 bits.
    static let largestBoundaryCount = 1 << 24
}

/// What a boundary encloses.
package enum CityLimitRank {
    /// What people there call their city. Higher ranks are parts of it: 1 is the one that they name first.
    package static let municipality: UInt8 = 0
}
