import VectorTiles

/// Puts the dots of places on land. Coasts and places come from different sources, and both have errors of some hundred
/// metres: the dot of a harbour town must not lie in its harbour.
struct DryPlaces {
    /// Where the dot of each place goes.
    private(set) var points: [TilePoint]
    /// Rings round the places that no coast is near: islands that the source of the coast does not have, or places that
    /// lie elsewhere.
    private(set) var islands: [[TilePoint]] = []

    /// How far a dot may be moved, in units of the plane: 0.6 m at the equator, so 4 km there and 2 km at 60°.
    private static let reach = 6700
    /// Half the side of the land that is put under a place in the sea: 300 m at the equator.
    private static let islandSide: Int32 = 500
    /// The rows that the plane is divided into; each has some ten places.
    private static let rowShift: Int32 = 12

    init(_ places: [TilePoint], rings: [[TilePoint]]) {
        points = places
        let inWater = Self.inWater(places, rings)
        let shores = Self.nearestShores(inWater.map { places[$0] }, rings)
        for (place, shore) in zip(inWater, shores) {
            if let shore {
                points[place] = shore
            } else {
                let (x, y, side) = (places[place].x, places[place].y, Self.islandSide)
                // Two on each other would be water again.
                let isAlone = islands.allSatisfy {
                    abs($0[0].x + side - x) > 2 * side || abs($0[0].y + side - y) > 2 * side
                }
                guard isAlone else { continue }
                islands.append(
                    [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)].map {
                        TilePoint(x: x + side * $0.0, y: y + side * $0.1)
                    })
            }
        }
    }

    /// Which of the points are on land.
    static func areOnLand(_ points: [TilePoint], _ rings: [[TilePoint]]) -> [Bool] {
        var isLand = Array(repeating: true, count: points.count)
        for index in inWater(points, rings) { isLand[index] = false }
        return isLand
    }

    /// Which of the points have a vertex of a ring within 4 km at the equator, 2 km at 60°.
    static func lieAtShore(_ points: [TilePoint], _ rings: [[TilePoint]]) -> [Bool] {
        nearestShores(points, rings).map { $0 != nil }
    }

    /// The indices of the points in each row.
    private static func rows(_ points: [TilePoint]) -> [[Int]] {
        var rows: [[Int]] = Array(repeating: [], count: (MapPlane.side >> Int(rowShift)) + 1)
        for (index, point) in points.enumerated() where rows.indices.contains(Int(point.y >> rowShift)) {
            rows[Int(point.y >> rowShift)].append(index)
        }
        return rows
    }

    /// The indices of the points that an even number of rings is round: an edge to the east of a point counts, when it
    /// goes across the point's parallel.
    private static func inWater(_ points: [TilePoint], _ rings: [[TilePoint]]) -> [Int] {
        let rows = rows(points)
        var isLand = Array(repeating: false, count: points.count)
        for ring in rings {
            var a = ring[0]
            for b in ring.dropFirst() {
                defer { a = b }
                guard a.y != b.y else { continue }
                let (low, high) = a.y < b.y ? (a, b) : (b, a)
                let first = max(0, Int(low.y >> rowShift))
                let last = min(rows.count - 1, Int(high.y >> rowShift))
                guard first <= last else { continue }
                for row in first...last {
                    for index in rows[row] {
                        let point = points[index]
                        guard low.y <= point.y, point.y < high.y else { continue }
                        if Self.cross(low, high, point) > 0 { isLand[index].toggle() }
                    }
                }
            }
        }
        return points.indices.filter { !isLand[$0] }
    }

    /// On which side of a line that runs south a point is: positive when the line is to the east of it.
    private static func cross(_ a: TilePoint, _ b: TilePoint, _ c: TilePoint) -> Int {
        (Int(b.x) - Int(a.x)) * (Int(c.y) - Int(a.y)) - (Int(b.y) - Int(a.y)) * (Int(c.x) - Int(a.x))
    }

    /// For each point the nearest vertex of a ring, as far as one is near.
    private static func nearestShores(_ points: [TilePoint], _ rings: [[TilePoint]]) -> [TilePoint?] {
        let rows = rows(points)
        var nearest: [(point: TilePoint, distance: Int)?] = Array(repeating: nil, count: points.count)
        let near = (reach >> Int(rowShift)) + 1
        for ring in rings {
            for vertex in ring {
                let row = Int(vertex.y >> rowShift)
                // Antarctica goes on beyond the plane.
                guard row + near >= 0, row - near < rows.count else { continue }
                for row in max(0, row - near)...min(rows.count - 1, row + near) {
                    for index in rows[row] {
                        let (x, y) = (Int(vertex.x - points[index].x), Int(vertex.y - points[index].y))
                        guard abs(x) <= reach, abs(y) <= reach else { continue }
                        let distance = x * x + y * y
                        if distance <= reach * reach, distance < nearest[index]?.distance ?? .max {
                            nearest[index] = (vertex, distance)
                        }
                    }
                }
            }
        }
        return nearest.map { $0?.point }
    }
}
