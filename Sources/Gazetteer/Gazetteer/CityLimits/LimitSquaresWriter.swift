import Varints

/// Cuts the borders of city limits into the squares of a quadtree, down to the smallest where many lie together.
struct LimitSquaresWriter {
    /// An edge: its border, and the vertex where it begins.
    private struct Edge {
        var border: UInt32
        var vertex: UInt32
    }

    /// A square and the boundaries that its corner in the south-west lies in, ascending.
    private struct Square {
        var (x, y, level): (Int, Int, Int)
        var corner: [Int]

        var side: Int { 1 << level }
    }

    private let borders: [Border]
    private(set) var squares = CheckedPiecesWriter()
    private let importances: [UInt8]
    /// How many boundaries are not in a square that they touch, summed over the squares.
    private(set) var leftOutCount = 0

    /// - Parameter importances: Of the boundaries: where more meet in one of the smallest squares than the format can hold,
    ///   the least important are left out of it.
    init(borders: [Border], importances: [UInt8]) {
        (self.borders, self.importances) = (borders, importances)
        var edges: [Edge] = []
        for (number, border) in borders.enumerated() {
            edges += (0..<border.points.count - 1).map { Edge(border: UInt32(number), vertex: UInt32($0)) }
        }
        divide(Square(x: 0, y: 0, level: CityLimitsFormat.largestLevel, corner: []), edges)
    }

    private func ends(_ edge: Edge) -> (from: GridPoint, to: GridPoint) {
        let points = borders[Int(edge.border)].points
        return (points[Int(edge.vertex)], points[Int(edge.vertex) + 1])
    }

    private mutating func divide(_ square: Square, _ edges: [Edge]) {
        guard !edges.isEmpty || !square.corner.isEmpty else { return }
        guard edges.count > CityLimitsFormat.mostEdges || hasTooManyBoundaries(square, edges),
            square.level > CityLimitsFormat.smallestLevel
        else {
            write(square, edges)
            return
        }
        let half = square.side / 2
        for quarter in 0..<4 {
            let (x, y) = (square.x + quarter % 2 * half, square.y + quarter / 2 * half)
            let crossing = BorderCrossing(x: x, y: y, cornerX: square.x, cornerY: square.y)
            var corner = square.corner
            for edge in edges {
                let (from, to) = ends(edge)
                if crossing.crosses(fromX: Int(from.x), fromY: Int(from.y), toX: Int(to.x), toY: Int(to.y)) {
                    corner.formSymmetricDifference(borders[Int(edge.border)].boundaries)
                }
            }
            let child = Square(x: x, y: y, level: square.level - 1, corner: corner)
            divide(child, edges.filter { touches(child, $0) })
        }
    }

    /// Whether more boundaries touch a square than it can hold, and fewer may touch a quarter of it: those that have edges in it.
    private func hasTooManyBoundaries(_ square: Square, _ edges: [Edge]) -> Bool {
        var others: Set<Int> = []
        for edge in edges { others.formUnion(borders[Int(edge.border)].boundaries) }
        return !others.isEmpty && others.union(square.corner).count > CityLimitsFormat.mostBoundaries
    }

    /// Whether an edge and a square, its sides included, have a point in common.
    private func touches(_ square: Square, _ edge: Edge) -> Bool {
        let (from, to) = ends(edge)
        let (west, south) = (square.x, square.y)
        let (east, north) = (west + square.side, south + square.side)
        guard min(from.x, to.x) <= east, max(from.x, to.x) >= west, min(from.y, to.y) <= north,
            max(from.y, to.y) >= south
        else { return false }
        // Not when all four corners are on one side of the edge's line.
        let (dx, dy) = (Int(to.x - from.x), Int(to.y - from.y))
        var (left, right) = (false, false)
        for (x, y) in [(west, south), (east, south), (west, north), (east, north)] {
            let side = dx * (y - Int(from.y)) - dy * (x - Int(from.x))
            left = left || side >= 0
            right = right || side <= 0
        }
        return left && right
    }

    private mutating func write(_ square: Square, _ edges: [Edge]) {
        var boundaries = square.corner
        var runs: [Run] = []
        for edge in edges {
            if let last = runs.last, last.border == edge.border, last.first + last.count == edge.vertex {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(border: edge.border, first: edge.vertex, count: 1))
                for boundary in borders[Int(edge.border)].boundaries where !boundaries.contains(boundary) {
                    boundaries.append(boundary)
                }
            }
        }
        if boundaries.count > CityLimitsFormat.mostBoundaries {
            leftOutCount += boundaries.count - CityLimitsFormat.mostBoundaries
            boundaries.sort { (importances[$1], $0) < (importances[$0], $1) }
            boundaries.removeLast(boundaries.count - CityLimitsFormat.mostBoundaries)
            runs.removeAll { run in !borders[Int(run.border)].boundaries.contains { boundaries.contains($0) } }
        }
        boundaries.sort()
        append(square, boundaries, runs)
    }

    private struct Run {
        var (border, first, count): (UInt32, UInt32, UInt32)
    }

    private mutating func append(_ square: Square, _ boundaries: [Int], _ runs: [Run]) {
        func mask(_ some: [Int]) -> UInt64 {
            some.reduce(0) { mask, boundary in
                mask | (boundaries.firstIndex(of: boundary).map { 1 << UInt64($0) } ?? 0)
            }
        }
        var bytes: [UInt8] = []
        bytes.append(varint: UInt64(square.level))
        bytes.append(varint: UInt64(boundaries.count))
        var next = 0
        for boundary in boundaries {
            bytes.append(varint: UInt64(boundary - next))
            next = boundary + 1
        }
        bytes.append(varint: mask(square.corner))
        bytes.append(varint: UInt64(runs.count))
        for run in runs {
            let border = borders[Int(run.border)]
            bytes.append(varint: mask(border.boundaries))
            bytes.append(varint: UInt64(run.count))
            var last = GridPoint(x: Int32(square.x), y: Int32(square.y))
            for point in border.points[Int(run.first)...Int(run.first + run.count)] {
                bytes.append(zigzag: Int(point.x - last.x))
                bytes.append(zigzag: Int(point.y - last.y))
                last = point
            }
        }
        squares.append(bytes, key: Morton.key(x: square.x, y: square.y))
    }
}
