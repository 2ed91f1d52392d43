import CPango
import FoundationEssentials
import Glibc
import PMTiles
import PlacemarkModel
import VectorTiles

/// Draws the basemap, and collects the names that go on it.
struct BasemapPainter {
    let canvas: Canvas
    let viewport: Viewport
    let colors: MapColors
    private(set) var labels: [MapLabel] = []
    /// Why a part of the basemap is missing; the first reason only.
    private(set) var fault: String?

    /// A tile with its place in the picture.
    struct PlacedTile {
        var tile: VectorTile
        var corner: PicturePoint
        var side: Double

        /// Where a point of one of its layers is.
        func point(_ point: TilePoint, extent: Int) -> PicturePoint {
            let scale = side / Double(extent)
            return PicturePoint(x: corner.x + Double(point.x) * scale, y: corner.y + Double(point.y) * scale)
        }
    }

    /// A picture of any size shows a few dozen tiles; a wrong file must not make it read the world.
    private static let mostTiles = 400
    /// For all tiles of the picture. A large city at zoom 15 takes a tenth of it.
    private var budget = TileBudget(byteCount: 128 << 20)

    init(canvas: Canvas, viewport: Viewport, colors: MapColors) {
        (self.canvas, self.viewport, self.colors) = (canvas, viewport, colors)
    }

    /// - Parameter languages: of the names, the most wanted first.
    mutating func draw(_ reader: PMTilesReader, languages: [String]) {
        do throws(PMTilesError) {
            try reader.requireVectorTiles()
        } catch {
            fault = error.description
            return
        }
        let zooms = LayerZooms(reader)
        // The coast may go on beyond the rest of the world, and streets beyond both.
        let ground = placedTiles(of: reader, largestZoom: zooms.land)
        let world = zooms.world == zooms.land ? ground : placedTiles(of: reader, largestZoom: zooms.world)
        let hasDetails = reader.header.largestZoom > max(zooms.land, zooms.world)
        let details =
            hasDetails && viewport.zoom >= Self.smallestDetailZoom
            ? placedTiles(of: reader, largestZoom: reader.header.largestZoom) : []
        let depths = AreaLayer.depths(colors).filter { $0.opacity(atZoom: viewport.zoom) > 0 }
        if let largest = zooms.depths, !depths.isEmpty {
            let deep = largest == zooms.world ? world : placedTiles(of: reader, largestZoom: largest)
            for areas in depths { for placed in deep { fill(areas, of: placed) } }
        }
        for placed in ground { for areas in AreaLayer.land(colors) { fill(areas, of: placed) } }
        let town = AreaLayer.details(colors)
        for placed in details { draw(town, of: placed) }
        for placed in world { fill(AreaLayer.water(colors), of: placed) }
        for lines in LineLayer.all(colors) where viewport.zoom >= lines.firstZoom {
            for placed in lines.isDetail ? details : world { draw(lines, of: placed) }
        }
        let languages = PictureLanguages(languages, in: reader)
        for placed in world + details { collectLabels(of: placed, languages) }
        for placed in details { labels += shields(of: placed) }
    }

    private static let smallestDetailZoom = 12.0

    private mutating func placedTiles(of reader: PMTilesReader, largestZoom: Int) -> [PlacedTile] {
        let zoom = min(max(Int(viewport.zoom.rounded()), reader.header.smallestZoom), largestZoom)
        let (columns, rows, side) = viewport.tiles(zoom: zoom)
        guard columns.count * rows.count <= Self.mostTiles else { return [] }
        var placed: [PlacedTile] = []
        for row in rows {
            for column in columns {
                let wrapped = ((column % (1 << zoom)) + 1 << zoom) % (1 << zoom)
                guard let id = TileID(zoom: zoom, column: wrapped, row: row) else { continue }
                do {
                    guard let bytes = try reader.tile(id) else { continue }
                    placed.append(
                        PlacedTile(
                            tile: try VectorTile(decoding: bytes, within: &budget),
                            corner: viewport.corner(column: column, row: row, side: side), side: side))
                } catch {
                    fault = fault ?? "\(error)"
                }
            }
        }
        return placed
    }

    func path(_ lines: [[TilePoint]], of layer: TileLayer, in placed: PlacedTile, isClosed: Bool) {
        for line in lines {
            for (index, point) in line.enumerated() {
                let place = placed.point(point, extent: layer.extent)
                if index == 0 { canvas.move(to: place) } else { canvas.line(to: place) }
            }
            if isClosed { cairo_close_path(canvas.context) }
        }
    }

    /// Tiles overlap by their buffers: each is cut to its place, or lines would be drawn twice and look heavier.
    func clipped(to placed: PlacedTile, _ body: () -> Void) {
        cairo_save(canvas.context)
        // On whole pixels, so that no seam shows.
        let (west, north) = (placed.corner.x.rounded(.down), placed.corner.y.rounded(.down))
        let (east, south) = ((placed.corner.x + placed.side).rounded(.up), (placed.corner.y + placed.side).rounded(.up))
        cairo_rectangle(canvas.context, west, north, east - west, south - north)
        cairo_clip(canvas.context)
        body()
        cairo_restore(canvas.context)
    }

    private func fill(_ areas: AreaLayer, of placed: PlacedTile) {
        guard let layer = placed.tile.layer(areas.layer) else { return }
        let opacity = areas.opacity(atZoom: viewport.zoom)
        clipped(to: placed) {
            for feature in layer.features where areas.condition.accepts(feature) {
                guard case .polygons(let rings) = feature.geometry else { continue }
                path(rings, of: layer, in: placed, isClosed: true)
                canvas.fill(areas.color, opacity: opacity)
            }
        }
    }

    private func draw(_ lines: LineLayer, of placed: PlacedTile) {
        guard let layer = placed.tile.layer(lines.layer) else { return }
        clipped(to: placed) {
            for feature in layer.features where lines.condition.accepts(feature) {
                guard case .lines(let parts) = feature.geometry else { continue }
                path(parts, of: layer, in: placed, isClosed: false)
            }
            let width = lines.width.pixels(atZoom: viewport.zoom)
            canvas.stroke(
                lines.color, width: width, opacity: lines.opacity, dashes: lines.dashes.map { $0 * width },
                hasFlatEnds: lines.hasFlatEnds)
        }
    }

    private mutating func collectLabels(of placed: PlacedTile, _ languages: PictureLanguages) {
        for tileLayer in placed.tile.layers {
            for feature in tileLayer.features {
                guard let layer = LabelLayer(tileLayer: tileLayer.name, feature), layer != .roadNumbers,
                    layer.zooms.contains(viewport.zoom),
                    let text = layer.text(of: feature, keys: languages.keys, zoom: viewport.zoom)
                else { continue }
                let style = MapLabel.Style(layer, feature, zoom: viewport.zoom)
                func points(_ line: [TilePoint]) -> [PicturePoint] {
                    line.map { placed.point($0, extent: tileLayer.extent) }
                }
                switch feature.geometry {
                case .points(let places):
                    guard let place = places.first else { continue }
                    labels.append(
                        MapLabel(
                            text: text, local: layer.local(of: feature, shown: text, zoom: viewport.zoom),
                            point: placed.point(place, extent: tileLayer.extent), style: style))
                case .lines(let lines):
                    for line in lines.map(points) where line.count > 1 && !text.isEmpty {
                        labels.append(MapLabel(text: text, point: line[0], path: line, style: style))
                    }
                case .polygons: continue
                }
            }
        }
    }
}
