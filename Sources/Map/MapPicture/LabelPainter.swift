import CPango
import Glibc

/// Puts names where they have room, the most important first.
struct LabelPainter {
    let canvas: Canvas
    let viewport: Viewport
    let colors: MapColors
    private var taken: [Box] = []
    /// Where names along lines stand, by name.
    private var places: [String: [PicturePoint]] = [:]

    private static let edge = 2.0
    /// Between a line's name and where the line turns away, and of a shield round its number.
    private static let gap = 3.0
    /// A street is in each tile; its name is written no nearer than this to itself, in pixels.
    private static let repetition = 250.0

    /// What is taken, in pixels.
    fileprivate struct Box {
        var west, north, east, south: Double

        func overlaps(_ other: Box) -> Bool {
            west < other.east && east > other.west && north < other.south && south > other.north
        }
    }

    init(canvas: Canvas, viewport: Viewport, colors: MapColors) {
        (self.canvas, self.viewport, self.colors) = (canvas, viewport, colors)
    }

    /// Keeps names away from something that is drawn.
    mutating func reserve(_ center: PicturePoint, radius: Double) {
        reserve(west: center.x - radius, north: center.y - radius, east: center.x + radius, south: center.y + radius)
    }

    /// The same for a box: the corners of what belongs to the picture.
    mutating func reserve(west: Double, north: Double, east: Double, south: Double) {
        taken.append(Box(west: west, north: north, east: east, south: south))
    }

    mutating func draw(_ labels: [MapLabel]) {
        // Of equal importance the first ones: tiles have the largest first.
        let order = labels.indices.sorted { (labels[$0].style.importance, $0) < (labels[$1].style.importance, $1) }
        for label in order.map({ labels[$0] }) {
            if !label.path.isEmpty {
                drawAlongPath(label)
            } else if viewport.contains(label.point) {
                draw(label)
            }
        }
    }

    private func isFree(_ box: Box) -> Bool { !taken.contains { $0.overlaps(box) } }

    private func isInside(_ box: Box) -> Bool {
        box.west >= Self.edge && box.north >= Self.edge && box.east <= viewport.width - Self.edge
            && box.south <= viewport.height - Self.edge
    }

    private func color(of style: MapLabel.Style) -> UInt32 {
        style.isWater ? colors.waterText : style.isMinor ? colors.minorText : colors.text
    }

    /// A mark where it has room, and its name below where that has room as well.
    private mutating func draw(_ mark: MapMark, of label: MapLabel, width: Double, height: Double) {
        let (x, y, reach) = (label.point.x, label.point.y, MapMark.side / 2)
        let box = Box(west: x - reach, north: y - reach, east: x + reach, south: y + reach)
        guard isFree(box) else { return }
        taken.append(box)
        mark.draw(on: canvas, at: label.point, color: colors.mark, halo: colors.halo)
        let name = Box(west: x - width / 2, north: y + reach, east: x + width / 2, south: y + reach + height)
        guard width > 0, isInside(name), isFree(name) else { return }
        taken.append(name)
        canvas.drawText(at: PicturePoint(x: name.west, y: name.north), color: colors.mark, halo: colors.halo)
    }

    /// A name along the straightest piece of its line, if that has room.
    private mutating func drawAlongPath(_ label: MapLabel) {
        let (width, height) = canvas.measure(label.text, size: label.style.size, isBold: label.style.isBold)
        guard let place = NamePath(along: label.path, length: width + 2 * Self.gap, size: label.style.size),
            !places[label.text, default: []].contains(where: {
                hypot($0.x - place.middle.x, $0.y - place.middle.y) < Self.repetition
            })
        else { return }
        // A turned name takes a row of squares.
        let count = max(1, (width / height).rounded(.up))
        let boxes = stride(from: 0.5, to: count, by: 1).map { index in
            let along = (index / count - 0.5) * width
            let (x, y) = (place.middle.x + along * cos(place.angle), place.middle.y + along * sin(place.angle))
            return Box(west: x - height / 2, north: y - height / 2, east: x + height / 2, south: y + height / 2)
        }
        guard boxes.allSatisfy({ isInside($0) && isFree($0) }) else { return }
        taken += boxes
        places[label.text, default: []].append(place.middle)
        cairo_save(canvas.context)
        cairo_translate(canvas.context, place.middle.x, place.middle.y)
        cairo_rotate(canvas.context, place.angle)
        canvas.drawText(
            at: PicturePoint(x: -width / 2, y: -height / 2), color: color(of: label.style), halo: colors.halo)
        cairo_restore(canvas.context)
    }

