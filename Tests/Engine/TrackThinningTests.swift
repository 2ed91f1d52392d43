@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("Thinning of the track")
struct TrackThinningTests {
    /// The points of a whole trip.
    private func points(of fixes: [Location], motion: (Location) -> Motion? = { _ in nil }) -> [TrackPoint] {
        var thinning = TrackThinning()
        return fixes.flatMap { thinning.accept($0, motion: motion($0)) } + thinning.interrupt()
    }

    /// The seconds since boot of points and fixes, whose receiver's clock runs with the boot-time clock.
    private func seconds(_ point: TrackPoint) -> Double {
        switch point.time {
        case .receiver(let timestamp): timestamp.duration(since: epoch).inSeconds
        case .sinceBoot(let duration): duration.inSeconds
        }
    }

    /// Checks what is promised, for each fix of a trip in one segment.
    private func expectPromise(_ fixes: [Location], _ points: [TrackPoint], _ comment: Comment) {
        #expect(points.map(\.startsSegment) == [true] + points.dropFirst().map { _ in false }, comment)
        #expect(points.last.map(seconds) == fixes.last.map(\.receivedAt.seconds), comment)
        for (earlier, later) in zip(points, points.dropFirst()) where seconds(earlier) >= seconds(later) {
            Issue.record("\(comment): time does not run forward at \(seconds(later)) s")
        }
        var (next, worst) = (1, 0.0)
        for fix in fixes {
            worst = max(worst, fix.horizontalAccuracy ?? 0)
            while next < points.count - 1, seconds(points[next]) < fix.receivedAt.seconds { next += 1 }
            let (start, end) = (points[next - 1], points[next])
            let fraction = (fix.receivedAt.seconds - seconds(start)) / (seconds(end) - seconds(start))
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
                    "\(comment): \(fix.coordinate.distance(to: place)) m > \(bound) m at \(fix.receivedAt.seconds) s")
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
        let (n, e) = (course.cosine, course.sine)
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
            let points = points(of: fixes)
            expectPromise(fixes, points, "seed \(seed)")
            #expect(points.count < fixes.count / 2, "seed \(seed): \(points.count) points")
        }
    }

    @Test("a straight, steady drive is two points for 5 km, a stop in it is told to the second")
    func straight() {
        func drive(_ count: Int, from meters: Double, at seconds: Int) -> [Location] {
            (0..<count).map { fix(north(meters + Double($0) * 25, of: cupertino), at: Double(seconds + $0)) }
        }
        let steady = points(of: drive(400, from: 0, at: 0))
        #expect(steady.map(seconds) == [0, 200, 399])

        let stop = (0..<120).map { fix(north(2475, of: cupertino), at: Double(100 + $0)) }
        let stopped = points(of: drive(100, from: 0, at: 0) + stop + drive(100, from: 2500, at: 220))
        #expect(stopped.map(seconds) == [0, 99, 219, 319])
        #expect(stopped[1].coordinate == stopped[2].coordinate)
    }

    @Test("a right-angled turn keeps its corner")
    func corner() {
        let fixes = (0...60).map { step in
            let (up, right) = (Double(min(step, 30)) * 15, Double(max(0, step - 30)) * 15)
            let corner = north(up, of: cupertino)
            return fix(coordinate(corner.latitude, corner.longitude + right / 88_600), at: Double(step))
        }
        let corners = points(of: fixes).map(seconds)
        #expect(corners.count <= 4 && corners.contains { (29...31).contains($0) }, "\(corners)")
    }

    @Test(
        "jitter at rest makes no point but a heartbeat, when the accuracies are honest (fault 13)",
        arguments: [5.0, 15, 30])
    func jitter(sigma: Double) {
        let points = points(of: jitter(sigma: sigma, accuracy: sigma * 2.448, hours: 24))
        // One to begin with, one for each ten minutes, and a few for what the 95 % leave.
        #expect((144...180).contains(points.count), "\(points.count)")
        #expect(Set(points.map(\.coordinate)).count < 20)
    }

    @Test("with accuracies that are told too well, the word of the motion detector counts (fault 13)")
    func jitterAtRest() {
        let fixes = jitter(sigma: 30, accuracy: 3, hours: 24)
        let points = points(of: fixes) { $0.receivedAt < at(120) ? .moving : .stationary }
        #expect(points.count < 120 + 150, "\(points.count)")
    }

    /// A day of Gaussian noise round one place (Box and Muller's transformation).
    private func jitter(sigma: Double, accuracy: Double, hours: Int) -> [Location] {
        var random = SeededRandom(seed: 13)
        return (0..<hours * 3600).map { second in
            let radius =
                sigma * (-2 * Double.random(in: .leastNonzeroMagnitude..<1, using: &random).logarithm).squareRoot()
            let angle = Double.random(in: 0..<(2 * .pi), using: &random)
            let place = north(radius * angle.cosine, of: cupertino)
            let shifted = coordinate(place.latitude, place.longitude + radius * angle.sine / 88_600)
            return fix(shifted, at: Double(second), accuracy: accuracy)
        }
    }

    @Test("a single fix that strays a little from a place of rest makes no point; one that is far off does")
    func stray() {
        func rest(straying meters: Double) -> [Location] {
            (0..<400).map { fix(north($0 == 200 ? meters : 0, of: cupertino), at: Double($0)) }
        }
        #expect(points(of: rest(straying: 14)).map(seconds) == [0, 399])
        #expect(points(of: rest(straying: 16)).map(seconds) == [0, 199, 200, 201, 399])
    }

    @Test("a first fix that is poor does not hide what the good ones tell")
    func poorStart() {
        let fixes = (0..<200).map { second in
            fix(
                north(Double(min(second, 200 - second)), of: cupertino), at: Double(second),
                accuracy: second == 0 ? 500 : 5)
        }
        let points = points(of: fixes)
        #expect(points.contains { (90...110).contains(seconds($0)) })
        #expect(points.count < 8)
    }

    @Test("more than five minutes without a fix split the track; so does a source that is lost")
    func gaps() {
        let fixes = [0.0, 1, 2, 303, 304].map { fix(north($0, of: cupertino), at: $0) }
        let split = points(of: fixes)
        #expect(split.map(seconds) == [0, 2, 303, 304])
        #expect(split.map(\.startsSegment) == [true, false, true, false])

        var thinning = TrackThinning()
        _ = thinning.accept(fixes[0])
        _ = thinning.accept(fixes[1])
        #expect(thinning.interrupt().map(seconds) == [1])
        #expect(thinning.interrupt().isEmpty)
        #expect(thinning.accept(fixes[2]).map(\.startsSegment) == [true])
    }

    @Test(
        "a receiver that sets its clock splits the track; reports without a time among others count for nothing (fault 5)"
    )
    func times() {
        let back = Timestamp(nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch - 619_315_200_000_000_000)
        let set = points(of: [fix(cupertino, at: 0), fix(cupertino, at: 1), fix(cupertino, at: 2, timestamp: back)])
        #expect(set.map(\.startsSegment) == [true, false, true])

        let mixed = (0..<60).map {
            fix(
                north(Double($0) * 20, of: cupertino), at: Double($0),
                timestamp: $0.isMultiple(of: 2) ? nil : .some(nil))
        }
        #expect(points(of: mixed).map(\.startsSegment) == [true, false])

        let untimed = (0..<60).map { fix(north(Double($0) * 20, of: cupertino), at: Double($0), timestamp: .some(nil)) }
        #expect(points(of: untimed).map(\.time) == [.sinceBoot(.seconds(11)), .sinceBoot(.seconds(59))])

        let late = points(of: Array(untimed.prefix(3)) + mixed.suffix(50))
        #expect(late.map(\.startsSegment) == [true, false])
        let lost = points(of: mixed + (60..<90).map { fix(cupertino, at: Double($0), timestamp: .some(nil)) })
        #expect(lost.map(\.startsSegment) == [true, false, true, false])
    }

    @Test("a time that cannot be right is none: one such fix leaves no point, and a while of them no time (fault 30)")
    func suspectTimes() {
        let ahead = Duration.seconds(1024 * 7 * 86_400)
        func way(suspect: Range<Int>) -> [Location] {
            (0..<90).map { second in
                var fix = fix(north(Double(second) * 20, of: cupertino), at: Double(second))
                if suspect.contains(second) {
                    fix.timestamp = fix.timestamp?.advanced(by: ahead)
                    fix.isTimestampSuspect = true
                }
                return fix
            }
        }
        let one = points(of: way(suspect: 30..<31))
        #expect(one.map(\.startsSegment) == [true, false])
        #expect(one.map(\.timestamp) == [epoch, epoch.advanced(by: .seconds(89))])
        #expect(points(of: way(suspect: 85..<90)).last?.timestamp == epoch.advanced(by: .seconds(84)))

        let many = points(of: way(suspect: 30..<60))
        #expect(many.map(\.startsSegment) == [true, false, true, false, true, false])
        #expect(many.map(seconds) == [0, 29, 41, 59, 60, 89])
        #expect(many.map { $0.timestamp == nil } == [false, false, true, true, false, false])
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

    @Test("a receiver of 100 Hz that scatters at rest does not make more points wait than there is room for")
    func waiting() {
        var thinning = TrackThinning()
        var most = 0
        for number in 0..<5000 {
            // Near the place of rest each time, and too far from a straight way to it.
            let place = north(number.isMultiple(of: 2) ? 9.5 : -9.5, of: cupertino)
            _ = thinning.accept(fix(number == 0 ? cupertino : place, at: Double(number) / 100))
            most = max(most, thinning.pending.count)
        }
        // And the way from the last of them to the last fix.
        #expect((TrackSegment.mostTentativePoints / 2...TrackSegment.mostTentativePoints + 1).contains(most))
    }
}

