import CPango
import Glibc
import PlacemarkModel

/// Draws what belongs to the picture and not to the earth: scale, attribution, notes.
struct FramePainter {
    let canvas: Canvas
    let viewport: Viewport
    let colors: MapColors

    private static let margin = 8.0
    private static let textSize = 11.0
    /// The longest bar, in pixels and as a share of the picture.
    private static let (longestBar, barShare) = (120.0, 0.3)

    /// A bar as long as a round number of units, in the middle of the picture.
    func drawScale(_ units: ScaleUnits) {
        let bar = ScaleBar(
            metersPerPixel: 1 / viewport.pixelsPerMeter(at: viewport.centerLatitude),
            room: min(Self.longestBar, viewport.width * Self.barShare), units: units)
        let y = viewport.height - Self.margin
        let (west, east) = (Self.margin, Self.margin + bar.pixels)
        for (color, width) in [(colors.halo, 4.5), (colors.text, 1.8)] {
            canvas.move(to: PicturePoint(x: west, y: y - 5))
            canvas.line(to: PicturePoint(x: west, y: y))
            canvas.line(to: PicturePoint(x: east, y: y))
            canvas.line(to: PicturePoint(x: east, y: y - 5))
            canvas.stroke(color, width: width)
        }
        let size = canvas.measure(bar.label, size: Self.textSize)
        canvas.drawText(at: PicturePoint(x: west + 5, y: y - size.height - 3), color: colors.text, halo: colors.halo)
    }

    /// Whose data the map is made of, at the lower right, as the licences ask.
    func drawAttribution(_ text: String) {
        let (width, height) = canvas.measure(text, size: 9)
        canvas.drawText(
            at: PicturePoint(x: viewport.width - width - Self.margin, y: viewport.height - height - 4),
            color: colors.minorText, halo: colors.halo)
    }

    /// What the picture lacks, at the top; lines that are too long are cut.
    func drawNotes(_ notes: [String]) {
        var y = Self.margin
        for note in notes {
            var text = note
            var size = canvas.measure(text, size: 12)
            while size.width > viewport.width - 2 * Self.margin, text.count > 4 {
                text = String(text.dropLast(max(2, text.count / 10))) + "…"
                size = canvas.measure(text, size: 12)
            }
            canvas.drawText(at: PicturePoint(x: Self.margin, y: y), color: colors.text, halo: colors.halo)
            y += size.height + 2
        }
    }
}
