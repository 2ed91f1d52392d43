import Gazetteer

/// Makes the borders of neighbours fit whose polygons have been simplified one by one.
///
/// Each of two neighbours has kept other vertices of the border that they share. Between what they have kept lie gaps and
/// overlaps. Here each polygon gets the vertices that its neighbour has kept and itself has not: both draw the same line then, and
/// one that is nearer to the truth.
enum BorderMending {
    /// How far a vertex of the true border may be from the simplified one: 0.005° is what the source has simplified by.
    private static let reachInUnits = 52_000.0

    fileprivate struct Cell: Hashable {
        let x, y: Int32

        init(_ point: SourcePoint) { (x, y) = (Self.number(point.longitude), Self.number(point.latitude)) }
        init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }

        /// Cells are as large as the reach: what is near lies in one beside it.
        static func number(_ units: Int32) -> Int32 { Int32((Double(units) / reachInUnits).rounded(.down)) }
    }

    /// An edge of a ring, from its vertex of that number to the next one.
    private struct Edge: Hashable {
        var boundary, ring, index: Int
    }

    static func mended(_ boundaries: [SourceBoundary]) -> [SourceBoundary] {
        var owners: [SourcePoint: [Int]] = [:]
        for (number, boundary) in boundaries.enumerated() {
            for point in boundary.rings.joined() where owners[point]?.last != number {
                owners[point, default: []].append(number)
            }
        }
        let cells = edges(of: boundaries)
        let bounds = boundaries.map(Bounds.init)
        var boundsByCell: [Cell: [Int]] = [:]
        for (number, box) in bounds.enumerated() {
            for cell in box.coarseCells { boundsByCell[cell, default: []].append(number) }
        }
        func coverCount(at point: SourcePoint) -> Int {
            (boundsByCell[Bounds.coarseCell(point)] ?? []).count {
                bounds[$0].contains(point) && boundaries[$0].rings.hold(point)
            }
        }

        var inserted: [Edge: [(share: Double, point: SourcePoint)]] = [:]
        for (point, own) in owners.sorted(by: {
            ($0.key.latitude, $0.key.longitude) < ($1.key.latitude, $1.key.longitude)
        }) {
            let middle = Cell(point)
            var nearest: [Int: (edge: Edge, share: Double, squaredDistance: Double, foot: SourcePoint)] = [:]
            for y in middle.y - 1...middle.y + 1 {
                for x in middle.x - 1...middle.x + 1 {
                    for edge in cells[Cell(x: x, y: y)] ?? [] where !own.contains(edge.boundary) {
                        let ring = boundaries[edge.boundary].rings[edge.ring]
                        let (a, b) = (ring[edge.index], ring[(edge.index + 1) % ring.count])
                        let foot = Foot(of: point, on: a, b)
                        guard foot.squaredDistance <= reachInUnits * reachInUnits, foot.share > 0, foot.share < 1,
                            foot.squaredDistance < nearest[edge.boundary]?.squaredDistance ?? .infinity
                        else { continue }
                        nearest[edge.boundary] = (edge, foot.share, foot.squaredDistance, foot.point)
                    }
                }
            }
            for (_, found) in nearest.sorted(by: { $0.key < $1.key }) {
                // Between the vertex and the other's border lies a gap or an overlap, or land that belongs to one alone: then
                // it is a vertex of another border.
                guard coverCount(at: found.foot.middle(to: point)) != 1 else { continue }
                inserted[found.edge, default: []].append((found.share, point))
            }
        }
        var mended = boundaries
        for (number, boundary) in boundaries.enumerated() {
            mended[number].rings = boundary.rings.enumerated().map { ringNumber, ring in
                var points: [SourcePoint] = []
                for index in ring.indices {
                    points.append(ring[index])
                    let new = inserted[Edge(boundary: number, ring: ringNumber, index: index)] ?? []
                    points += new.sorted { $0.share < $1.share }.map(\.point)
                }
                return points.withoutRepetitions ?? ring
            }
        }
        return mended
    }

    private static func edges(of boundaries: [SourceBoundary]) -> [Cell: [Edge]] {
        var cells: [Cell: [Edge]] = [:]
        for (number, boundary) in boundaries.enumerated() {
            for (ringNumber, ring) in boundary.rings.enumerated() {
                for index in ring.indices {
                    let edge = Edge(boundary: number, ring: ringNumber, index: index)
                    let (a, b) = (ring[index], ring[(index + 1) % ring.count])
                    // Each cell that the edge passes, and not all that its box covers.
                    let steps = max(
                        1,
                        Int(
                            max(abs(Double(b.longitude - a.longitude)), abs(Double(b.latitude - a.latitude)))
                                / reachInUnits * 2))
                    var last: Cell?
                    for step in 0...steps {
                        let share = Double(step) / Double(steps)
                        let cell = Cell(
                            x: Cell.number(a.longitude + Int32(share * Double(b.longitude - a.longitude))),
                            y: Cell.number(a.latitude + Int32(share * Double(b.latitude - a.latitude))))
                        if cell != last { cells[cell, default: []].append(edge) }
                        last = cell
                    }
                }
            }
        }
        return cells
    }
}

