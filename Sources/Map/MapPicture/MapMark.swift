/// The marks of the map, as lines in a square of 24: those of `map/model/symbols.js`.
enum MapMark: String {
    case airport, port

    /// In pixels.
    static let side = 14.0

    var isFilled: Bool { self == .airport }

    var outline: [[(Double, Double)]] {
        switch self {
        case .airport:
            [
                [
                    (12, 2), (13.4, 4.5), (13.4, 9), (21, 14), (21, 16), (13.4, 13.8), (13.4, 19), (15.8, 20.8),
                    (15.8, 22), (12, 21), (8.2, 22), (8.2, 20.8), (10.6, 19), (10.6, 13.8), (3, 16), (3, 14),
                    (10.6, 9), (10.6, 4.5),
                ]
            ]
        case .port:
            [
                [
                    (12, 7), (10, 6), (9.5, 4.5), (10.5, 2.8), (12, 2.3), (13.5, 2.8), (14.5, 4.5), (14, 6), (12, 7),
                ],
                [(12, 7), (12, 21)], [(7.5, 10.5), (16.5, 10.5)],
                [(4, 14), (5, 17.5), (8, 20.2), (12, 21), (16, 20.2), (19, 17.5), (20, 14)],
            ]
        }
    }

    /// Draws it in the middle of a point, with a halo that shows it on all grounds.
    func draw(on canvas: Canvas, at point: PicturePoint, color: UInt32, halo: UInt32) {
        let scale = Self.side / 24
        let widths = isFilled ? (3.0, 0.5) : (5, 2)
        for (color, width) in [(halo, widths.0), (color, widths.1)] {
            func path() {
                for line in outline {
                    for (index, (x, y)) in line.enumerated() {
                        let place = PicturePoint(x: point.x + (x - 12) * scale, y: point.y + (y - 12) * scale)
                        if index == 0 { canvas.move(to: place) } else { canvas.line(to: place) }
                    }
                }
            }
            path()
            canvas.stroke(color, width: width * scale)
            guard isFilled else { continue }
            path()
            canvas.fill(color)
        }
    }
}
