/// Borders cut along the lines between root cells, and sorted by cell.
///
/// A cut makes a new vertex, rounded to what the format can hold: a border may move by half a step there, for all its
/// boundaries alike.
struct CellPieces {
    private var piecesByCell: [Int: [Border]] = [:]
    /// Where borders cross the parallel at the foot of each row of cells, just north of it: x, and the boundaries.
    private var crossings: [[(x: Int32, boundaries: [Int])]] = Array(repeating: [], count: Grid.rowCount)
    private var cornersOfRow: [[[Int]]] = []

    private let format: VertexFormat

    init(borders: [Border], format: VertexFormat) {
        self.format = format
        for border in borders { add(border) }
        cornersOfRow = crossings.map { Self.corners($0) }
    }

    /// The pieces inside a cell, in coordinates from its south-western corner (0…2¹⁵); nil when there are none.
    func pieces(ofCell cell: Int) -> [Border]? { piecesByCell[cell] }

    /// The boundaries that hold the south-western corner of a cell, ascending; the corner counts as a little inside.
    func boundariesAtCorner(ofCell cell: Int) -> [Int] {
        cornersOfRow[cell / Grid.columnCount][cell % Grid.columnCount]
    }

    private mutating func add(_ border: Border) {
        var piece: [GridPoint] = []
        var cellOfPiece: Int?
        func flush(_ pieces: inout [Int: [Border]]) {
            guard let cell = cellOfPiece, piece.count > 1 else { return }
            let west = Int32(cell % Grid.columnCount) * Grid.cellSide
            let south = Int32(cell / Grid.columnCount) * Grid.cellSide
            let points = piece.map { GridPoint(x: $0.x - west, y: $0.y - south) }
            pieces[cell, default: []].append(Border(points: points, boundaries: border.boundaries))
        }
        for (from, to) in zip(border.points, border.points.dropFirst()) {
            var start = from
            for end in cuts(from, to) + [to] where end != start {
                noteCrossing(start, end, border.boundaries)
                let cell = Self.cell(start, end)
                if cell != cellOfPiece || piece.last != start {
                    flush(&piecesByCell)
                    (cellOfPiece, piece) = (cell, [start])
                }
                piece.append(end)
                start = end
            }
        }
        flush(&piecesByCell)
    }

    /// The cell of an edge that has been cut; nil when it lies on the line between two cells, where no way to a
    /// reference corner meets it.
    private static func cell(_ a: GridPoint, _ b: GridPoint) -> Int? {
        let (west, south) = (min(a.x, b.x), min(a.y, b.y))
        if a.x == b.x && west % Grid.cellSide == 0 { return nil }
        if a.y == b.y && south % Grid.cellSide == 0 { return nil }
        return Int(south / Grid.cellSide) * Grid.columnCount + Int(west / Grid.cellSide)
    }

    private mutating func noteCrossing(_ a: GridPoint, _ b: GridPoint, _ boundaries: [Int]) {
        let low = min(a.y, b.y)
        guard a.y != b.y, low % Grid.cellSide == 0 else { return }
        crossings[Int(low / Grid.cellSide)].append((a.y < b.y ? a.x : b.x, boundaries))
    }

    /// The boundaries at the corners of one row, from west to east.
    private static func corners(_ crossings: [(x: Int32, boundaries: [Int])]) -> [[Int]] {
        let sorted = crossings.sorted { $0.x < $1.x }
        var next = 0
        var inside: [Int] = []
        return (0..<Grid.columnCount).map { column in
            while next < sorted.count, sorted[next].x <= Int32(column) * Grid.cellSide {
                inside.formSymmetricDifference(sorted[next].boundaries)
                next += 1
            }
            return inside
        }
    }

    /// Where the edge between two points crosses lines between cells, on its way.
    private func cuts(_ a: GridPoint, _ b: GridPoint) -> [GridPoint] {
        let (runX, runY) = (Int(b.x) - Int(a.x), Int(b.y) - Int(a.y))
        // Ordered by the share of the way, as an exact fraction: numerator of the cut, denominator the whole.
        var cuts: [(share: Double, point: GridPoint)] = []
        for line in Self.linesBetween(a.x, b.x) {
            let y = Int(a.y) + Self.roundedQuotient((Int(line) - Int(a.x)) * runY, runX)
            cuts.append((Double(Int(line) - Int(a.x)) / Double(runX), GridPoint(x: line, y: format.rounded(Int32(y)))))
        }
        for line in Self.linesBetween(a.y, b.y) {
            let x = Int(a.x) + Self.roundedQuotient((Int(line) - Int(a.y)) * runX, runY)
            cuts.append((Double(Int(line) - Int(a.y)) / Double(runY), GridPoint(x: format.rounded(Int32(x)), y: line)))
        }
        return cuts.sorted { $0.share < $1.share }.map(\.point)
    }

    /// The multiples of the cells' side strictly between two numbers.
    private static func linesBetween(_ a: Int32, _ b: Int32) -> [Int32] {
        let (low, high) = (min(a, b), max(a, b))
        return Array(
            stride(from: (low / Grid.cellSide + 1) * Grid.cellSide, to: high, by: Int(Grid.cellSide)))
    }

    /// `dividend / divisor`, rounded to the nearest integer, halves towards the dividend's side of zero.
    private static func roundedQuotient(_ dividend: Int, _ divisor: Int) -> Int {
        let (top, bottom) = divisor < 0 ? (-dividend, -divisor) : (dividend, divisor)
        return top >= 0 ? (top + bottom / 2) / bottom : -((-top + bottom / 2) / bottom)
    }
}