@Suite("The track's clock")
struct TrackClockTests {
    private func clock(_ fixes: [Location]) -> TrackClock { fixes.reduce(into: TrackClock()) { $0.learn(from: $1) } }

    @Test("the receiver's time is carried on, and believed after ten minutes")
    func carriedOn() {
        let young = clock((0..<600).map { fix(cupertino, at: Double($0)) })
        #expect(young.time(at: at(5000)) == epoch.advanced(by: .seconds(5000)))
        #expect(young.believedTime(at: at(5000)) == nil)
        let old = clock((0...600).map { fix(cupertino, at: Double($0)) })
        #expect(old.believedTime(at: at(5000)) == epoch.advanced(by: .seconds(5000)))
        #expect(TrackClock().time(at: at(1)) == nil)
    }

    @Test("a receiver whose clock jumps is believed again only when it has kept to it (fault 30)")
    func jump() {
        let rolledOver = epoch.advanced(by: .seconds(1024 * 7 * 86_400))
        let jumped = clock(
            (0...700).map { fix(cupertino, at: Double($0)) } + [fix(cupertino, at: 701, timestamp: rolledOver)])
        #expect(jumped.believedTime(at: at(701)) == nil)
        #expect(jumped.time(at: at(701)) == rolledOver)
    }

    @Test("a time that cannot be right is never taken for now (fault 30)")
    func suspectTime() {
        var suspect = fix(cupertino, at: 701, timestamp: epoch.advanced(by: .seconds(1024 * 7 * 86_400)))
        suspect.isTimestampSuspect = true
        let clock = clock((0...700).map { fix(cupertino, at: Double($0)) } + [suspect])
        #expect(clock.time(at: at(701)) == epoch.advanced(by: .seconds(701)))
        #expect(clock.believedTime(at: at(701)) == epoch.advanced(by: .seconds(701)))
    }
}

extension BootInstant {
    fileprivate var seconds: Double { sinceBoot.inSeconds }
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Double {
    fileprivate var sine: Double { sin(self) }
    fileprivate var cosine: Double { cos(self) }
    fileprivate var logarithm: Double { log(self) }
}
