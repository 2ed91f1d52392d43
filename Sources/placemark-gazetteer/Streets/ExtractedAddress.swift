import PlacemarkCore

/// A piece of a street, with numbers instead of texts.
struct ExtractedLine {
    var name: UInt32
    var kind: StreetKind
    /// Those of the extract's points that it leads through.
    var points: Range<Int>
}

/// A house number with its place, with numbers instead of texts: about 48 bytes.
struct ExtractedAddress {
    static let none = UInt32.max

    /// Of its street or place; `none` where the tags have none.
    var name: UInt32
    var isPlace: Bool
    var isInterpolated = false
    /// The number of its text, and that of its postal code; `none` for no postal code.
    var number, postalCode: UInt32
    var point: SourcePoint
    /// In metres: of a circle as large as the building. 0 for a node.
    var radius: Float = 0
    /// 0 for a building.
    var nodeID: Int64 = 0
}
