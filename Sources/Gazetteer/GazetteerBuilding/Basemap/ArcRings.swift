import VectorTiles

/// Joins lines to rings.
enum ArcRings {
    /// The rings that lines make, which end where others begin. At a point with more than two ends any two are joined:
    /// which, does not matter to an area. What stays open is closed by a straight edge.
    static func rings(of lines: [[TilePoint]]) -> [[TilePoint]] {
        var linesAt: [TilePoint: [Int]] = [:]
        var rings: [[TilePoint]] = []
        for (index, line) in lines.enumerated() {
            guard let first = line.first, let last = line.last else { continue }
            if first == last {
                rings.append(Array(line.dropLast()))
            } else {
                linesAt[first, default: []].append(index)
                linesAt[last, default: []].append(index)
            }
        }
        var isUsed = Array(repeating: false, count: lines.count)
        for (index, line) in lines.enumerated() where !isUsed[index] && line.first != line.last {
            isUsed[index] = true
            var ring = line
            while let end = ring.last, end != ring.first, let next = linesAt[end]?.first(where: { !isUsed[$0] }) {
                isUsed[next] = true
                let way = lines[next]
                ring += way.first == end ? way.dropFirst() : way.reversed().dropFirst()
            }
            rings.append(ring.first == ring.last ? Array(ring.dropLast()) : ring)
        }
        return rings.filter { $0.count > 2 }
    }

    /// A ring in the units of a zoom, led beyond the map's sides where it runs along them: a renderer must not see an
    /// edge there.
    static func overhanging(_ ring: [TilePoint], zoom: Int) -> [TilePoint] {
        let side = Int32(4096) << Int32(zoom)
        guard ring.contains(where: { $0.x == 0 || $0.x == side }) else { return ring }
        var result: [TilePoint] = []
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            result.append(a)
            guard a.x == b.x, a.x == 0 || a.x == side else { continue }
            let x = a.x == 0 ? -MapPlane.overhang : side + MapPlane.overhang
            result += [TilePoint(x: x, y: a.y), TilePoint(x: x, y: b.y)]
        }
        return result
    }
}
