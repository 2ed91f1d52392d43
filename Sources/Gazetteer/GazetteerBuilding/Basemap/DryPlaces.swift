import VectorTiles

/// Puts the dots of places on land. Coasts and places come from different sources, and both have errors of some hundred
/// metres: the dot of a harbour town must not lie in its harbour.
struct DryPlaces {
    /// Where the dot of each place goes.
    private(set) var points: [TilePoint]
    /// Rings round the places that no coast is near: islands that the source of the coast does not have, or places that
    /// lie elsewhere.
    private(set) var islands: [[TilePoint]] = []
    /// The lakes of the other source, each with such islands.
    private(set) var lakes: [[[TilePoint]]]

    /// How far a dot may be moved, in units of the plane: 0.6 m at the equator, so 4 km there and 2 km at 60°.
    private static let reach = 6700
    /// Half the side of the land that is put under a place in the sea: 300 m at the equator.
    private static let islandSide: Int32 = 500
    /// The rows that the plane is divided into; each has some ten places.
    private static let rowShift: Int32 = 12

    /// - Parameters:
    ///   - coast: round land, and round the lakes in it and the islands in these.
    ///   - lakes: of another source, drawn over the land, each with the rings of its shores and islands; they overlap each
    ///     other, and what the coast has of the same lake.
    init(_ places: [TilePoint], coast: [[TilePoint]], lakes: [[[TilePoint]]] = []) {
        (points, self.lakes) = (places, lakes)
        let (isLand, isLake) = (Self.areInside(places, coast), Self.areInside(places, anyOf: lakes))
        let inWater = places.indices.filter { !isLand[$0] || isLake[$0] }
        let drowned = inWater.map { places[$0] }
        let shores = Self.dryShores(drowned, coast: Self.drawn(coast), lakes: lakes)
        for (place, shore) in zip(inWater, shores) {
            if let shore {
                points[place] = shore
                continue
            }
            if !isLand[place] { Self.addIsland(at: places[place], to: &islands) }
            for lake in lakes.indices where isLake[place] && Self.areInside([places[place]], lakes[lake])[0] {
                Self.addIsland(at: places[place], to: &self.lakes[lake])
            }
        }
    }

    private static func addIsland(at place: TilePoint, to rings: inout [[TilePoint]]) {
        let island = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)].map {
            TilePoint(x: place.x + islandSide * $0.0, y: place.y + islandSide * $0.1)
        }
        // Two on each other would be water again.
        let isAlone = rings.allSatisfy { ring in
            ring.count != island.count || abs(ring[0].x - island[0].x) > 2 * islandSide
                || abs(ring[0].y - island[0].y) > 2 * islandSide
        }
        if isAlone { rings.append(island) }
    }

    /// The rings that are as large as such an island. Smaller ones may not be drawn, so a dot on their shore would be at sea.
    private static func drawn(_ rings: [[TilePoint]]) -> [[TilePoint]] {
        let side = 2 * Int(islandSide)
        return rings.filter { abs($0.doubledArea) >= 2 * side * side }
    }

    /// The nearest point of a shore that is not in the water of the other source, as far as one is near.
    private static func dryShores(
        _ points: [TilePoint], coast: [[TilePoint]], lakes: [[[TilePoint]]]
    ) -> [TilePoint?] {
        var found = nearestShores(points, coast)
        // Only beside the other source's lakes can a shore be wet: some dozens of places.
        let isInLake = areInside(points, anyOf: lakes)
        let shores = lakes.flatMap(\.self)
        let besideLakes = zip(nearestShores(points, shores), points.indices).compactMap { shore, index in
            shore == nil && !isInLake[index] ? nil : index
        }
        let places = besideLakes.map { points[$0] }
        let (ofCoast, ofLakes) = (vertices(near: places, coast), vertices(near: places, shores))
        let dry =
            zip(ofCoast, areInside(ofCoast, anyOf: lakes)).compactMap { $1 ? nil : $0 }
            + zip(ofLakes, areInside(ofLakes, coast)).compactMap { $1 ? $0 : nil }
        for (index, shore) in zip(besideLakes, nearestShores(places, [dry])) { found[index] = shore }
        return found
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

    /// Which of the points an odd number of rings is round.
    static func areInside(_ points: [TilePoint], _ rings: [[TilePoint]]) -> [Bool] { areInside(points, anyOf: [rings]) }

    /// Which of the points are in an area, each of which has its own rings: an edge to the east of a point counts, when it
    /// goes across the point's parallel.
    private static func areInside(_ points: [TilePoint], anyOf areas: [[[TilePoint]]]) -> [Bool] {
        let rows = rows(points)
        var (isInside, isOdd) = (points.map { _ in false }, points.map { _ in false })
        for rings in areas {
            var touched: [Int] = []
            for ring in rings {
                for (a, b) in zip(ring, ring.dropFirst()) where a.y != b.y {
                    let (low, high) = a.y < b.y ? (a, b) : (b, a)
                    let first = max(0, Int(low.y >> rowShift))
                    let last = min(rows.count - 1, Int(high.y >> rowShift))
                    guard first <= last else { continue }
                    for index in rows[first...last].joined() {
                        let point = points[index]
                        guard low.y <= point.y, point.y < high.y, cross(low, high, point) > 0 else { continue }
                        isOdd[index].toggle()
                        touched.append(index)
                    }
                }
            }
            for index in touched where isOdd[index] { (isInside[index], isOdd[index]) = (true, false) }
        }
        return isInside
    }

    /// On which side of a line that runs south a point is: positive when the line is to the east of it.
    private static func cross(_ a: TilePoint, _ b: TilePoint, _ c: TilePoint) -> Int {
        (Int(b.x) - Int(a.x)) * (Int(c.y) - Int(a.y)) - (Int(b.y) - Int(a.y)) * (Int(c.x) - Int(a.x))
    }

    /// For each point the nearest vertex of a ring, as far as one is near.
    private static func nearestShores(_ points: [TilePoint], _ rings: [[TilePoint]]) -> [TilePoint?] {
        var nearest: [(point: TilePoint, distance: Int)?] = Array(repeating: nil, count: points.count)
        forEachVertex(near: points, rings) { index, vertex, distance in
            if distance < nearest[index]?.distance ?? .max { nearest[index] = (vertex, distance) }
        }
        return nearest.map { $0?.point }
    }

    /// All vertices of the rings that are near to a point.
    private static func vertices(near points: [TilePoint], _ rings: [[TilePoint]]) -> [TilePoint] {
        var found: [TilePoint] = []
        forEachVertex(near: points, rings) { _, vertex, _ in found.append(vertex) }
        return found
    }

    /// Calls the body with the index of a point, a vertex of a ring that is near to it, and the square of their distance.
    private static func forEachVertex(
        near points: [TilePoint], _ rings: [[TilePoint]], _ body: (Int, TilePoint, Int) -> Void
    ) {
        let rows = rows(points)
        let near = (reach >> Int(rowShift)) + 1
        for ring in rings {
            for vertex in ring {
                let row = Int(vertex.y >> rowShift)
                // Antarctica goes on beyond the plane.
                guard row + near >= 0, row - near < rows.count else { continue }
                for row in max(0, row - near)...min(rows.count - 1, row + near) {
                    for index in rows[row] {
                        let (x, y) = (Int(vertex.x - points[index].x), Int(vertex.y - points[index].y))
                        guard abs(x) <= reach, abs(y) <= reach, x * x + y * y <= reach * reach else { continue }
                        body(index, vertex, x * x + y * y)
                    }
                }
            }
        }
    }
}
