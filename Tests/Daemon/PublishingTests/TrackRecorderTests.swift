import LocationEngine
import PlacemarkModel
@testable import Publishing
import Testing

@Suite("The track, before it is written")
struct TrackRecorderTests {
    @Test("a lost source ends the way; the next fix begins another")
    func lostSource() {
        var recorder = TrackRecorder()
        for second in 0..<3 {
            recorder.take(TrackTrips.publication(TrackTrips.fix(0, at: Double(second)), at: Double(second)))
        }
        #expect(recorder.waiting.points.count == 1)
        var lost = TrackTrips.publication(TrackTrips.fix(0, at: 2), at: 13)
        lost.snapshot.source.disconnected(because: "test", at: at(13))
        recorder.take(lost)
        recorder.take(lost)
        recorder.take(TrackTrips.publication(TrackTrips.fix(0, at: 20), at: 20))
        #expect(recorder.waiting.points.map(\.startsSegment) == [true, false, true])
    }

    @Test("while nothing can be written, the newest 4096 points wait, and the gap is marked")
    func waiting() {
        var recorder = TrackRecorder()
        for second in 0..<5000 {
            recorder.take(TrackTrips.publication(TrackTrips.fix(second, at: Double(second)), at: Double(second)))
        }
        let points = recorder.waiting.points
        #expect(points.count == 4096 && points[0].startsSegment && !points[1].startsSegment)
        #expect(points.last?.timestamp == TrackTrips.time(4998))
        let taken = recorder.takeWaiting()
        recorder.take(TrackTrips.publication(TrackTrips.fix(5000, at: 5000), at: 5000))
        recorder.putBack(taken)
        #expect(recorder.waiting.points.count == 4096)
        #expect(recorder.waiting.points.last?.timestamp == TrackTrips.time(4999))
    }
}
