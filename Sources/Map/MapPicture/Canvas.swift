import CPango
import PlacemarkModel

/// What is drawn on: a bitmap or an SVG, through Cairo. Owns what Cairo and Pango have given.
final class Canvas {
    private let surface: OpaquePointer
    let context: OpaquePointer
    private let layout: OpaquePointer
    /// Where the text begins that `measure` was told last.
    private var textStart = 0.0
    private let sink = ByteSink()
    private let format: PictureFormat

    /// Returns nil without memory.
    init?(width: Int, height: Int, format: PictureFormat) {
        self.format = format
        let surface =
            switch format {
            case .png: cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
            case .svg:
                cairo_svg_surface_create_for_stream(
                    ByteSink.write, Unmanaged.passUnretained(sink).toOpaque(), Double(width), Double(height))
            }
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface)
        else {
            return nil
        }
        guard let layout = pango_cairo_create_layout(context) else { return nil }
        (self.surface, self.context, self.layout) = (surface, context, layout)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    }

    deinit {
        placemark_layout_unref(layout)
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// The picture as a file; empty when Cairo could not draw it. Nothing can be drawn afterwards.
    func finished() -> [UInt8] {
        if format == .png {
            cairo_surface_write_to_png_stream(surface, ByteSink.write, Unmanaged.passUnretained(sink).toOpaque())
        }
        cairo_surface_finish(surface)
        return cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS ? sink.bytes : []
    }

    func setColor(_ color: UInt32, opacity: Double = 1) {
        func share(_ shift: UInt32) -> Double { Double(color >> shift & 0xFF) / 255 }
        cairo_set_source_rgba(context, share(16), share(8), share(0), opacity)
    }

    /// The whole picture in the colour that is set.
    func paint() { cairo_paint(context) }

    func fill(_ color: UInt32, opacity: Double = 1) {
        setColor(color, opacity: opacity)
        cairo_fill(context)
    }

    /// - Parameter dashes: lengths of strokes and gaps in turn, in pixels.
    func stroke(
        _ color: UInt32, width: Double, opacity: Double = 1, dashes: [Double] = [], hasFlatEnds: Bool = false
    ) {
        setColor(color, opacity: opacity)
        cairo_set_line_width(context, width)
        cairo_set_dash(context, dashes, Int32(dashes.count), 0)
        cairo_set_line_cap(context, hasFlatEnds ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND)
        cairo_stroke(context)
    }

    func move(to point: PicturePoint) { cairo_move_to(context, point.x, point.y) }
    func line(to point: PicturePoint) { cairo_line_to(context, point.x, point.y) }

    func circle(_ center: PicturePoint, radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, center.x, center.y, radius, 0, 2 * .pi)
    }

    func box(west: Double, north: Double, width: Double, height: Double) {
        cairo_rectangle(context, west, north, width, height)
    }

    /// A text as text: whatever it says, nothing of it is markup. Returns its size in pixels.
    ///
    /// - Parameters:
    ///   - lines: one below the other, in the middle of each other.
    ///   - mostWidth: in pixels; a line that is wider goes on below, between words. Nil for one that may have any width.
    func measure(_ lines: [String], size: Double, isBold: Bool = false, mostWidth: Double? = nil)
        -> (width: Double, height: Double)
    {
        let font = pango_font_description_new()
        pango_font_description_set_family(font, "sans-serif")
        pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        if isBold { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
        pango_layout_set_font_description(layout, font)
        pango_font_description_free(font)
        pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        // Control characters would end the line, or turn its direction for what follows.
        let text = lines.map { String(String.UnicodeScalarView($0.unicodeScalars.filter { !$0.isASCIIControl })) }
            .joined(separator: "\n")
        pango_layout_set_text(layout, text, Int32(text.utf8.count))
        pango_layout_set_width(layout, mostWidth.map { Int32($0 * Double(PANGO_SCALE)) } ?? -1)
        var box = PangoRectangle()
        pango_layout_get_pixel_extents(layout, nil, &box)
        // Lines in the middle of a width begin where that leaves them.
        textStart = Double(box.x)
        return (Double(box.width), Double(box.height))
    }

    /// The same of one line.
    func measure(_ text: String, size: Double, isBold: Bool = false) -> (width: Double, height: Double) {
        measure([text], size: size, isBold: isBold)
    }

    /// Whether this machine's fonts lack a letter of what `measure` was told last: it would be a box with a number in it.
    var lacksLetters: Bool { pango_layout_get_unknown_glyphs_count(layout) > 0 }

    /// Draws what `measure` was told last, with a halo that keeps it readable; nil for none.
    func drawText(at corner: PicturePoint, color: UInt32, halo: UInt32?) {
        let start = PicturePoint(x: corner.x - textStart, y: corner.y)
        if let halo {
            move(to: start)
            pango_cairo_layout_path(context, layout)
            stroke(halo, width: 2.8)
        }
        move(to: start)
        setColor(color)
        pango_cairo_show_layout(context, layout)
    }
}

/// Where Cairo's output goes.
private final class ByteSink {
    var bytes: [UInt8] = []

    static let write: cairo_write_func_t = { closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue().bytes += UnsafeBufferPointer(
            start: data, count: Int(length))
        return CAIRO_STATUS_SUCCESS
    }
}

/// What a picture is written as.
public enum PictureFormat: String, CaseIterable, Sendable { case png, svg }
