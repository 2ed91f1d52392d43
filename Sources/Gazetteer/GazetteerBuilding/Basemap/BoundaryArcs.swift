import Gazetteer

/// The borders of a layer of boundaries as whole lines, from where lines meet to where they meet again: each border once.
struct BoundaryArcs {
    let arcs: [Border]

    init(_ layer: BoundariesLayer) {
        let pieces = layer.borderPieces
        arcs = Topology.borders(of: pieces + CellSeams(pieces).borders)
    }
}

/// Puts back the borders along the lines between root cells, which the layer does not store: the antimeridian, the poles,
/// and what happens to lie there, such as the parallel of 45°.
///
/// Each boundary is closed. So where it lacks such a line, an odd number of its pieces ends; along one line
/// those ends, taken in pairs, are the ends of what is lacking.
private struct CellSeams {
    private(set) var borders: [Border] = []

    private struct End: Hashable {
        var boundary: Int
        var point: GridPoint
    }

    /// A line between cells: a meridian or a parallel of the grid.
    private struct Line: Hashable {
        var isMeridian: Bool
        var at: Int32
    }

    private static let cellSide: Int32 = Grid.width / 512

    init(_ pieces: [Border]) {
        var odd: Set<End> = []
        for piece in pieces {
            guard let first = piece.points.first, let last = piece.points.last, first != last else { continue }
            for boundary in piece.boundaries {
                for point in [first, last] {
                    let end = End(boundary: boundary, point: point)
                    if odd.remove(end) == nil { odd.insert(end) }
                }
            }
        }
        var (ends, stops): ([Line: [Int: [GridPoint]]], [Line: Set<GridPoint>]) = ([:], [:])
        func add(_ point: GridPoint, _ boundary: Int, _ line: Line) {
            ends[line, default: [:]][boundary, default: []].append(point)
            stops[line, default: []].insert(point)
        }
        for end in odd {
            let point = end.point
            if point.x % Self.cellSide == 0, point.y % Self.cellSide != 0 {
                add(point, end.boundary, Line(isMeridian: true, at: point.x))
            } else if point.y % Self.cellSide == 0 {
                add(point, end.boundary, Line(isMeridian: false, at: point.y))
            }
        }
        // What reaches a pole along the antimeridian goes on along the pole: Antarctica.
        for x in [0, Grid.width] {
            for (boundary, points) in ends[Line(isMeridian: true, at: x)] ?? [:] where points.count % 2 == 1 {
                let pole = GridPoint(x: x, y: 0)
                add(pole, boundary, Line(isMeridian: true, at: x))
                add(pole, boundary, Line(isMeridian: false, at: 0))
            }
        }
        for (line, boundaries) in ends {
            let all = (stops[line] ?? []).sorted { Self.precedes($0, $1) }
            for (boundary, points) in boundaries {
                let sorted = points.sorted { Self.precedes($0, $1) }
                for pair in stride(from: 0, to: sorted.count - 1, by: 2) {
                    // With a stop at every end on the line, so that neighbours have the same edges.
                    let way = all.filter { !Self.precedes($0, sorted[pair]) && !Self.precedes(sorted[pair + 1], $0) }
                    borders.append(Border(points: way, boundaries: [boundary]))
                }
            }
        }
    }

    private static func precedes(_ a: GridPoint, _ b: GridPoint) -> Bool { (a.x, a.y) < (b.x, b.y) }
}
