import PMTiles
import VectorTiles

/// Cuts shapes into the tiles of one zoom, going down from the whole map by quarters.
struct TilePyramid {
    let zoom: Int
    /// Takes each tile that has something in it.
    let emit: (TileID, VectorTile) throws -> Void

    /// Vertices nearer than this to the line without them are left out: half a pixel, when a tile has 512 of them. Not at
    /// the finest zoom, where nothing may be lost.
    private static let toleranceInUnits = 4.0
    /// Rings that enclose less are left out, but for the largest zoom of the world: three pixels, squared.
    private static let smallestDoubledArea = 2 * 24 * 24

    /// A shape in the units of the zoom, or what is left of it in a tile.
    private struct Piece {
        var layer: MapLayer
        var isArea: Bool
        var lines: [[TilePoint]]
        var attributes: [String: TileValue]
    }

    /// - Parameter keepsAll: Whether small islands and lakes stay.
    func cut(_ shapes: [MapShape], keepsAll: Bool) throws {
        let pieces = shapes.compactMap { shape in
            shape.zooms.contains(zoom) ? piece(shape, keepsAll: keepsAll) : nil
        }
        if let whole = TileID(zoom: 0, column: 0, row: 0) { try descend(whole, pieces) }
    }

    private func piece(_ shape: MapShape, keepsAll: Bool) -> Piece? {
        let tolerance = zoom == MapPlane.finestZoom ? 1 : Self.toleranceInUnits
        let simplification = LineSimplification(tolerance: tolerance * Double(1 << (MapPlane.finestZoom - zoom)))
        func lines(_ lines: [[TilePoint]]) -> [[TilePoint]] {
            lines.map { simplification.simplified($0).map { $0.rounded(toZoom: zoom) } }
        }
        var piece = Piece(layer: shape.layer, isArea: false, lines: [], attributes: shape.attributes)
        switch shape.geometry {
        case .point(let point): piece.lines = [[point.rounded(toZoom: zoom)]]
        case .lines(let all): piece.lines = lines(all)
        case .area(let all):
            piece.isArea = true
            piece.lines = ArcRings.rings(of: lines(all)).filter {
                let area = abs($0.doubledArea)
                return keepsAll ? area > 0 : area >= Self.smallestDoubledArea
            }.map { ArcRings.overhanging($0, zoom: zoom) }
        }
        return piece.lines.isEmpty ? nil : piece
    }

    private func descend(_ node: TileID, _ pieces: [Piece]) throws {
        guard !pieces.isEmpty else { return }
        guard node.zoom < zoom else { return try emit(node, pieces) }
        for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            guard let child = TileID(zoom: node.zoom + 1, column: 2 * node.column + column, row: 2 * node.row + row)
            else {
                continue
            }
            let side = Int32(TileLayer.usualExtent) << Int32(zoom - child.zoom)
            let (west, north) = (Int32(child.column) * side, Int32(child.row) * side)
            let clip = TileClip(
                west: west - MapPlane.buffer, north: north - MapPlane.buffer, east: west + side + MapPlane.buffer,
                south: north + side + MapPlane.buffer)
            // A label is in one tile only.
            let inside = TileClip(west: west, north: north, east: west + side - 1, south: north + side - 1)
            try descend(child, pieces.compactMap { Self.clipped($0, clip, inside) })
        }
    }

    private static func clipped(_ piece: Piece, _ clip: TileClip, _ inside: TileClip) -> Piece? {
        var piece = piece
        if piece.isArea {
            piece.lines = piece.lines.compactMap { clip.clipped(ring: $0) }
        } else if piece.lines.count == 1, piece.lines[0].count == 1 {
            return inside.contains(piece.lines[0][0]) ? piece : nil
        } else {
            piece.lines = piece.lines.flatMap { clip.clipped(line: $0) }
        }
        return piece.lines.isEmpty ? nil : piece
    }

    private func emit(_ id: TileID, _ pieces: [Piece]) throws {
        var features: [MapLayer: [TileFeature]] = [:]
        let (west, north) = (Int32(id.column) << 12, Int32(id.row) << 12)
        for piece in pieces {
            if let most = piece.layer.mostFeatures(atZoom: zoom), features[piece.layer, default: []].count >= most {
                continue
            }
            let lines = piece.lines.map { $0.map { TilePoint(x: $0.x - west, y: $0.y - north) } }
            let geometry: TileGeometry
            if piece.isArea {
                let polygons = TileArea.polygons(of: lines)
                guard !polygons.isEmpty else { continue }
                geometry = .polygons(polygons)
            } else if lines.count == 1, lines[0].count == 1 {
                geometry = .points(lines[0])
            } else {
                let long = lines.map(\.withoutRepetitions).filter { $0.count > 1 }
                guard !long.isEmpty else { continue }
                geometry = .lines(long)
            }
            features[piece.layer, default: []].append(TileFeature(geometry, piece.attributes))
        }
        let layers = MapLayer.allCases.compactMap { layer in
            features[layer].map { TileLayer(name: layer.rawValue, features: $0) }
        }
        if !layers.isEmpty { try emit(id, VectorTile(layers: layers)) }
    }
}

extension [TilePoint] {
    /// Without points that are the same as the one before.
    fileprivate var withoutRepetitions: [TilePoint] {
        reduce(into: []) { result, point in if result.last != point { result.append(point) } }
    }
}
