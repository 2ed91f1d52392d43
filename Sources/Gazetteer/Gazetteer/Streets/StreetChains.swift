import PlacemarkModel

/// A row of points on the units of the tiles, on its way into a file: the middle of a street from end to end.
struct StreetChain {
    /// In units from the south-western corner of the grid, no two in a row the same. Beyond 180° they go on eastward.
    let points: [SIMD2<Int>]
    /// To the east and to the north.
    let metersPerUnit: SIMD2<Double>

    /// A position in units, rounded to the nearest.
    static func units(_ point: StreetPoint) -> SIMD2<Int> {
        // 10⁻⁷ degrees times units per degree.
        let scale = StreetsFormat.unitsPerDegree / 10_000_000
        let east = (Double(point.longitude) + 1_800_000_000) * scale
        let north = (Double(point.latitude) + 900_000_000) * scale
        return SIMD2(Int(east.rounded()), Int(north.rounded()))
    }

    static func metersPerUnit(at point: StreetPoint) -> SIMD2<Double> {
        let scale = LocalScale(atLatitude: Double(point.latitude) / 10_000_000)
        return SIMD2(scale.metersPerDegreeEast, scale.metersPerDegreeNorth)
            / StreetsFormat.unitsPerDegree
    }

    /// Returns nil when fewer than two different points are left.
    init?(_ line: [StreetPoint]) {
        guard let first = line.first else { return nil }
        var points: [SIMD2<Int>] = []
        for point in line.map(Self.units) {
            let point = points.last.map { Self.near($0, point) } ?? point
            if point != points.last { points.append(point) }
        }
        guard points.count > 1 else { return nil }
        let isBeyondWest = points.contains { $0.x < 0 }
        self.points = points.map { isBeyondWest ? $0 &+ Self.circle : $0 }
        metersPerUnit = Self.metersPerUnit(at: first)
    }

    /// The units of a whole circle of the earth.
    private static let circle = SIMD2(Int(Grid.width) * StreetsFormat.unitsPerStep, 0)

    /// The same point where it is the short way from another, on whichever side of 180° that is.
    private static func near(_ other: SIMD2<Int>, _ point: SIMD2<Int>) -> SIMD2<Int> {
        let way = point.x - other.x
        return way > circle.x / 2 ? point &- circle : way < -circle.x / 2 ? point &+ circle : point
    }

    /// A house's point where it is the short way from the chain.
    func near(_ house: SIMD2<Int>) -> SIMD2<Int> { Self.near(points[0], house) }

    /// The points in metres from one of the units.
    private func meters(from origin: SIMD2<Int>) -> [SIMD2<Double>] {
        points.map { point in
            let way = point &- origin
            return SIMD2(Double(way.x), Double(way.y)) * metersPerUnit
        }
    }

    /// Where a house belongs along the chain, in metres.
    func foot(of house: SIMD2<Int>) -> StreetFoot? { StreetFoot(of: SIMD2(0, 0), along: meters(from: house)) }

    /// Joins pieces end to end where exactly two of them meet, so that a street that a map cuts at each crossing is one
    /// again. The same pieces give the same chains.
    static func joined(_ lines: [[StreetPoint]]) -> [[StreetPoint]] {
        var rows: [[StreetPoint]?] = lines.filter { $0.count > 1 }
        var rowsAtEnd: [StreetPoint: [Int]] = [:]
        for (number, row) in rows.enumerated() {
            guard let row else { continue }
            rowsAtEnd[row[0], default: []].append(number)
            rowsAtEnd[row[row.count - 1], default: []].append(number)
        }
        for number in rows.indices {
            while let row = rows[number], let (end, other) = neighbour(of: row, number, rowsAtEnd),
                let added = rows[other]
            {
                let joined = join(row, added, at: end)
                (rows[number], rows[other]) = (joined, nil)
                rowsAtEnd[end] = nil
                for end in [joined[0], joined[joined.count - 1]] {
                    rowsAtEnd[end] = rowsAtEnd[end]?.map { $0 == other ? number : $0 }
                }
            }
        }
        return rows.compactMap { $0 }
    }

    /// The end of a row where exactly one other row ends, and that one.
    private static func neighbour(
        of row: [StreetPoint], _ number: Int, _ rowsAtEnd: [StreetPoint: [Int]]
    ) -> (end: StreetPoint, other: Int)? {
        for end in [row[row.count - 1], row[0]] {
            guard let meeting = rowsAtEnd[end], meeting.count == 2, meeting[0] != meeting[1] else { continue }
            return (end, meeting[0] == number ? meeting[1] : meeting[0])
        }
        return nil
    }

    private static func join(_ row: [StreetPoint], _ other: [StreetPoint], at end: StreetPoint) -> [StreetPoint] {
        if row[row.count - 1] == end { return row + (other[0] == end ? other : other.reversed()).dropFirst() }
        return (other[0] == end ? other.reversed() : other) + row.dropFirst()
    }
}

/// A part of a chain in one tile.
struct StreetChainPart {
    let column, row: Int
    /// In units from the south-western corner of the grid.
    var points: [SIMD2<Int>]
    /// Where it begins and ends along the chain, in metres.
    var along: ClosedRange<Double>
}

extension StreetChain {
    /// The chain cut at the sides of the tiles. The cuts are new points, on the side itself.
    var parts: [StreetChainPart] {
        var parts: [StreetChainPart] = []
        var along = 0.0
        for (from, to) in zip(points, points.dropFirst()) {
            for (start, end) in Self.cut(from, to) where start != end {
                let way = end &- start
                let meters = SIMD2(Double(way.x), Double(way.y)) * metersPerUnit
                let end = (point: end, along: along + (meters * meters).sum().squareRoot())
                // The middle of an edge that has been cut lies in one tile only.
                let column = (start.x + end.point.x) / 2 / StreetsFormat.tileSide
                let row = (start.y + end.point.y) / 2 / StreetsFormat.tileSide
                if let last = parts.indices.last, parts[last].column == column, parts[last].row == row {
                    parts[last].points.append(end.point)
                    parts[last].along = parts[last].along.lowerBound...end.along
                } else {
                    parts.append(
                        StreetChainPart(
                            column: column, row: row, points: [start, end.point], along: along...end.along))
                }
                along = end.along
            }
        }
        return parts
    }

    /// An edge, cut wherever it crosses the side of a tile.
    private static func cut(_ from: SIMD2<Int>, _ to: SIMD2<Int>) -> [(SIMD2<Int>, SIMD2<Int>)] {
        let way = to &- from
        var cuts: [(share: Double, point: SIMD2<Int>)] = []
        for axis in 0..<2 where way[axis] != 0 {
            let (low, high) = (min(from[axis], to[axis]), max(from[axis], to[axis]))
            var side = (low / StreetsFormat.tileSide + 1) * StreetsFormat.tileSide
            while side < high {
                let share = Double(side - from[axis]) / Double(way[axis])
                var point = SIMD2<Int>(0, 0)
                point[axis] = side
                point[1 - axis] = from[1 - axis] + Int((share * Double(way[1 - axis])).rounded())
                cuts.append((share, point))
                side += StreetsFormat.tileSide
            }
        }
        let points = [from] + cuts.sorted { $0.share < $1.share }.map(\.point) + [to]
        return Array(zip(points, points.dropFirst()))
    }
}
