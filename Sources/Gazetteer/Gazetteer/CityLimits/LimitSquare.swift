import Varints

/// One square of the city limits: which boundaries touch it, which of them its corner lies in, and the borders inside it.
///
/// Every number of it is checked when it is used, and a wrong one means "no boundary".
struct LimitSquare {
    /// The square's corner in the south-west, and its side, in steps of the grid.
    let (x, y, side): (Int, Int, Int)
    /// The boundaries that touch the square, ascending.
    private(set) var boundaries: [Int] = []
    /// Those of them that the corner lies in: one bit each.
    private var corner: UInt64 = 0
    private var runs: VarintReader

    /// - Parameters:
    ///   - key: The square's number in the order of Morton, in units of the smallest squares.
    ///   - bytes: All that is stored of it.
    init?(key: UInt32, bytes: UnsafeRawBufferPointer, boundaryCount: Int) {
        var reader = VarintReader(bytes)
        guard let level = reader.nextCount(atMost: CityLimitsFormat.largestLevel),
            level >= CityLimitsFormat.smallestLevel,
            let count = reader.nextCount(atMost: CityLimitsFormat.mostBoundaries)
        else { return nil }
        (x, y) = Morton.corner(of: key)
        side = 1 << level
        var last = -1
        for _ in 0..<count {
            guard let gap = reader.nextCount(atMost: boundaryCount), last + 1 + gap < boundaryCount else { return nil }
            last += 1 + gap
            boundaries.append(last)
        }
        corner = reader.next()
        guard !reader.isExhausted, corner >> UInt64(count) == 0 else { return nil }
        runs = reader
    }

    /// Whether a position lies in the square, its edges in the south and west included.
    func contains(_ point: GridPoint) -> Bool {
        (x..<x + side).contains(Int(point.x)) && (y..<y + side).contains(Int(point.y))
    }

    /// The boundaries that hold a position of the square, as bits of `boundaries`; nil when the square is damaged.
    ///
    /// Each border between the position and the corner swaps the bits of the boundaries that it separates.
    func boundaries(at point: GridPoint) -> UInt64? {
        let crossing = BorderCrossing(x: Int(point.x), y: Int(point.y), cornerX: x, cornerY: y)
        var held = corner
        let isWhole = forEachEdge { mask, from, to in
            if crossing.crosses(fromX: from.x, fromY: from.y, toX: to.x, toY: to.y) { held ^= mask }
        }
        return isWhole ? held : nil
    }

    /// Calls `body` with the boundaries that an edge separates, as bits of `boundaries`, and its ends. Returns false when the
    /// square is damaged.
    @inline(__always)
    func forEachEdge(_ body: (UInt64, (x: Int, y: Int), (x: Int, y: Int)) -> Void) -> Bool {
        var reader = runs
        let all = (1 << UInt64(boundaries.count)) - 1 as UInt64
        // Farther away, the products of the comparison would overflow.
        let reach = -Int(Grid.width)...2 * Int(Grid.width)
        let runCount = reader.next()
        var run: UInt64 = 0
        while run < runCount, !reader.isExhausted {
            run += 1
            let mask = reader.next()
            let edgeCount = reader.next()
            guard mask & ~all == 0 else { return false }
            var from = (x: x &+ reader.nextZigzag(), y: y &+ reader.nextZigzag())
            guard reach.contains(from.x), reach.contains(from.y) else { return false }
            var edge: UInt64 = 0
            while edge < edgeCount {
                edge += 1
                let (dx, dy) = (reader.nextZigzag(), reader.nextZigzag())
                guard !reader.isExhausted, reach.contains(dx), reach.contains(dy) else { return false }
                let to = (x: from.x + dx, y: from.y + dy)
                guard reach.contains(to.x), reach.contains(to.y) else { return false }
                body(mask, from, to)
                from = to
            }
        }
        return !reader.isExhausted
    }
}
