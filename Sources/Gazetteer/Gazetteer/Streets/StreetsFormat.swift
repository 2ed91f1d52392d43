/// The numbers of the streets of a detail pack. `docs/contribute/formats/pack.md` shows them as a table.
///
/// Streets are cut at the sides of tiles of a fixed size. A tile holds the pieces of streets in it, each with its house
/// numbers, and is checked when it is looked at.
package enum StreetsFormat {
    /// Raised whenever an older reader would misread a newer layer.
    package static let version: UInt32 = 1
    static let headerByteCount = 64
    static let sectionAlignment = 64
    /// The side of a tile in steps of the `Grid`, as a power of two: 0.6 km from south to north.
    static let tileLevel = 8
    /// Coordinates are in units of an eighth of a step, 0.3 m: rounding moves a point by 0.21 m at most.
    static let unitsPerStep = 8
    static let unitsPerDegree = Grid.stepsPerDegree * Double(unitsPerStep)
    /// The side of a tile in units.
    static let tileSide = unitsPerStep << tileLevel
    /// What surrounds a piece is stored in cells of so many units, 256 of them from half a tile before to half a tile
    /// behind the tile.
    static let boxUnit = tileSide / 128
    /// Names and postal codes are stored in blocks of so many, each name as what differs from the one before.
    static let namesPerBlock = 16
    /// More than any country has, and few enough for `DetailPacks.Streets.number(ofStreet:)`.
    static let largestNameCount = 1 << 24 - 2
    /// OpenStreetMap allows 255 characters, of four bytes each at most.
    static let longestNameByteCount = 1020
    /// The largest house number that is calculated with. Larger ones are texts.
    static let largestNumber = 1 << 20
}

/// The bits of what else a house number has.
struct HouseExtras: OptionSet {
    let rawValue: UInt8

    /// A text follows the number, or stands in its place when the number is 0.
    static let text = HouseExtras(rawValue: 1)
    static let radius = HouseExtras(rawValue: 2)
    /// A postal code of its own.
    static let postalCode = HouseExtras(rawValue: 4)
    static let isInterpolated = HouseExtras(rawValue: 8)
}

/// How far streets and house numbers reach. docs/explain/streets.md has the measurements that chose these.
enum StreetReach {
    /// The middle of a street farther away than this names no position.
    static let ofStreetInMeters = 100.0
    /// A house with a number says it within this distance (`StoredHouse.reachInMeters`).
    static let ofHouseInMeters = 30.0
    /// Houses within this distance say how likely their street is, as far as they are in view.
    static let ofNeighboursInMeters = 80.0
    /// A house stands along a street within this distance of its middle. With `ofHouseInMeters` it is less than
    /// `ofStreetInMeters`, so whoever looks for streets finds their houses, too.
    static let ofPlotInMeters = 60.0
    /// The nearest known number on the same side counts as far along the street as this, when nothing can be calculated.
    static let alongStreetInMeters = 50.0
    /// Between known numbers farther apart than this nothing is calculated.
    static let betweenNumbersInMeters = 400.0
}
