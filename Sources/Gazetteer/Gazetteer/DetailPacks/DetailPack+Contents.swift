package import PlacemarkModel

/// A piece of a street of a detail pack, with its houses, as a map draws it.
package struct StreetOnMap: Sendable {
    package var name: String?
    package var kind: StreetKind
    /// Its middle; empty for houses that stand alone.
    package var line: [Coordinate]
    package var houses: [(number: String, coordinate: Coordinate)]
}

extension DetailPack {
    /// Calls `body` with each piece of each street. Damaged tiles have none.
    package func forEachStreet(_ body: (StreetOnMap) -> Void) {
        guard let streets else { return }
        withExtendedLifetime(file) {
            for number in 0..<streets.tileCount {
                let key = streets.key(at: number)
                guard var tile = streets.tile(at: number) else { continue }
                while let (_, content) = tile.next() {
                    guard let piece = StreetPiece(content) else { continue }
                    var street = StreetOnMap(name: nil, kind: piece.kind, line: [], houses: [])
                    street.name = streets.names.name(piece.name)
                    street.line = piece.vertices.map { StreetPlane.coordinate(of: $0, inTile: key) }
                    if var houses = piece.houses {
                        while houses.nextSide() {
                            // Interpolated ones are guesses, good enough for an address and not for a map.
                            while let house = houses.next() {
                                guard !house.isInterpolated else { continue }
                                street.houses.append(
                                    (house.label, StreetPlane.coordinate(of: house.point, inTile: key)))
                            }
                        }
                    }
                    body(street)
                }
            }
        }
    }

    /// Calls `body` with each building, wood, railway and the like. Damaged blocks have none.
    package func forEachMapFeature(_ body: (MapFeature) -> Void) {
        guard let mapFeatures else { return }
        withExtendedLifetime(file) { _ = mapFeatures.forEach(body) }
    }

    /// Whether it has what only maps draw, with the ground of parks and waters.
    package var hasMap: Bool { mapFeatures != nil }

    /// The named areas, and their borders, each edge once. Where very many areas meet, some borders are incomplete.
    package var areasOnMap: (areas: [(name: String, kind: NamedAreaKind)?], borders: [Border]) {
        guard let layer = namedAreas else { return ([], []) }
        return withExtendedLifetime(file) {
            let areas = (0..<layer.boundaryCount).map { boundary -> (name: String, kind: NamedAreaKind)? in
                guard let record = layer.record(at: boundary), let name = layer.name(record.name),
                    let kind = NamedAreaKind(rawValue: record.level)
                else { return nil }
                return (name, kind)
            }
            // An edge is stored with every square that it touches.
            var edges: [Edge: Set<Int>] = [:]
            for number in 0..<layer.squares.count {
                guard let bytes = layer.squares.bytes(at: number),
                    let square = LimitSquare(
                        key: layer.squares.key(at: number), bytes: bytes, boundaryCount: layer.boundaryCount)
                else { continue }
                _ = square.forEachEdge { mask, from, to in
                    let boundaries = square.boundaries.indices.filter { mask >> UInt64($0) & 1 == 1 }.map {
                        square.boundaries[$0]
                    }
                    edges[Edge(from, to), default: []].formUnion(boundaries)
                }
            }
            return (areas, edges.map { Border(points: [$0.low, $0.high], boundaries: $1.sorted()) })
        }
    }

    private struct Edge: Hashable {
        var low, high: GridPoint

        init(_ a: (x: Int, y: Int), _ b: (x: Int, y: Int)) {
            let points = [a, b].map {
                GridPoint(x: Int32(truncatingIfNeeded: $0.x), y: Int32(truncatingIfNeeded: $0.y))
            }
            (low, high) = points[0] < points[1] ? (points[0], points[1]) : (points[1], points[0])
        }
    }
}