/// The point of an edge that is nearest to another one, by degrees as they are.
private struct Foot {
    /// 0 at the beginning of the edge, 1 at its end.
    let share: Double
    let squaredDistance: Double
    let point: SourcePoint

    init(of other: SourcePoint, on a: SourcePoint, _ b: SourcePoint) {
        let (runX, runY) = (Double(b.longitude - a.longitude), Double(b.latitude - a.latitude))
        let (x, y) = (Double(other.longitude - a.longitude), Double(other.latitude - a.latitude))
        let length = runX * runX + runY * runY
        share = length > 0 ? min(max((x * runX + y * runY) / length, 0), 1) : 0
        let (dx, dy) = (x - share * runX, y - share * runY)
        squaredDistance = dx * dx + dy * dy
        point = SourcePoint(
            longitude: a.longitude + Int32(share * runX), latitude: a.latitude + Int32(share * runY))
    }
}

/// The box round a boundary.
private struct Bounds {
    private let west, south, east, north: Int32
    /// Half a degree.
    private static let side: Int32 = 5_000_000

    init(_ boundary: SourceBoundary) {
        let points = boundary.rings.lazy.joined()
        (west, east) = (points.map(\.longitude).min() ?? 0, points.map(\.longitude).max() ?? 0)
        (south, north) = (points.map(\.latitude).min() ?? 0, points.map(\.latitude).max() ?? 0)
    }

    func contains(_ point: SourcePoint) -> Bool {
        (west...east).contains(point.longitude) && (south...north).contains(point.latitude)
    }

    static func coarseCell(_ point: SourcePoint) -> BorderMending.Cell {
        BorderMending.Cell(x: floor(point.longitude), y: floor(point.latitude))
    }

    var coarseCells: [BorderMending.Cell] {
        (Self.floor(south)...Self.floor(north)).flatMap { y in
            (Self.floor(west)...Self.floor(east)).map { BorderMending.Cell(x: $0, y: y) }
        }
    }

    private static func floor(_ units: Int32) -> Int32 {
        units >= 0 ? units / side : -((-units + side - 1) / side)
    }
}

extension SourcePoint {
    fileprivate func middle(to other: SourcePoint) -> SourcePoint {
        SourcePoint(
            longitude: longitude + (other.longitude - longitude) / 2,
            latitude: latitude + (other.latitude - latitude) / 2)
    }
}

extension [[SourcePoint]] {
    /// Whether a point is inside of an odd number of the rings.
    fileprivate func hold(_ point: SourcePoint) -> Bool {
        var isInside = false
        for ring in self {
            var previous = ring[ring.count - 1]
            for vertex in ring {
                if (vertex.latitude > point.latitude) != (previous.latitude > point.latitude) {
                    let run = Double(previous.longitude - vertex.longitude)
                    let share = Double(point.latitude - vertex.latitude) / Double(previous.latitude - vertex.latitude)
                    if Double(point.longitude) < Double(vertex.longitude) + share * run { isInside.toggle() }
                }
                previous = vertex
            }
        }
        return isInside
    }
}
