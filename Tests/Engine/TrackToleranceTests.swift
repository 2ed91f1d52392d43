import Glibc
import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("The tolerance of the track")
struct TrackToleranceTests {
    /// Checks what is promised, for each fix of a trip in one segment.
    private func expectPromise(_ fixes: [Location], _ points: [TrackPoint], _ comment: Comment) {
        #expect(points.map(\.startsSegment) == [true] + points.dropFirst().map { _ in false }, comment)
        #expect(points.last?.seconds == fixes.last?.receivedAt.sinceBoot.inSeconds, comment)
        for (earlier, later) in zip(points, points.dropFirst()) where earlier.seconds >= later.seconds {
            Issue.record("\(comment): time does not run forward at \(later.seconds) s")
        }
        var (next, worst) = (1, 0.0)
        for fix in fixes {
            worst = max(worst, fix.horizontalAccuracy ?? 0)
            while next < points.count - 1, points[next].seconds < fix.receivedAt.sinceBoot.inSeconds { next += 1 }
            let (start, end) = (points[next - 1], points[next])
            let fraction = (fix.receivedAt.sinceBoot.inSeconds - start.seconds) / (end.seconds - start.seconds)
            let place = start.coordinate.interpolated(to: end.coordinate, fraction: fraction)
            // A rest shows by two points at one place; the piece that leads out of it begins in its radius.
            let isAtRest =
                start.coordinate == end.coordinate
                || (next >= 2 && points[next - 2].coordinate == start.coordinate)
            let bound =
                isAtRest
                ? 1.5 * max(10, worst + (fix.horizontalAccuracy ?? 0)) : TrackTolerance.inMeters(of: fix)
            // A centimetre for the difference between a plane, the ellipsoid and a sphere over 5 km.
            if fix.coordinate.distance(to: place) > bound + 0.01 {
                Issue.record(
                    "\(comment): \(fix.coordinate.distance(to: place)) m > \(bound) m at \(fix.receivedAt.sinceBoot.inSeconds) s"
                )
            }
        }
    }

    /// A walk of legs with random courses, speeds and rests, at 1 Hz with drop-outs, from this place.
    private func walk(from start: Coordinate, seed: UInt64, accuracy: Double?, count: Int = 2000) -> [Location] {
        var random = SeededRandom(seed: seed)
        var (place, course, speed, turn) = (start.unitVector, 0.0, 0.0, 0.0)
        var fixes: [Location] = []
        var time = 0.0
        var leg = 0
        while fixes.count < count {
            if leg == 0 {
                leg = Int.random(in: 1...200, using: &random)
                course = Double.random(in: 0..<(2 * .pi), using: &random)
                speed = [0, 1.4, 15, 40, 250].randomElement(using: &random) ?? 0
                turn = Bool.random(using: &random) ? 0 : Double.random(in: -0.2...0.2, using: &random)
            }
            leg -= 1
            let step = Bool.random(using: &random) ? 1.0 : Double(Int.random(in: 1...4, using: &random))
            time += step
            course += turn * step
            place = moved(place, by: speed * step, course: course)
            let coordinate = Coordinate(x: place.x, y: place.y, z: place.z)
            fixes.append(fix(coordinate, at: time, accuracy: accuracy))
        }
        return fixes
    }

    /// On the sphere, without a seam anywhere: east and north of a point are any two directions across it.
    private func moved(
        _ p: (x: Double, y: Double, z: Double), by meters: Double, course: Double
    ) -> (x: Double, y: Double, z: Double) {
        let horizontal = (p.x * p.x + p.y * p.y).squareRoot()
        let east = horizontal > 0 ? (x: -p.y / horizontal, y: p.x / horizontal) : (x: 0, y: 1)
        let north = (x: -p.z * east.y, y: p.z * east.x, z: p.x * east.y - p.y * east.x)
        let angle = meters / Earth.meanRadiusInMeters
        let (c, s) = (1 - angle * angle / 2, angle)
        let (n, e) = (cos(course), sin(course))
        let q = (
            x: c * p.x + s * (n * north.x + e * east.x), y: c * p.y + s * (n * north.y + e * east.y),
            z: c * p.z + s * n * north.z
        )
        let length = (q.x * q.x + q.y * q.y + q.z * q.z).squareRoot()
        return (q.x / length, q.y / length, q.z / length)
    }

    private static let starts = [
        coordinate(47.141, 9.521), coordinate(-16.5, 179.9995), coordinate(89.9995, 12), coordinate(-90, 0),
        coordinate(0.0001, -0.0001),
    ]

    @Test(
        "at the moment of each fix the track is within the tolerance of it, anywhere on earth (faults 15, 16)",
        arguments: starts, [nil, 3, 19, 60] as [Double?])
    func bound(start: Coordinate, accuracy: Double?) {
        for seed in 1...5 as ClosedRange<UInt64> {
            let fixes = walk(from: start, seed: seed, accuracy: accuracy)
            let points = TrackThinning.points(of: fixes)
            expectPromise(fixes, points, "seed \(seed)")
            #expect(points.count < fixes.count / 2, "seed \(seed): \(points.count) points")
        }
    }

    @Test("what is pending is what the end of the segment would bring")
    func pending() {
        var thinning = TrackThinning()
        for fix in walk(from: cupertino, seed: 3, accuracy: 10) {
            _ = thinning.accept(fix)
            var copy = thinning
            #expect(thinning.pending == copy.interrupt())
        }
    }
}
