/// The numbers of a layer of boundaries: zones, states, counties, water.
///
/// The world is a board of 512 × 256 root cells. For each field of 16 × 16 of them a table says either which boundary fills
/// it, or which board of cells it is; for each cell such a board says which boundary fills it, or where its block is. A
/// block is a quadtree whose leaves list the edges that pass through them.
enum BoundariesFormat {
    static let headerByteCount = 64
    static let sectionAlignment = 64
    /// The most texts that a boundary can have. The header says how many those of the layer have at most, and their records hold
    /// just as many.
    static let textCount = 3
    /// Country code and kind (UInt16), then the strings (UInt32 each).
    static func recordByteCount(textCount: Int) -> Int { 4 + textCount * 4 }
    /// Boundaries are numbered with 16 bits.
    static let largestBoundaryCount = Int(UInt16.max)

    /// Fields of this many root cells on each side.
    static let fieldSide = 16
    static let fieldCellCount = fieldSide * fieldSide
    static let fieldColumnCount = Grid.columnCount / fieldSide
    static let fieldRowCount = Grid.rowCount / fieldSide
    /// A field or a root cell (UInt32): 0 for no boundary, the number of the boundary that fills it plus one, or with the
    /// highest bit set the number of its board, or where its block begins, in units of four bytes.
    static let detailFlag: UInt32 = 1 << 31
    static let blockAlignment = 4

    /// The 16-bit words before the nodes of a block: counts of nodes, boundaries, leaf words, vertices; the root; zero.
    static let blockHeaderWordCount = 6
    static let nodeWordCount = 4

    /// A child of a node (16 bits): its kind in the highest two bits, a number in the rest.
    static let kindShift: UInt16 = 14
    static let numberMask: UInt16 = (1 << 14) - 1
    /// The number is one of the block's boundaries, or `noBoundary`.
    static let uniformKind: UInt16 = 0
    /// The number is that of a node.
    static let nodeKind: UInt16 = 1
    /// The number is where a leaf begins, in units of two words.
    static let leafKind: UInt16 = 2
    static let noBoundary: UInt16 = numberMask
    static let leafAlignmentInWords = 2

    /// A leaf (words): count of boundaries and, in the high byte, of runs; which of the boundaries the reference corner lies
    /// in, one bit each; the boundaries, as numbers of the block's, by priority; the runs.
    static let leafHeaderWordCount = 2
    /// A run (two words): the first vertex; the number of edges and, in the high byte, the two boundaries that its edges
    /// border on, four bits each, as numbers of the leaf's.
    static let runWordCount = 2
    static let noSide: UInt16 = 15
    static let largestLeafBoundaryCount = 15
    static let largestRunEdgeCount = 255
}

/// What each of a boundary's texts means: the makers of the layers and their readers agree on it here.
package enum ZoneText {
    /// The English name of the zone's country.
    package static let country = 0
    /// The zone's identifier.
    package static let timeZone = 1
    package static let secondCountry = 2
}

package enum StateText {
    package static let name = 0
    /// ISO 3166-2.
    package static let code = 1
}

package enum CountyText {
    package static let name = 0
    /// The state's name, and its ISO 3166-2 code.
    package static let state = 1
    package static let stateCode = 2
}

package enum WaterText {
    package static let name = 0
}

/// The kind of a boundary of the water layer.
package enum WaterKind: UInt16 {
    case sea = 1
    case lake = 2
    /// Land that a sea or a lake would cover: an island, or the ground round a place with inhabitants.
    case ground = 3
}