    /// The places of the upper left corner that a name may have, the best first.
    private func corners(of label: MapLabel, width: Double, height: Double) -> [PicturePoint] {
        let (x, y) = (label.point.x, label.point.y)
        let middle = PicturePoint(x: x - width / 2, y: y - height / 2)
        if label.style.hasDot {
            return [
                PicturePoint(x: x + 5, y: middle.y), PicturePoint(x: x - 5 - width, y: middle.y),
                PicturePoint(x: middle.x, y: y + 4), PicturePoint(x: middle.x, y: y - 4 - height),
            ]
        }
        guard label.style.canMove else { return [middle] }
        return [
            middle, PicturePoint(x: middle.x, y: y - 1.7 * height), PicturePoint(x: middle.x, y: y + 0.7 * height),
        ]
    }

    /// The size of a label. A second name that this machine has no letters for is left out.
    private func measure(_ label: MapLabel) -> (width: Double, height: Double) {
        func measure(_ lines: [String]) -> (width: Double, height: Double) {
            let style = label.style
            return canvas.measure(
                lines, size: style.size, isBold: style.isBold, mostWidth: style.mostWidthInSizes * style.size)
        }
        let size = measure(label.lines)
        return label.local != nil && canvas.lacksLetters ? measure([label.text]) : size
    }

    private mutating func draw(_ label: MapLabel) {
        let (width, height) = measure(label)
        if let mark = label.style.mark { return draw(mark, of: label, width: width, height: height) }
        guard width > 0 else { return }
        let free = corners(of: label, width: width, height: height).lazy.map { corner in
            (corner, Box(west: corner.x, north: corner.y, east: corner.x + width, south: corner.y + height))
        }.first { isInside($0.1) && isFree($0.1.wider(by: label.style.padding)) }
        guard let (corner, box) = free else { return }
        taken.append(box.wider(by: label.style.padding))
        let color = color(of: label.style)
        if label.style.hasDot { drawDot(at: label.point, hasRing: label.style.hasRing, color: color) }
        if label.style.shield.isShield {
            drawShield(round: box, isFilled: label.style.shield.isFilled)
            canvas.drawText(at: corner, color: color, halo: nil)
        } else {
            canvas.drawText(at: corner, color: color, halo: colors.halo)
        }
    }

    private func drawShield(round box: Box, isFilled: Bool) {
        func frame() {
            canvas.box(
                west: box.west - Self.gap, north: box.north, width: box.east - box.west + 2 * Self.gap,
                height: box.south - box.north)
        }
        frame()
        canvas.fill(isFilled ? colors.motorway : colors.shield)
        frame()
        canvas.stroke(colors.shieldEdge, width: 1)
    }

    private mutating func drawDot(at point: PicturePoint, hasRing: Bool, color: UInt32) {
        if hasRing {
            canvas.circle(point, radius: 4)
            canvas.fill(color)
            canvas.circle(point, radius: 3)
            canvas.fill(colors.halo)
        }
        canvas.circle(point, radius: 2)
        canvas.fill(color)
        reserve(point, radius: hasRing ? 4 : 2)
    }
}

extension LabelPainter.Box {
    /// With room all round.
    fileprivate func wider(by padding: Double) -> Self {
        Self(west: west - padding, north: north - padding, east: east + padding, south: south + padding)
    }
}
