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
        if let largest = zooms.depths {
            let deep = largest == zooms.world ? world : placedTiles(of: reader, largestZoom: largest)
            for (depth, color) in colors.depths {
                for placed in deep { fill("depths", of: placed, color) { $0.number("depth") == depth } }
            }
        }
        for placed in ground {
            fill("land", of: placed, colors.land)
            fill("land", of: placed, colors.ice) { $0.text("kind") == "ice" }
        }
        for placed in world { fill("water", of: placed, colors.water) }
        for placed in details { drawGround(of: placed) }
        for placed in world {
            for way in WorldWay.all(colors) { draw(way, of: placed) }
            drawBorders(of: placed)
        }
        for isCase in [true, false] { for placed in details { drawStreets(of: placed, isCase: isCase) } }
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

    private func fill(
        _ name: String, of placed: PlacedTile, _ color: UInt32, where isMeant: (TileFeature) -> Bool = { _ in true }
    ) {
        guard let layer = placed.tile.layer(name) else { return }
        clipped(to: placed) {
            for feature in layer.features where isMeant(feature) {
                guard case .polygons(let rings) = feature.geometry else { continue }
                path(rings, of: layer, in: placed, isClosed: true)
                canvas.fill(color)
            }
        }
    }

    private func drawBorders(of placed: PlacedTile) {
        guard let layer = placed.tile.layer("borders") else { return }
        clipped(to: placed) {
            for (level, color, width) in [(6.0, colors.county, 0.7), (4, colors.state, 1.0), (2, colors.country, 1.6)] {
                for feature in layer.features where feature.number("level") == level {
                    guard case .lines(let lines) = feature.geometry else { continue }
                    path(lines, of: layer, in: placed, isClosed: false)
                }
                canvas.stroke(color, width: width)
            }
        }
    }

    private func draw(_ way: WorldWay, of placed: PlacedTile) {
        guard viewport.zoom >= way.firstZoom - 0.5, let layer = placed.tile.layer(way.layer) else { return }
        clipped(to: placed) {
            for feature in layer.features where way.rank == nil || feature.number("rank") == way.rank {
                guard case .lines(let lines) = feature.geometry else { continue }
                path(lines, of: layer, in: placed, isClosed: false)
            }
            canvas.stroke(way.color, width: way.width(atZoom: viewport.zoom))
        }
    }

    private func drawStreets(of placed: PlacedTile, isCase: Bool) {
        guard let layer = placed.tile.layer("streets") else { return }
        let growth = exp2(max(0, viewport.zoom - 14))
        clipped(to: placed) {
            // The first ones are the greatest, and are drawn last.
            for feature in layer.features.reversed() {
                guard case .lines(let lines) = feature.geometry else { continue }
                let (color, width) = street(feature.text("class"))
                path(lines, of: layer, in: placed, isClosed: false)
                canvas.stroke(isCase ? colors.streetCase : color, width: width * growth + (isCase ? 1.5 : 0))
            }
        }
    }

    private func street(_ name: String?) -> (color: UInt32, width: Double) {
        switch name {
        case "motorway", "trunk": (colors.motorway, 4)
        case "primary", "secondary", "tertiary": (colors.mainStreet, 3)
        case "path": (colors.path, 0.8)
        case "service": (colors.street, 1.5)
        default: (colors.street, 2.5)
        }
    }

    private mutating func collectLabels(of placed: PlacedTile, _ languages: PictureLanguages) {
        for layer in placed.tile.layers {
            for feature in layer.features {
                guard case .points(let points) = feature.geometry, let point = points.first,
                    let style = MapLabel.Style(layer: layer.name, feature, zoom: viewport.zoom)
                else { continue }
                let translated = languages.keys.lazy.compactMap { feature.text($0) }.first
                guard let text = translated ?? feature.text("name") ?? feature.text("number") else { continue }
                let place = placed.point(point, extent: layer.extent)
                labels.append(MapLabel(text: text, point: place, style: style))
            }
        }
    }
}
