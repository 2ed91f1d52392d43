import PlacemarkModel

/// A piece of a street, with numbers instead of texts.
struct ExtractedLine {
    var name: UInt32
    var kind: StreetKind
    private var start, end: Int
    /// Those of the extract's points that it leads through.
    var points: Range<Int> { start..<end }

    init(name: UInt32, kind: StreetKind, points: Range<Int>) {
        (self.name, self.kind, start, end) = (name, kind, points.lowerBound, points.upperBound)
    }
}

/// A house number with its place, with numbers instead of texts: about 48 bytes.
package struct ExtractedAddress: BitwiseCopyable {
    static let none = UInt32.max

    /// Of its street or place; `none` where the tags have none.
    package var name: UInt32
    var isPlace: Bool
    var isInterpolated = false
    /// The number of its text, and that of its postal code; `none` for no postal code.
    package var number, postalCode: UInt32
    package var point: SourcePoint
    /// In metres: of a circle as large as the building. 0 for a node.
    var radius: Float = 0
    /// 0 for a building.
    var nodeID: Int64 = 0
}
