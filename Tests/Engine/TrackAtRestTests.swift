import Glibc
import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("The track of a box at rest")
struct TrackAtRestTests {
    @Test(
        "jitter at rest makes no point but a heartbeat, when the accuracies are honest (fault 13)",
        arguments: [5.0, 15, 30])
    func jitter(sigma: Double) {
        let points = TrackThinning.points(of: jitter(sigma: sigma, accuracy: sigma * 2.448, hours: 24))
        // One to begin with, one for each ten minutes, and a few for what the 95 % leave.
        #expect((144...180).contains(points.count), "\(points.count)")
        #expect(Set(points.map(\.coordinate)).count < 20)
    }

    @Test("with accuracies that are told too well, the word of the motion detector counts (fault 13)")
    func jitterAtRest() {
        let fixes = jitter(sigma: 30, accuracy: 3, hours: 24)
        let points = TrackThinning.points(of: fixes) { $0.receivedAt < at(120) ? .moving : .stationary }
        #expect(points.count < 120 + 150, "\(points.count)")
    }

    /// A day of Gaussian noise round one place (Box and Muller's transformation).
    private func jitter(sigma: Double, accuracy: Double, hours: Int) -> [Location] {
        var random = SeededRandom(seed: 13)
        return (0..<hours * 3600).map { second in
            let radius =
                sigma * (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &random))).squareRoot()
            let angle = Double.random(in: 0..<(2 * .pi), using: &random)
            let place = north(radius * cos(angle), of: cupertino)
            let shifted = coordinate(place.latitude, place.longitude + radius * sin(angle) / 88_600)
            return fix(shifted, at: Double(second), accuracy: accuracy)
        }
    }

    @Test("a single fix that strays a little from a place of rest makes no point; one that is far off does")
    func stray() {
        func rest(straying meters: Double) -> [Location] {
            (0..<400).map { fix(north($0 == 200 ? meters : 0, of: cupertino), at: Double($0)) }
        }
        #expect(TrackThinning.points(of: rest(straying: 14)).map(\.seconds) == [0, 399])
        #expect(TrackThinning.points(of: rest(straying: 16)).map(\.seconds) == [0, 199, 200, 201, 399])
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
