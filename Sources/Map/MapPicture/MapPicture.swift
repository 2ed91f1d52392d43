public import PMTiles
import PlacemarkModel

/// A map as a picture: the basemap, and on it what the daemon knows.
public struct MapPicture {
    /// The file's content.
    public let bytes: [UInt8]
    /// What the picture lacks, in words; it says so itself as well.
    public let notes: [String]

    /// The short form that the licences of the world's data allow in a corner; `placemarkctl attribution` has all of it.
    private static let attribution = "© OpenStreetMap, GeoNames, geoBoundaries, Natural Earth, GSHHG"

    /// Why there is no picture.
    public enum Failure: Error, CustomStringConvertible {
        case noMemory(width: Int, height: Int)

        public var description: String {
            switch self {
            case .noMemory(let width, let height):
                "a picture of \(width) × \(height) pixels cannot be drawn; ask for a smaller one"
            }
        }
    }

    /// Draws the scene. A basemap that is missing or damaged leaves its part empty, and the picture says why.
    ///
    /// - Parameters:
    ///   - tiles: The basemap; nil when there is none, and `scene.notes` say why.
    ///   - languages: Of the names: BCP 47 or as the basemap writes them, the most wanted first.
    public init(
        of scene: PictureScene, style: PictureStyle, tiles: PMTilesReader?, languages: [String] = [],
        format: PictureFormat
    ) throws(Failure) {
        guard let canvas = Canvas(width: style.width, height: style.height, format: format) else {
            throw .noMemory(width: style.width, height: style.height)
        }
        let colors = style.isDark ? MapColors.dark : MapColors.light
        let points = scene.track.map(\.coordinate) + [scene.position?.coordinate].compactMap(\.self)
        let viewport = Viewport(style, showing: points.isEmpty ? scene.visits.map(\.coordinate) : points)

        canvas.setColor(colors.water)
        canvas.paint()
        var notes = scene.notes
        var basemap = BasemapPainter(canvas: canvas, viewport: viewport, colors: colors)
        if let tiles {
            basemap.draw(tiles, languages: languages)
            notes += [basemap.fault].compactMap(\.self)
        }
        let grid = Graticule(viewport, units: style.units).map {
            GridPainter(canvas: canvas, viewport: viewport, colors: colors, graticule: $0)
        }
        grid?.drawLines()
        let regions = RegionPainter(canvas: canvas, viewport: viewport, colors: colors)
        let regionNames = scene.regions.compactMap(regions.draw)
        let painter = ScenePainter(canvas: canvas, viewport: viewport, colors: colors)
        painter.draw(track: scene.track)

        var labels = LabelPainter(canvas: canvas, viewport: viewport, colors: colors)
        if let position = scene.position { labels.reserve(viewport.point(position.coordinate), radius: 10) }
        // Scale and attribution below, notes above.
        let (top, bottom) = (18 * Double(notes.count), viewport.height - 26)
        labels.reserve(west: 0, north: bottom, east: 140, south: viewport.height)
        labels.reserve(
            west: viewport.width - 300, north: viewport.height - 18, east: viewport.width, south: viewport.height)
        labels.reserve(west: 0, north: 0, east: viewport.width, south: top)
        let gridLabels = grid?.labels(below: top, above: bottom) ?? []
        for label in gridLabels {
            let (west, north) = (label.corner.x, label.corner.y)
            labels.reserve(west: west, north: north, east: west + label.width, south: north + GridPainter.labelHeight)
        }
        let pins = scene.visits.filter { viewport.contains(viewport.point($0.coordinate)) }
        let names = pins.map { pin in
            let tip = viewport.point(pin.coordinate)
            labels.reserve(west: tip.x - 8, north: tip.y - 23, east: tip.x + 8, south: tip.y - 2)
            var style = MapLabel.Style(importance: -1, size: 12, isBold: true)
            style.hasDot = true
            return MapLabel(text: pin.name, point: viewport.point(pin.coordinate), style: style)
        }
        labels.draw(names + regionNames + basemap.labels)
        for pin in pins { painter.draw(pin: pin) }
        if let position = scene.position { painter.draw(position) }
        grid?.draw(gridLabels)

        let frame = FramePainter(canvas: canvas, viewport: viewport, colors: colors)
        frame.drawScale(style.units)
        if tiles != nil { frame.drawAttribution(Self.attribution) }
        frame.drawNotes(notes)
        self.notes = notes
        bytes = canvas.finished()
        guard !bytes.isEmpty else { throw .noMemory(width: style.width, height: style.height) }
    }
}
