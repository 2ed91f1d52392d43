import VectorTiles

/// The coast and the shores of lakes on the map, in full resolution (`ShoreFile`).
struct CoastSource {
    /// Rings on the plane, each closed: the last point is the first.
    private(set) var rings: [[TilePoint]] = []

    init(directory: String) throws(SourceError) {
        let shores = try ShoreFile(directory: directory)
        for shore in shores.rings {
            var ring = try shores.vertices(of: shore) { MapPlane.point(latitude: $1, longitude: $0) }
            if let first = ring.first, ring.last != first { ring.append(first) }
            if ring.count > 3 { rings.append(ring) }
        }
    }

    init(rings: [[TilePoint]]) { self.rings = rings }
}
