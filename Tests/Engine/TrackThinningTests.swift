@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("Thinning of the track")
struct TrackThinningTests {
    @Test("a straight, steady drive is two points for 5 km, a stop in it is told to the second")
    func straight() {
        func drive(_ count: Int, from meters: Double, at seconds: Int) -> [Location] {
            (0..<count).map { fix(north(meters + Double($0) * 25, of: cupertino), at: Double(seconds + $0)) }
        }
        let steady = TrackThinning.points(of: drive(400, from: 0, at: 0))
        #expect(steady.map(\.seconds) == [0, 200, 399])

        let stop = (0..<120).map { fix(north(2475, of: cupertino), at: Double(100 + $0)) }
        let stopped = TrackThinning.points(of: drive(100, from: 0, at: 0) + stop + drive(100, from: 2500, at: 220))
        #expect(stopped.map(\.seconds) == [0, 99, 219, 319])
        #expect(stopped[1].coordinate == stopped[2].coordinate)
    }

    @Test("a right-angled turn keeps its corner")
    func corner() {
        let fixes = (0...60).map { step in
            let (up, right) = (Double(min(step, 30)) * 15, Double(max(0, step - 30)) * 15)
            let corner = north(up, of: cupertino)
            return fix(coordinate(corner.latitude, corner.longitude + right / 88_600), at: Double(step))
        }
        let corners = TrackThinning.points(of: fixes).map(\.seconds)
        #expect(corners.count <= 4 && corners.contains { (29...31).contains($0) }, "\(corners)")
    }

    @Test("a first fix that is poor does not hide what the good ones tell")
    func poorStart() {
        let fixes = (0..<200).map { second in
            fix(
                north(Double(min(second, 200 - second)), of: cupertino), at: Double(second),
                accuracy: second == 0 ? 500 : 5)
        }
        let points = TrackThinning.points(of: fixes)
        #expect(points.contains { (90...110).contains($0.seconds) })
        #expect(points.count < 8)
    }

    @Test("more than five minutes without a fix split the track; so does a source that is lost")
    func gaps() {
        let fixes = [0.0, 1, 2, 303, 304].map { fix(north($0, of: cupertino), at: $0) }
        let split = TrackThinning.points(of: fixes)
        #expect(split.map(\.seconds) == [0, 2, 303, 304])
        #expect(split.map(\.startsSegment) == [true, false, true, false])

        var thinning = TrackThinning()
        _ = thinning.accept(fixes[0])
        _ = thinning.accept(fixes[1])
        #expect(thinning.interrupt().map(\.seconds) == [1])
        #expect(thinning.interrupt().isEmpty)
        #expect(thinning.accept(fixes[2]).map(\.startsSegment) == [true])
    }

    @Test(
        "a receiver that sets its clock splits the track; reports without a time among others count for nothing (fault 5)"
    )
    func times() {
        let back = Timestamp(nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch - 619_315_200_000_000_000)
        let set = TrackThinning.points(of: [
            fix(cupertino, at: 0), fix(cupertino, at: 1), fix(cupertino, at: 2, timestamp: back),
        ])
        #expect(set.map(\.startsSegment) == [true, false, true])

        let mixed = (0..<60).map {
            fix(
                north(Double($0) * 20, of: cupertino), at: Double($0),
                timestamp: $0.isMultiple(of: 2) ? nil : .some(nil))
        }
        #expect(TrackThinning.points(of: mixed).map(\.startsSegment) == [true, false])

        let untimed = (0..<60).map { fix(north(Double($0) * 20, of: cupertino), at: Double($0), timestamp: .some(nil)) }
        #expect(TrackThinning.points(of: untimed).map(\.time) == [.sinceBoot(.seconds(11)), .sinceBoot(.seconds(59))])

        let late = TrackThinning.points(of: Array(untimed.prefix(3)) + mixed.suffix(50))
        #expect(late.map(\.startsSegment) == [true, false])
        let lost = TrackThinning.points(
            of: mixed + (60..<90).map { fix(cupertino, at: Double($0), timestamp: .some(nil)) })
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
        let one = TrackThinning.points(of: way(suspect: 30..<31))
        #expect(one.map(\.startsSegment) == [true, false])
        #expect(one.map(\.timestamp) == [epoch, epoch.advanced(by: .seconds(89))])
        #expect(TrackThinning.points(of: way(suspect: 85..<90)).last?.timestamp == epoch.advanced(by: .seconds(84)))

        let many = TrackThinning.points(of: way(suspect: 30..<60))
        #expect(many.map(\.startsSegment) == [true, false, true, false, true, false])
        #expect(many.map(\.seconds) == [0, 29, 41, 59, 60, 89])
        #expect(many.map { $0.timestamp == nil } == [false, false, true, true, false, false])
    }
}
