import CPango
import Glibc
import PlacemarkModel

/// Draws regions as the page does: their ground and their border, and bright where the box is inside.
struct RegionPainter {
    let canvas: Canvas
    let viewport: Viewport
    let colors: MapColors

    /// From this zoom on regions have their names, as on the page.
    private static let firstZoomOfNames = 10.0
    /// A smaller one is drawn with this radius, in pixels, so that it is seen.
    private static let smallestRadius = 4.0
    /// Cairo's numbers have 24 bits before the point.
    private static let largestCoordinate = 4_000_000.0

    /// Draws a region. Returns its name and where that goes; nil when nothing of it is to be seen, or too little.
    func draw(_ feature: RegionFeature) -> MapLabel? {
        let isInside = feature.report.state == .inside
        let middle: PicturePoint
        switch feature.region.shape {
        case .circle(let center, let radius):
            let pixels = radius * viewport.pixelsPerMeter(at: center.latitude)
            middle = viewport.point(center)
            guard pixels < Self.largestCoordinate, isSeen(middle, within: pixels) else { return nil }
            canvas.circle(middle, radius: max(pixels, Self.smallestRadius))
        case .unlocated: return nil
        case .polygons(let polygons):
            let rings = polygons.flatMap { [$0.exterior] + $0.holes }.map(points)
            guard let bounds = Bounds(rings), bounds.isDrawable(below: Self.largestCoordinate),
                isSeen(bounds.middle, within: bounds.radius)
            else { return nil }
            middle = bounds.middle
            for ring in rings {
                guard let first = ring.first else { continue }
                canvas.move(to: first)
                for point in ring.dropFirst() { canvas.line(to: point) }
                cairo_close_path(canvas.context)
            }
        }
        let color = isInside ? colors.regionInside : colors.region
        // Holes are holes, whichever way round they go.
        cairo_set_fill_rule(canvas.context, CAIRO_FILL_RULE_EVEN_ODD)
        canvas.setColor(color, opacity: isInside ? 0.28 : 0.12)
        cairo_fill_preserve(canvas.context)
        cairo_set_fill_rule(canvas.context, CAIRO_FILL_RULE_WINDING)
        canvas.stroke(color, width: isInside ? 2.5 : 1.5)
        guard viewport.zoom >= Self.firstZoomOfNames, viewport.contains(middle) else { return nil }
        return MapLabel(
            text: feature.region.identifier, point: middle, style: .init(importance: 0, size: 11, isBold: isInside))
    }

    private func isSeen(_ middle: PicturePoint, within radius: Double) -> Bool {
        let reach = max(radius, Self.smallestRadius)
        return (-reach...viewport.width + reach).contains(middle.x)
            && (-reach...viewport.height + reach).contains(middle.y)
    }

    /// The corners, each on the copy of the earth on which the one before it is: the sides take the short way.
    private func points(_ ring: [Coordinate]) -> [PicturePoint] {
        var points: [PicturePoint] = []
        for corner in ring {
            var point = viewport.point(corner)
            if let last = points.last {
                point.x += ((last.x - point.x) / viewport.worldSide).rounded() * viewport.worldSide
            }
            points.append(point)
        }
        return points
    }

    /// The smallest box round all corners, in pixels.
    private struct Bounds {
        let (west, north, east, south): (Double, Double, Double, Double)

        init?(_ rings: [[PicturePoint]]) {
            let (xs, ys) = (rings.joined().map(\.x), rings.joined().map(\.y))
            guard let west = xs.min(), let east = xs.max(), let north = ys.min(), let south = ys.max() else {
                return nil
            }
            (self.west, self.north, self.east, self.south) = (west, north, east, south)
        }

        var middle: PicturePoint { PicturePoint(x: (west + east) / 2, y: (north + south) / 2) }
        var radius: Double { hypot(east - west, south - north) / 2 }

        func isDrawable(below limit: Double) -> Bool { [west, north, east, south].allSatisfy { abs($0) < limit } }
    }
}
