package import PlacemarkModel

/// What a feature of a detail pack's map is. Stored as a byte, so a kind keeps its number for ever; a reader leaves out the
/// numbers that it does not know.
package enum MapFeatureKind: UInt8, CaseIterable, Sendable {
    // Areas, in the order in which a map draws them.
    case built = 1, farmland = 2, grass = 3, park = 4, wood = 5, sand = 6, rock = 7, ice = 8, water = 9, pier = 10
    case building = 11
    // Lines.
    case river = 32, stream = 33, breakwater = 34, railway = 35, tram = 36
    /// A line of the coast, with the land on its left.
    case coastline = 37
    /// A road that the pack's streets do not have, because it bears no name: its class is that of a street.
    case motorway = 64, trunk = 65, primary = 66, secondary = 67, tertiary = 68, residential = 69, service = 70
    case path = 71
    /// A road with a number on signs, whoever draws it: its class, and its text is the number.
    case numberedMotorway = 96, numberedTrunk = 97, numberedPrimary = 98, numberedSecondary = 99, numberedTertiary = 100

    /// Whether what its lines go round is meant, and not the lines.
    package var isArea: Bool { rawValue < Self.river.rawValue }
}

/// A building, a wood, a railway: something that look-ups do not know and maps draw.
package struct MapFeature: Hashable, Sendable {
    package var kind: MapFeatureKind
    /// The number of a road, the name of a river; empty for none.
    package var text: String
    /// Rings, of which what an odd number goes round is inside, without the first vertex once more at the end; or lines.
    package var lines: [[Coordinate]]

    package init(kind: MapFeatureKind, text: String = "", lines: [[Coordinate]]) {
        (self.kind, self.text, self.lines) = (kind, text, lines)
    }
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
