/// Draws the grid of a nautical chart where the page has it: the lines on the ground, below regions, ways and names, and
/// the labels at the edges, above everything.
struct GridPainter {
    let canvas: Canvas
    let viewport: Viewport
    let colors: MapColors
    let graticule: Graticule

    /// Of the lines, as the page's style has them (`map/model/overlayStyle.js`).
    static let (lineWidth, lineOpacity) = (1.0, 0.45)
    /// Of the labels, in pixels, as the page has them (`map/page.css`).
    static let (textSize, lineHeight) = (12.0, 16.0)
    static let padding = (beside: 4.0, above: 1.0)
    static let groundOpacity = 0.72
    /// What a label needs on both sides of the end of its line, in pixels: half its width, half its height, and that of a
    /// label below it (`map/model/graticule.js`).
    static let room = (beside: 40.0, above: 10.0, below: 30.0)
    static let labelHeight = lineHeight + 2 * padding.above

    /// A label with its place.
    struct Label: Equatable {
        var text: String
        /// The upper left one.
        var corner: PicturePoint
        /// In pixels.
        var width: Double
    }

    func drawLines() {
        let bounds = viewport.bounds
        let north = viewport.y(ofLatitude: min(bounds.north, Graticule.lastLatitude))
        let south = viewport.y(ofLatitude: max(bounds.south, -Graticule.lastLatitude))
        for meridian in graticule.meridians {
            let x = viewport.x(ofLongitude: meridian.degrees)
            canvas.move(to: PicturePoint(x: x, y: north))
            canvas.line(to: PicturePoint(x: x, y: south))
        }
        for parallel in graticule.parallels {
            let y = viewport.y(ofLatitude: parallel.degrees)
            canvas.move(to: PicturePoint(x: 0, y: y))
            canvas.line(to: PicturePoint(x: viewport.width, y: y))
        }
        canvas.stroke(colors.waterText, width: Self.lineWidth, opacity: Self.lineOpacity, hasFlatEnds: true)
    }

    /// The labels that have room: of the meridians at the lower edge, of the parallels at the right one.
    ///
    /// - Parameters:
    ///   - top: what is above it belongs to the picture's notes.
    ///   - bottom: what is below it belongs to scale and attribution.
    func labels(below top: Double, above bottom: Double) -> [Label] {
        let lower = graticule.meridians.compactMap { line -> Label? in
            let x = viewport.x(ofLongitude: line.degrees)
            guard x > Self.room.beside, x < viewport.width - Self.room.beside else { return nil }
            let width = labelWidth(line.label)
            let corner = PicturePoint(x: (x - width / 2).rounded(), y: bottom - Self.labelHeight)
            return Label(text: line.label, corner: corner, width: width)
        }
        let right = graticule.parallels.compactMap { line -> Label? in
            let y = viewport.y(ofLatitude: line.degrees)
            guard y > top + Self.room.above, y < bottom - Self.room.below else { return nil }
            let width = labelWidth(line.label)
            let corner = PicturePoint(x: viewport.width - width, y: (y - Self.labelHeight / 2).rounded())
            return Label(text: line.label, corner: corner, width: width)
        }
        return lower + right
    }

    private func labelWidth(_ text: String) -> Double {
        canvas.measure(text, size: Self.textSize).width + 2 * Self.padding.beside
    }

    func draw(_ labels: [Label]) {
        for label in labels {
            let (west, north) = (label.corner.x, label.corner.y)
            canvas.box(west: west, north: north, width: label.width, height: Self.labelHeight)
            canvas.fill(colors.gridGround, opacity: Self.groundOpacity)
            let height = canvas.measure(label.text, size: Self.textSize).height
            let text = PicturePoint(
                x: west + Self.padding.beside, y: (north + (Self.labelHeight - height) / 2).rounded())
            canvas.drawText(at: text, color: colors.gridText, halo: nil)
        }
    }
}
