import CPango
import Glibc
import PlacemarkModel

/// Draws what the daemon knows: track, visits, position.
struct ScenePainter {
    let canvas: Canvas
    let viewport: Viewport
    let colors: MapColors

    private static let trackWidth = 4.0
    private static let dotRadius = 7.0
    private static let (coneRadius, coneHalfAngle) = (30.0, 0.45)
    /// What is no farther from the last drawn point says nothing, in pixels.
    private static let smallestStep = 0.7

    /// The way, coloured by speed; where nothing is known of the way between two points, there is no line.
    func draw(track: [TrackPoint]) {
        for isCase in [true, false] {
            var last: PicturePoint?
            var color: UInt32?
            for point in track {
                let place = viewport.point(point.coordinate)
                let next = isCase ? colors.halo : colors.color(ofMetersPerSecond: point.speed)
                guard let start = last, !point.startsSegment, isNear(start, place) else {
                    if let color { stroke(color, isCase: isCase) }
                    canvas.move(to: place)
                    (last, color) = (place, next)
                    continue
                }
                guard hypot(place.x - start.x, place.y - start.y) >= Self.smallestStep else { continue }
                if next != color {
                    if let color { stroke(color, isCase: isCase) }
                    canvas.move(to: start)
                    color = next
                }
                canvas.line(to: place)
                last = place
            }
            if let color { stroke(color, isCase: isCase) }
        }
    }

    private func stroke(_ color: UInt32, isCase: Bool) {
        canvas.stroke(color, width: Self.trackWidth + (isCase ? 2.5 : 0), opacity: isCase ? 0.8 : 1)
    }

    /// Two points at the two ends of the earth are beside each other: the picture shows one of its copies.
    private func isNear(_ a: PicturePoint, _ b: PicturePoint) -> Bool { abs(a.x - b.x) < viewport.worldSide / 2 }

    func draw(pin: PictureScene.Pin) {
        let tip = viewport.point(pin.coordinate)
        let head = PicturePoint(x: tip.x, y: tip.y - 15)
        canvas.move(to: tip)
        cairo_arc(canvas.context, head.x, head.y, 7, .pi * 0.85, .pi * 2.15)
        cairo_close_path(canvas.context)
        canvas.fill(colors.pin)
        canvas.circle(head, radius: 2.5)
        canvas.fill(colors.halo)
    }

    /// The accuracy as a circle, the heading as a cone, and a dot, which is pale when the box may be elsewhere by now.
    func draw(_ position: PictureScene.Position) {
        let center = viewport.point(position.coordinate)
        let strength = position.isStale ? 0.45 : 1
        if let accuracy = position.accuracyInMeters {
            let radius = accuracy * viewport.pixelsPerMeter(at: position.coordinate.latitude)
            // Cairo's numbers have 24 bits before the point.
            if radius > Self.dotRadius, radius < 100_000 {
                canvas.circle(center, radius: radius)
                canvas.fill(colors.user, opacity: 0.15 * strength)
                canvas.circle(center, radius: radius)
                canvas.stroke(colors.user, width: 1, opacity: 0.5 * strength)
            }
        }
        if let heading = position.headingInDegrees, !position.isStale {
            let angle = (heading - 90) * .pi / 180
            canvas.move(to: center)
            cairo_arc(
                canvas.context, center.x, center.y, Self.coneRadius, angle - Self.coneHalfAngle,
                angle + Self.coneHalfAngle)
            cairo_close_path(canvas.context)
            canvas.fill(colors.user, opacity: 0.4)
        }
        canvas.circle(center, radius: Self.dotRadius + 2.5)
        canvas.fill(0xFFFFFF)
        canvas.circle(center, radius: Self.dotRadius)
        // On the white below it: pale, and not see-through.
        canvas.fill(colors.user, opacity: strength)
    }
}
