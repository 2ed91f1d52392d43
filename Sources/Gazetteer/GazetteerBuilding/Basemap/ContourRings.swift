/// The lines round what a grid has below a level, by marching squares: rings that do not cross each other.
///
/// The grid is taken to be above the level all round, so that each ring is closed; along its sides the rings run on them.
struct ContourRings {
    /// Row by row.
    private let values: [Int]
    private let (rows, columns): (Int, Int)

    /// A place on the grid: its column and its row, with the share of the way to the next ones.
    struct Point: Equatable {
        var x, y: Double
    }

    /// A line between two neighbouring values, by the one in the south-west of it; from -1 on, beyond the grid.
    private struct Edge: Hashable {
        var column, row: Int32
        var isUpward: Bool
    }

    /// - Precondition: as many values as columns and rows say.
    init(values: [Int], columns: Int) {
        (self.values, self.columns) = (values, columns)
        rows = columns > 0 ? values.count / columns : 0
        precondition(rows * columns == values.count)
    }

    private func value(_ column: Int, _ row: Int) -> Int {
        (0..<columns).contains(column) && (0..<rows).contains(row) ? values[row * columns + column] : .max
    }

    /// Rings round what is below the level; the first point of a ring is not its last once more.
    func rings(below level: Int) -> [[Point]] {
        // Each edge that a ring crosses is a side of two squares, and so between two other ones.
        var neighbours: [Edge: (Edge, Edge?)] = [:]
        func join(_ a: Edge, _ b: Edge) {
            for (edge, other) in [(a, b), (b, a)] {
                if let known = neighbours[edge] {
                    neighbours[edge] = (known.0, other)
                } else {
                    neighbours[edge] = (other, nil)
                }
            }
        }
        for row in -1..<rows {
            for column in -1..<columns {
                let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map { value(column + $0.0, row + $0.1) < level }
                guard corners.contains(true), corners.contains(false) else { continue }
                let (x, y) = (Int32(column), Int32(row))
                let sides = [
                    Edge(column: x, row: y, isUpward: false), Edge(column: x + 1, row: y, isUpward: true),
                    Edge(column: x, row: y + 1, isUpward: false), Edge(column: x, row: y, isUpward: true),
                ]
                let crossed = (0..<4).filter { corners[$0] != corners[($0 + 1) % 4] }
                if crossed.count == 2 {
                    join(sides[crossed[0]], sides[crossed[1]])
                } else if corners[0] {
                    // Of two corners that face each other each is alone: one rule for all squares.
                    join(sides[0], sides[3])
                    join(sides[1], sides[2])
                } else {
                    join(sides[0], sides[1])
                    join(sides[2], sides[3])
                }
            }
        }
        return follow(neighbours, below: level)
    }

    private func follow(_ neighbours: [Edge: (Edge, Edge?)], below level: Int) -> [[Point]] {
        var open = neighbours
        var rings: [[Point]] = []
        let order = neighbours.keys.sorted {
            ($0.row, $0.column, $0.isUpward ? 1 : 0) < ($1.row, $1.column, $1.isUpward ? 1 : 0)
        }
        for start in order where open[start] != nil {
            var (ring, edge): ([Point], Edge?) = ([], start)
            while let here = edge, let (one, other) = open.removeValue(forKey: here) {
                ring.append(point(here, level))
                edge = open[one] != nil ? one : other
            }
            if ring.count > 2 { rings.append(ring) }
        }
        return rings
    }

    private func point(_ edge: Edge, _ level: Int) -> Point {
        let (column, row) = (Int(edge.column), Int(edge.row))
        let (nextColumn, nextRow) = edge.isUpward ? (column, row + 1) : (column + 1, row)
        let (a, b) = (value(column, row), value(nextColumn, nextRow))
        // Beyond the grid there is nothing: the ring runs along its side.
        let share: Double = a == .max ? 1 : b == .max ? 0 : Double(level - a) / Double(b - a)
        return Point(
            x: Double(column) + share * Double(nextColumn - column), y: Double(row) + share * Double(nextRow - row))
    }
}
