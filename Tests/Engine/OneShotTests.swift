@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("OneShot")
struct OneShotTests {
    private var shot = OneShot(at: at(0), within: .seconds(30))

    /// Whether a fix of this accuracy ends the wait.
    private mutating func ends(_ accuracy: Double?, at seconds: Double) -> Bool {
        shot.offer(fix(cupertino, at: seconds, accuracy: accuracy))
    }

    @Test("the best fix within the time is the one with the smallest radius, of equal ones the newest")
    mutating func best() {
        shot = OneShot(at: at(100), within: .seconds(30))
        #expect(shot.deadline == at(130))
        for (seconds, accuracy) in [(101.0, 50.0), (102, nil), (103, 8), (104, 30), (105, 8), (106, 9)] {
            #expect(!ends(accuracy, at: seconds))
        }
        #expect(shot.best?.receivedAt == at(105))
        // The same location again, as the status has it, and an older one of the same radius.
        #expect(!ends(8, at: 103))
        #expect(shot.best?.receivedAt == at(105))
    }

    @Test("a fix that is as accurate as desired ends the wait")
    mutating func early() {
        shot = OneShot(at: at(0), within: .seconds(30), desiredAccuracyInMeters: 10)
        #expect(!ends(10.1, at: 1))
        #expect(!ends(nil, at: 2))
        #expect(shot.best?.horizontalAccuracy == 10.1)
        #expect(ends(10, at: 3))
        #expect(shot.best?.receivedAt == at(3))
    }

    @Test("a fix without an accuracy is better than none")
    mutating func withoutAccuracy() {
        shot = OneShot(at: at(0), within: .seconds(30), desiredAccuracyInMeters: 1000)
        #expect(!ends(nil, at: 3))
        #expect(shot.best != nil)
    }

    @Test("a location of a second before is a current one; an older one, and one after the end, are not")
    mutating func times() {
        shot = OneShot(at: at(100), within: .seconds(30), desiredAccuracyInMeters: 100)
        #expect(!ends(5, at: 98.9))
        #expect(!ends(5, at: 130.1))
        #expect(shot.best == nil)
        #expect(ends(5, at: 99))
    }
}
