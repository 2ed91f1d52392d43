@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("Delivery of locations")
struct DeliveryFilterTests {
    /// The seconds at which fixes are delivered.
    private func delivered(_ filter: DeliveryFilter, _ fixes: [Location], motion: Motion? = nil) -> [Double] {
        var filter = filter
        return fixes.filter { filter.delivers($0, motion: motion) }.map { $0.receivedAt.sinceBoot.inSeconds }
    }

    @Test("with a distance of 0 every fix is delivered, also one that has not moved")
    func everyFix() {
        let fixes = (0..<5).map { fix(cupertino, at: Double($0)) }
        #expect(delivered(DeliveryFilter(), fixes) == [0, 1, 2, 3, 4])
    }

    @Test("the distance counts from the last delivered location, so a slow walk is delivered")
    func slowWalk() {
        let fixes = (0...100).map { fix(north(Double($0), of: cupertino), at: Double($0), accuracy: 2) }
        let seconds = delivered(DeliveryFilter(distanceInMeters: 20), fixes)
        #expect(seconds.count == 5 && seconds.first == 0)
        #expect(zip(seconds, seconds.dropFirst()).allSatisfy { (20...21).contains($1 - $0) })
    }

    @Test("a movement smaller than both accuracies together is jitter", arguments: [(30.0, 55.0), (5, 10)])
    func jitter(accuracy: Double, metersNorth: Double) {
        let filter = DeliveryFilter(distanceInMeters: 10)
        let fixes = [0, metersNorth].enumerated().map {
            fix(north($1, of: cupertino), at: Double($0), accuracy: accuracy)
        }
        #expect(delivered(filter, fixes) == [0])
        let farther = fix(north(2 * accuracy + 1, of: cupertino), at: 2, accuracy: accuracy)
        #expect(delivered(filter, fixes + [farther]) == [0, 2])
    }

    @Test("a location that is twice as accurate is delivered where the last one was too inaccurate for the distance")
    func correction() {
        let accuracies: [Double?] = [5000, 2600, 2500, 40, 21, 20, 9, 4, nil]
        let fixes = accuracies.enumerated().map { fix(cupertino, at: Double($0), accuracy: $1) }
        #expect(delivered(DeliveryFilter(distanceInMeters: 10), fixes) == [0, 2, 3, 5, 6])
    }

    @Test("without a desire nothing is held back")
    func best() {
        let fixes = (0..<5).map { fix(cupertino, at: Double($0), accuracy: 9000) }
        #expect(delivered(DeliveryFilter(), fixes) == [0, 1, 2, 3, 4])
    }

    @Test(
        "fixes that are less accurate than desired are held back while better ones come",
        arguments: DesiredAccuracy.allCases.filter { $0 != .best })
    func desired(accuracy: DesiredAccuracy) throws {
        let enough = try #require(accuracy.inMeters)
        let fixes = (0..<60).map { second in
            fix(cupertino, at: Double(second), accuracy: second.isMultiple(of: 10) ? enough : enough + 1)
        }
        #expect(delivered(DeliveryFilter(desiredAccuracy: accuracy), fixes) == [0, 10, 20, 30, 40, 50])
    }

    @Test("while none is good enough, the best that there is comes every 15 s to 30 s instead of silence")
    func patience() {
        let filter = DeliveryFilter(desiredAccuracy: .tenMeters)
        let steady = (0..<100).map { fix(cupertino, at: Double($0), accuracy: 80) }
        #expect(delivered(filter, steady) == [15, 30, 45, 60, 75, 90])
        let worse = (0..<100).map { fix(cupertino, at: Double($0), accuracy: 80 + Double($0)) }
        #expect(delivered(filter, worse) == [30, 60, 90])
        // At second 17 comes one that is as good as the best that had been held back.
        let swaying = (0..<20).map { fix(cupertino, at: Double($0), accuracy: $0 == 3 || $0 == 17 ? 40 : 80) }
        #expect(delivered(filter, swaying) == [17])
        // The first one that is good enough ends it at once.
        let good = steady.prefix(5) + [fix(cupertino, at: 5, accuracy: 9)]
        #expect(delivered(filter, Array(good)) == [5])
    }

    @Test("a slow receiver is given three fixes' time")
    func slowReceiver() {
        let fixes = (0..<12).map { fix(cupertino, at: Double($0) * 30, accuracy: $0 == 0 ? 5 : 80) }
        #expect(delivered(DeliveryFilter(desiredAccuracy: .tenMeters), fixes) == [0, 90, 180, 270])
    }

    @Test("an accuracy that is not known is taken for good")
    func unknownAccuracy() {
        let fixes = (0..<3).map { fix(cupertino, at: Double($0), accuracy: nil) }
        #expect(delivered(DeliveryFilter(desiredAccuracy: .tenMeters), fixes) == [0, 1, 2])
    }

    @Test("at rest one location a minute is delivered, and with the first movement the next")
    mutating func heartbeat() {
        let fixes = (0..<150).map { fix(north(Double($0) * 3, of: cupertino), at: Double($0)) }
        var filter = DeliveryFilter(distanceInMeters: 100)
        #expect(fixes.filter { filter.delivers($0, motion: .stationary) }.map(\.receivedAt) == [0, 60, 120].map(at))
        // Distances count from the last heartbeat, 360 m from the beginning.
        let away = [450.0, 470].map { fix(north($0, of: cupertino), at: $0) }
        #expect(away.map { filter.delivers($0, motion: .moving) } == [false, true])
    }
}

@Suite("SignificantChange")
struct SignificantChangeTests {
    /// The seconds at which a change is reported, of a box that moves north at this speed.
    private func reported(speed: Double, until end: Int, accuracy: Double = 5) -> [Double] {
        var change = SignificantChange()
        return (0..<end).map { fix(north(Double($0) * speed, of: cupertino), at: Double($0), accuracy: accuracy) }
            .filter { change.reports($0) }.map { $0.receivedAt.sinceBoot.inSeconds }
    }

    @Test("the first location is one, and then at most one in 5 min")
    func interval() { #expect(reported(speed: 30, until: 1000) == [0, 300, 600, 900]) }

    @Test("and at most one in 500 m")
    func distance() {
        let seconds = reported(speed: 1, until: 2100)
        #expect(seconds.count == 5)
        #expect(zip(seconds, seconds.dropFirst()).allSatisfy { (500...503).contains($1 - $0) })
    }

    @Test("fault 13: a day of jitter is no change, however large", arguments: [30.0, 400])
    func jitter(sigma: Double) {
        var walk = Walk(sigma: sigma, interval: 10)
        var change = SignificantChange()
        var count = 0
        for step in 0..<8640 where change.reports(walk.fix(0, at: Double(step) * 10)) { count += 1 }
        #expect(count == 1)
    }

    @Test("with a bad accuracy the distance must exceed both radii")
    func accuracy() {
        let seconds = reported(speed: 5, until: 1000, accuracy: 1000)
        #expect(seconds.count == 3)
        #expect(zip(seconds, seconds.dropFirst()).allSatisfy { (400...403).contains($1 - $0) })
    }

    @Test("one fix that is far off is no change; a jump that stays is, with its second fix")
    func glitch() {
        var change = SignificantChange()
        let fixes = (0..<800).map { second in
            fix(second == 400 || second >= 700 ? north(5000, of: cupertino) : cupertino, at: Double(second))
        }
        #expect(fixes.filter { change.reports($0) }.map(\.receivedAt) == [0, 701].map(at))
    }
}
