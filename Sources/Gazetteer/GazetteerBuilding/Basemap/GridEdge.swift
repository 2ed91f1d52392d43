import Gazetteer

/// An edge of a border, and what lies beside it.
struct GridEdge {
    let from, to: GridPoint

    /// In the square of a position: never on the far side of the grid.
    var middle: GridPoint {
        Self.inside(x: (Int(from.x) + Int(to.x)) / 2, y: (Int(from.y) + Int(to.y)) / 2)
    }

    /// How far from the edge its sides are looked at, in steps of the grid: more than the rounding of its ends.
    private static let reach = 12.0

    /// A position on each side of the middle.
    var sides: [GridPoint] {
        let (x, y) = (Double(to.x) - Double(from.x), Double(to.y) - Double(from.y))
        let length = max((x * x + y * y).squareRoot(), 1)
        let (awayX, awayY) = (Int((-y / length * Self.reach).rounded()), Int((x / length * Self.reach).rounded()))
        let middle = middle
        return [1, -1].map { Self.inside(x: Int(middle.x) + $0 * awayX, y: Int(middle.y) + $0 * awayY) }
    }

    private static func inside(x: Int, y: Int) -> GridPoint {
        GridPoint(
            x: Int32(min(max(x, 0), Int(Grid.width) - 1)), y: Int32(min(max(y, 0), Int(Grid.height) - 1)))
    }
}

extension [GridPoint] {
    /// The parts of a line whose edges are to stay.
    func parts(where stays: (GridEdge) -> Bool) -> [[GridPoint]] {
        var (parts, part): ([[GridPoint]], [GridPoint]) = ([], [])
        for (from, to) in zip(self, dropFirst()) {
            if stays(GridEdge(from: from, to: to)) {
                if part.isEmpty { part = [from] }
                part.append(to)
            } else if !part.isEmpty {
                parts.append(part)
                part = []
            }
        }
        return part.isEmpty ? parts : parts + [part]
    }
}

/// How important a place is on the map: 0 the largest.
struct PlaceRank {
    let number: Int

    /// The least population of ranks 0 to 8.
    private static let populations = [
        5_000_000, 2_000_000, 1_000_000, 500_000, 200_000, 100_000, 50_000, 20_000, 5_000,
    ]
    private static let firstZooms = [2, 3, 3, 4, 5, 5, 6, 6, 7, 8]

    init(population: Int) { number = Self.populations.firstIndex { population >= $0 } ?? Self.populations.count }

    /// The zoom from which on it is shown.
    var firstZoom: Int { Self.firstZooms[number] }
}
