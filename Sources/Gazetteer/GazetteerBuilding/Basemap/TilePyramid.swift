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
    /// The same beyond the zooms of the world, where only the land goes on, and takes most of the file.
    private static let coastToleranceInUnits = 15.0

    /// In units of the finest zoom.
    private static func tolerance(atZoom zoom: Int) -> Double {
        let isCoast = zoom > BasemapZooms.largestOfWorld && zoom < BasemapZooms.ofDetails.lowerBound
        return (isCoast ? coastToleranceInUnits : toleranceInUnits) * Double(1 << (MapPlane.finestZoom - zoom))
    }

    /// Vertices of lines and areas are put on every so many units, as a half of the tolerance cannot be seen, and such tiles
    /// pack better. All of a zoom lie on the same grid, so what meets goes on meeting.
    private static func step(atZoom zoom: Int) -> Int32 {
        if zoom >= BasemapZooms.ofDetails.lowerBound { return 1 }
        return zoom > BasemapZooms.largestOfWorld ? 4 : 2
    }

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
        let simplification = LineSimplification(
            tolerance: zoom == MapPlane.finestZoom ? 1 : Self.tolerance(atZoom: zoom))
        let step = Self.step(atZoom: zoom)
        func lines(_ lines: [[TilePoint]]) -> [[TilePoint]] {
            lines.map { simplification.simplified($0).map { $0.rounded(toZoom: zoom).rounded(toMultipleOf: step) } }
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

    /// The shape with no more vertices than zooms up to this one need, to be cut into them. What is left out here is half
    /// of what is left out anyway.
    static func prepared(_ shape: MapShape, forZoom zoom: Int) -> MapShape {
        guard case .area(let lines) = shape.geometry else { return shape }
        let simplification = LineSimplification(tolerance: tolerance(atZoom: zoom) / 2)
        var shape = shape
        shape.geometry = .area(lines.map { simplification.simplified($0) })
        return shape
    }

    private func descend(_ node: TileID, _ pieces: [Piece]) throws {
        guard !pieces.isEmpty else { return }
        if let whole = Self.wholeTile(pieces, clip: Self.clip(of: node, zoom: zoom)) {
            return try fill(node, with: whole)
        }
        guard node.zoom < zoom else { return try emit(node, pieces) }
        for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            guard let child = TileID(zoom: node.zoom + 1, column: 2 * node.column + column, row: 2 * node.row + row)
            else {
                continue
            }
            let clip = Self.clip(of: child, zoom: zoom)
            let side = Int32(TileLayer.usualExtent) << Int32(zoom - child.zoom)
            let (west, north) = (clip.west + MapPlane.buffer, clip.north + MapPlane.buffer)
            // A label is in one tile only.
            let inside = TileClip(west: west, north: north, east: west + side - 1, south: north + side - 1)
            try descend(child, pieces.compactMap { Self.clipped($0, clip, inside) })
        }
    }

    /// A tile with its buffer, in the units of the zoom.
    private static func clip(of node: TileID, zoom: Int) -> TileClip {
        let side = Int32(TileLayer.usualExtent) << Int32(zoom - node.zoom)
        let (west, north) = (Int32(node.column) * side, Int32(node.row) * side)
        return TileClip(
            west: west - MapPlane.buffer, north: north - MapPlane.buffer, east: west + side + MapPlane.buffer,
            south: north + side + MapPlane.buffer)
    }

    /// The tile that all of a node's tiles are: when there is nothing but one area that covers it.
    private static func wholeTile(_ pieces: [Piece], clip: TileClip) -> VectorTile? {
        guard pieces.count == 1, pieces[0].isArea, pieces[0].lines == [corners(of: clip)] else { return nil }
        let side = Int32(TileLayer.usualExtent)
        let own = TileClip(
            west: -MapPlane.buffer, north: -MapPlane.buffer, east: side + MapPlane.buffer,
            south: side + MapPlane.buffer)
        let feature = TileFeature(.polygons(TileArea.polygons(of: [corners(of: own)])), pieces[0].attributes)
        return VectorTile(layers: [TileLayer(name: pieces[0].layer.rawValue, features: [feature])])
    }

    private func fill(_ node: TileID, with tile: VectorTile) throws {
        guard node.zoom < zoom else { return try emit(node, tile) }
        for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let child = TileID(zoom: node.zoom + 1, column: 2 * node.column + column, row: 2 * node.row + row)
            if let child { try fill(child, with: tile) }
        }
    }

    private static func corners(of clip: TileClip) -> [TilePoint] {
        [
            TilePoint(x: clip.west, y: clip.north), TilePoint(x: clip.east, y: clip.north),
            TilePoint(x: clip.east, y: clip.south), TilePoint(x: clip.west, y: clip.south),
        ]
    }

    private static func clipped(_ piece: Piece, _ clip: TileClip, _ inside: TileClip) -> Piece? {
        var piece = piece
        if piece.isArea {
            piece.lines = Self.evened(piece.lines.compactMap { clip.clipped(ring: $0) }, in: clip)
        } else if piece.lines.count == 1, piece.lines[0].count == 1 {
            return inside.contains(piece.lines[0][0]) ? piece : nil
        } else {
            piece.lines = piece.lines.flatMap { clip.clipped(line: $0) }
        }
        return piece.lines.isEmpty ? nil : piece
    }

    /// The rings of an area, as one rectangle or none when all of them run along the sides of their clip: so it is deep
    /// inside of a continent, where each quarter would drag the coasts beyond its sides along.
    private static func evened(_ rings: [[TilePoint]], in clip: TileClip) -> [[TilePoint]] {
        var isInside = false
        // Nearly the corner's middle: no vertex has the same height.
        let middle = (Double(clip.north) + Double(clip.south)) / 2 + 0.25
        for ring in rings {
            guard var a = ring.last else { continue }
            for b in ring {
                let isAlongSide =
                    a.x == b.x && (a.x == clip.west || a.x == clip.east)
                    || a.y == b.y && (a.y == clip.north || a.y == clip.south)
                guard isAlongSide else { return rings }
                if a.x == clip.east, (Double(a.y) < middle) != (Double(b.y) < middle) { isInside.toggle() }
                a = b
            }
        }
        return isInside ? [corners(of: clip)] : []
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
