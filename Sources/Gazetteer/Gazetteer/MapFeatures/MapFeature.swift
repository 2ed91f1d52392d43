package import PlacemarkModel

/// A building, a wood, a railway: something that look-ups do not know and maps draw.
package struct MapFeature: Hashable, Sendable {
    /// What it is: a number of `MapFeatureKind` in GazetteerBuilding, or a later one that only newer versions know.
    package var kindNumber: UInt8
    /// The number of a road, the name of a river; empty for none.
    package var text: String
    /// Rings, of which what an odd number goes round is inside, without the first vertex once more at the end; or lines.
    package var lines: [[Coordinate]]

    package init(kindNumber: UInt8, text: String = "", lines: [[Coordinate]]) {
        (self.kindNumber, self.text, self.lines) = (kindNumber, text, lines)
    }

    /// Kinds with smaller numbers are areas: what their lines go round is meant, and not the lines.
    package static let firstKindOfLines: UInt8 = 32

    package var isArea: Bool { kindNumber < Self.firstKindOfLines }
}

/// The numbers of the map's layer in a detail pack. `docs/contribute/formats/pack.md` shows them as a table.
enum MapFeaturesFormat {
    /// Raised whenever an older reader would misread a newer layer.
    static let version: UInt32 = 1
    static let headerByteCount = 64
    /// For each block: its bytes, and the lower half of its XXH64 (UInt32 each).
    static let blockRowByteCount = 8
    /// A block is closed with the feature that reaches this size: a damaged one loses what is in it.
    static let blockByteCount = 1 << 16
    /// Coordinates are in units of 5·10⁻⁶ degrees: 0.56 m, about a unit of the map's finest tiles. A side of a usual
    /// building then takes two bytes.
    static let unitsPerDegree = 200_000.0
    /// OpenStreetMap allows 255 characters, of four bytes each at most.
    static let longestTextByteCount = 1020
}
