import Glibc
import VectorTiles

/// A square of the grid on which a pack's coast is told from land and sea: 16 × 16 of them are a tile of the finest zoom.
struct CoastSquare: Hashable, Comparable {
    var column, row: Int32

    /// In half units of the plane. The lines of the grid lie on odd numbers, and the vertices of coasts on even ones: none
    /// lies on a line.
    static let side: Int32 = 512

    init(column: Int32, row: Int32) { (self.column, self.row) = (column, row) }

    /// The square in which a stretch lies that crosses no line of the grid, or a single point.
    init(of from: TilePoint, _ to: TilePoint) {
        (column, row) = (Self.number((from.x + to.x) >> 1), Self.number((from.y + to.y) >> 1))
    }

    fileprivate static func number(_ position: Int32) -> Int32 { (position - 1) >> 9 }
    /// Where the square of a number begins, and the one before it ends.
    static func line(_ number: Int32) -> Int32 { number * side + 1 }

    static func < (a: CoastSquare, b: CoastSquare) -> Bool { (a.row, a.column) < (b.row, b.column) }

    /// Its neighbours, in the order of its sides: north, east, south, west.
    var neighbours: [CoastSquare] {
        [(0, -1), (1, 0), (0, 1), (-1, 0)].map { CoastSquare(column: column + $0, row: row + $1) }
    }

    /// How far it is from the north-western corner to a point on its border, clockwise; a side is `side` long.
    func position(onBorder point: TilePoint) -> Int32 {
        let (x, y) = (point.x - Self.line(column), point.y - Self.line(row))
        if y == 0 { return x }
        if x == Self.side { return Self.side + y }
        if y == Self.side { return 3 * Self.side - x }
        return 4 * Self.side - y
    }

    /// The point of the border at a position.
    func point(at position: Int32) -> TilePoint {
        let (west, north, rest) = (Self.line(column), Self.line(row), position % Self.side)
        return switch position / Self.side {
        case 0: TilePoint(x: west + rest, y: north)
        case 1: TilePoint(x: west + Self.side, y: north + rest)
        case 2: TilePoint(x: west + Self.side - rest, y: north + Self.side)
        case 3: TilePoint(x: west, y: north + Self.side - rest)
        default: TilePoint(x: west, y: north)
        }
    }
}

/// Lines of a coast, joined where one ends and another begins, with a vertex wherever they cross a line of the grid. Their
/// points are in half units of the plane; the land lies on the left, as OpenStreetMap has it.
struct CoastLines {
    private(set) var lines: [[TilePoint]] = []

    /// An edge that is longer, in units of the plane (38 km at the equator), has an end in the wrong place.
    private static let longestEdge = 1 << 16

    /// - Parameter ways: In units of the plane.
    init(_ ways: [[TilePoint]]) {
        lines = Self.joined(ways.flatMap(Self.believable)).map {
            Self.cutAtGrid($0.map { TilePoint(x: 2 * $0.x, y: 2 * $0.y) })
        }
    }

    /// A line without repeated points, in pieces where an edge cannot be.
    private static func believable(_ way: [TilePoint]) -> [[TilePoint]] {
        var pieces: [[TilePoint]] = [[]]
        for point in way {
            guard let last = pieces[pieces.count - 1].last, last != point else {
                if pieces[pieces.count - 1].isEmpty { pieces[pieces.count - 1].append(point) }
                continue
            }
            if max(abs(Int(point.x) - Int(last.x)), abs(Int(point.y) - Int(last.y))) > longestEdge { pieces.append([]) }
            pieces[pieces.count - 1].append(point)
        }
        return pieces.filter { $0.count > 1 }
    }

    private static func joined(_ ways: [[TilePoint]]) -> [[TilePoint]] {
        var beginningAt: [TilePoint: [Int]] = [:]
        var ends: Set<TilePoint> = []
        for (index, way) in ways.enumerated() {
            beginningAt[way[0], default: []].append(index)
            ends.insert(way[way.count - 1])
        }
        var isUsed = Array(repeating: false, count: ways.count)
        var lines: [[TilePoint]] = []
        // Those first that no other leads to: what is left then are rings.
        let order = ways.indices.filter { !ends.contains(ways[$0][0]) } + ways.indices
        for first in order where !isUsed[first] {
            isUsed[first] = true
            var line = ways[first]
            while line[line.count - 1] != line[0],
                let next = beginningAt[line[line.count - 1]]?.first(where: { !isUsed[$0] })
            {
                isUsed[next] = true
                line += ways[next].dropFirst()
            }
            lines.append(line)
        }
        return lines
    }

    /// The line with a vertex on each line of the grid that it crosses; never on a corner, as numbers across are even. A ring
    /// begins at such a vertex, if it has one.
    private static func cutAtGrid(_ line: [TilePoint]) -> [TilePoint] {
        var inColumns = [line[0]]
        for (from, to) in zip(line, line.dropFirst()) {
            for x in crossed(from.x, to.x) {
                let share = Double(x - from.x) / Double(to.x - from.x)
                inColumns.append(TilePoint(x: x, y: even(Double(from.y) + share * Double(to.y - from.y))))
            }
            inColumns.append(to)
        }
        var cut = [inColumns[0]]
        for (from, to) in zip(inColumns, inColumns.dropFirst()) {
            let west = CoastSquare.line(CoastSquare(of: from, to).column)
            for y in crossed(from.y, to.y) {
                let share = Double(y - from.y) / Double(to.y - from.y)
                let x = even(Double(from.x) + share * Double(to.x - from.x))
                cut.append(TilePoint(x: min(max(x, west + 1), west + CoastSquare.side - 1), y: y))
            }
            cut.append(to)
        }
        guard cut[0] == cut[cut.count - 1], let start = cut.firstIndex(where: \.isOnGrid) else { return cut }
        return Array(cut[start...]) + cut[1...start]
    }

    /// The lines of the grid between two numbers, in the direction from the first to the second.
    private static func crossed(_ from: Int32, _ to: Int32) -> [Int32] {
        let (first, last) = (CoastSquare.number(from), CoastSquare.number(to))
        if first < last { return (first + 1...last).map(CoastSquare.line) }
        return first > last ? (last + 1...first).reversed().map(CoastSquare.line) : []
    }

    private static func even(_ number: Double) -> Int32 { 2 * Int32((number / 2).rounded()) }
}

extension TilePoint {
    /// Whether a vertex of a coast is one that a line of the grid has made.
    var isOnGrid: Bool { (x | y) & 1 == 1 }
}
