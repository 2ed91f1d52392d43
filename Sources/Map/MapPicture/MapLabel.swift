import VectorTiles

/// A name on the map.
struct MapLabel {
    var text: String
    var point: PicturePoint
    var style: Style

    /// How a name is written, and which wins where two have no room: the smaller importance.
    struct Style {
        var importance: Double
        var size: Double
        var isBold = false
        var isWater = false
        var isMinor = false
        var hasDot = false
        /// Where its middle is taken, it stands above or below: a country or a lake has room elsewhere.
        var canMove = false
        /// Another dot: that of a capital.
        var hasRing = false
        /// A road's number, in a box: filled for the greatest roads.
        var shield: (isShield: Bool, isFilled: Bool) = (false, false)

        init(importance: Double, size: Double, isBold: Bool = false) {
            (self.importance, self.size, self.isBold) = (importance, size, isBold)
        }

        /// A mark in the place of the dot.
        var mark: MapMark?

        static func shield(isFilled: Bool) -> Style {
            var style = Style(importance: isFilled ? 24 : 26, size: 10, isBold: true)
            style.shield = (true, isFilled)
            return style
        }

        /// Nil for what is not named at this zoom.
        init?(layer: String, _ feature: TileFeature, zoom: Double) {
            let rank = feature.number("rank") ?? 9
            switch layer {
            case "countries":
                guard zoom < 7 else { return nil }
                self.init(importance: rank, size: rank < 3 ? 15 : 13, isBold: true)
                canMove = true
            case "states":
                guard zoom < 9 else { return nil }
                self.init(importance: 15 + rank, size: 11)
                isMinor = true
            case "counties":
                guard (8..<11).contains(zoom) else { return nil }
                self.init(importance: 40 + rank, size: 10)
                isMinor = true
            case "water_names":
                self.init(importance: 8 + rank, size: 11)
                (isWater, canMove) = (true, true)
            case "places":
                let isCapital = feature.attributes["capital"] == .flag(true)
                // As many ranks as the zoom has room for; the tiles tell from which zoom on capitals are shown.
                guard isCapital || rank <= max(0, zoom * 1.2 - 2) else { return nil }
                self.init(
                    importance: isCapital ? (zoom < 5 ? 4 : -0.5) : 5 + 2 * rank, size: max(10, 14 - rank / 2),
                    isBold: isCapital || rank < 3)
                (hasDot, hasRing) = (true, isCapital)
            case "ports", "airports":
                guard zoom >= 6 else { return nil }
                // Behind the smallest places: a town's name tells more than its port.
                self.init(importance: 30, size: 10)
                mark = layer == "ports" ? .port : .airport
            case "house_numbers":
                guard zoom >= 15.5 else { return nil }
                self.init(importance: 60, size: 9)
                isMinor = true
            case "areas":
                guard zoom >= 14 else { return nil }
                self.init(importance: 50, size: 10)
                (isMinor, isWater) = (true, feature.text("kind") == "water")
            default: return nil
            }
        }
    }
}

/// Puts names where they have room, the most important first.
struct LabelPainter {
    let canvas: Canvas
    let viewport: Viewport
    let colors: MapColors
    /// What is taken, in pixels: west, north, east, south.
    private var taken: [(Double, Double, Double, Double)] = []

    private static let gap = 3.0
    private static let edge = 2.0

    init(canvas: Canvas, viewport: Viewport, colors: MapColors) {
        (self.canvas, self.viewport, self.colors) = (canvas, viewport, colors)
    }

    /// Keeps names away from something that is drawn.
    mutating func reserve(_ center: PicturePoint, radius: Double) {
        taken.append((center.x - radius, center.y - radius, center.x + radius, center.y + radius))
    }

    /// The same for a box: the corners of what belongs to the picture.
    mutating func reserve(west: Double, north: Double, east: Double, south: Double) {
        taken.append((west, north, east, south))
    }

    mutating func draw(_ labels: [MapLabel]) {
        // Of equal importance the first ones: tiles have the largest first.
        let order = labels.indices.sorted { (labels[$0].style.importance, $0) < (labels[$1].style.importance, $1) }
        for label in order.map({ labels[$0] }) where viewport.contains(label.point) { draw(label) }
    }

    /// A mark where it has room, and its name below where that has room as well.
    private mutating func draw(_ mark: MapMark, of label: MapLabel, width: Double, height: Double) {
        let (x, y, reach) = (label.point.x, label.point.y, MapMark.side / 2)
        func isFree(_ box: (Double, Double, Double, Double)) -> Bool {
            !taken.contains { $0.0 < box.2 && $0.2 > box.0 && $0.1 < box.3 && $0.3 > box.1 }
        }
        let box = (x - reach, y - reach, x + reach, y + reach)
        guard isFree(box) else { return }
        taken.append(box)
        mark.draw(on: canvas, at: label.point, color: colors.mark, halo: colors.halo)
        let name = (x - width / 2 - Self.gap, y + reach, x + width / 2 + Self.gap, y + reach + height)
        guard viewport.zoom >= Self.firstZoomOfMarkNames, name.0 >= 0, name.2 <= viewport.width, isFree(name) else {
            return
        }
        taken.append(name)
        canvas.drawText(at: PicturePoint(x: x - width / 2, y: y + reach), color: colors.mark, halo: colors.halo)
    }

    private static let firstZoomOfMarkNames = 8.0

    private mutating func draw(_ label: MapLabel) {
        let (width, height) = canvas.measure(label.text, size: label.style.size, isBold: label.style.isBold)
        guard width > 0 else { return }
        let (x, y) = (label.point.x, label.point.y)
        if let mark = label.style.mark { return draw(mark, of: label, width: width, height: height) }
        let corners =
            label.style.hasDot
            ? [(x + 5, y - height / 2), (x - 5 - width, y - height / 2), (x - width / 2, y + 4)]
            : [(x - width / 2, y - height / 2)]
                + (label.style.canMove
                    ? [(x - width / 2, y - 1.7 * height), (x - width / 2, y + 0.7 * height)] : [])
        for (west, north) in corners {
            let box = (west - Self.gap, north, west + width + Self.gap, north + height)
            guard west >= Self.edge, north >= Self.edge, west + width <= viewport.width - Self.edge,
                north + height <= viewport.height - Self.edge,
                !taken.contains(where: { $0.0 < box.2 && $0.2 > box.0 && $0.1 < box.3 && $0.3 > box.1 })
            else { continue }
            taken.append(box)
            let color = label.style.isWater ? colors.waterText : label.style.isMinor ? colors.minorText : colors.text
            if label.style.hasDot {
                if label.style.hasRing {
                    canvas.circle(label.point, radius: 4)
                    canvas.fill(color)
                    canvas.circle(label.point, radius: 3)
                    canvas.fill(colors.halo)
                }
                canvas.circle(label.point, radius: 2)
                canvas.fill(color)
            }
            if label.style.shield.isShield {
                canvas.box(west: west - Self.gap, north: north, width: width + 2 * Self.gap, height: height)
                canvas.fill(label.style.shield.isFilled ? colors.motorway : colors.shield)
                canvas.box(west: west - Self.gap, north: north, width: width + 2 * Self.gap, height: height)
                canvas.stroke(colors.shieldEdge, width: 1)
                canvas.drawText(at: PicturePoint(x: west, y: north), color: color, halo: nil)
                return
            }
            canvas.drawText(at: PicturePoint(x: west, y: north), color: color, halo: colors.halo)
            return
        }
    }
}
