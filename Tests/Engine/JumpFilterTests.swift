@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("JumpFilter")
struct JumpFilterTests {
    private var filter = FixFilter()

    /// Judges a fix `meters` north of Cupertino that claims this speed.
    private mutating func judge(
        _ meters: Double, at seconds: Double, speed: Double?, accuracy: Double? = 5
    ) -> Rejection? {
        var fix = fix(north(meters, of: cupertino), at: seconds, accuracy: accuracy)
        fix.speed = speed
        return filter.evaluate(fix, at: fix.receivedAt)
    }

    @Test(
        "30 km in 90 s at 3 m/s, with a claimed accuracy of 10 m, is rejected, and the next good fix accepted (fault 9)"
    )
    mutating func contradiction() {
        #expect(judge(0, at: 0, speed: 3, accuracy: 10) == nil)
        #expect(judge(30_000, at: 90, speed: 3, accuracy: 10) == .contradictsSpeed)
        #expect(judge(270, at: 91, speed: 3, accuracy: 10) == nil)
    }

    @Test(
        "the same jump in a second is faster than anything, whatever speed is claimed (fault 9)",
        arguments: [nil, 3, 400])
    mutating func teleport(speed: Double?) {
        #expect(judge(0, at: 0, speed: speed) == nil)
        #expect(judge(30_000, at: 1, speed: speed) == .implausibleSpeed)
    }

    /// 1.5 v + 25 for the speed, 2.5 for a second of acceleration, 100 for a reflection, 10 for the accuracies.
    @Test("the edge at 1 Hz (fault 9)", arguments: [(3.0, 142.0), (0, 137.5), (30, 182.5)])
    mutating func edge(speed: Double, limit: Double) {
        #expect(judge(0, at: 0, speed: speed) == nil)
        #expect(judge(limit + 1, at: 1, speed: speed) == .contradictsSpeed)
        #expect(judge(limit - 1, at: 1, speed: speed) == nil)
    }

    @Test("a box that travels faster than its activity allows is held up once, for 10 s (fault 10)")
    mutating func fasterThanTheActivity() {
        filter.settings.maximumSpeedInMetersPerSecond = ActivityType.fitness.profile.maximumSpeedInMetersPerSecond
        #expect(judge(0, at: 0, speed: 0) == nil)
        // A runner boards an aeroplane.
        var rejected = 0
        for second in 1...600 {
            if judge(200 * Double(second), at: Double(second), speed: 200) != nil { rejected += 1 }
        }
        #expect((10...11).contains(rejected))
        // Not faster than anything, all the same.
        #expect(judge(300_000, at: 601, speed: 200) == .implausibleSpeed)
    }

    @Test("a receiver that claims no speed is not measured by it (fault 9)")
    mutating func withoutSpeed() {
        #expect(judge(0, at: 0, speed: 3) == nil)
        #expect(judge(340, at: 1, speed: nil) == nil)
    }

    @Test("a jump against the claimed speed that stays is accepted after 10 s (fault 10)")
    mutating func jumpThatStays() {
        #expect(judge(0, at: 0, speed: 2) == nil)
        for second in 1...10 {
            let rejection = judge(3000 + 2 * Double(second), at: Double(second), speed: 2)
            #expect(rejection == (second < 9 ? .implausibleSpeed : .contradictsSpeed))
        }
        #expect(judge(3022, at: 11, speed: 2) == nil)
        #expect(judge(3024, at: 12, speed: 2) == nil)
        // The claims were right all along, so they count as before.
        #expect(judge(3324, at: 13, speed: 2) == .contradictsSpeed)
    }

    @Test("jumps to and fro never count as one that stays (fault 10)")
    mutating func toAndFro() {
        for second in 0..<60 {
            let expected: Rejection? = second % 3 == 0 ? nil : .contradictsSpeed
            #expect(judge(second % 3 == 0 ? 0 : 300, at: Double(second), speed: 1) == expected)
        }
    }

    @Test(
        "a car whose receiver always claims 0 m/s loses no fix, at any rate of fixes",
        arguments: [0.1, 1, 5, 10, 60])
    mutating func zeroInACar(interval: Double) {
        for index in 0..<200 {
            let now = Double(index) * interval
            #expect(judge(now * 40, at: now, speed: 0) == nil)
        }
    }

    @Test("an airliner whose receiver always claims 0 m/s is held up once, for 10 s, and not again")
    mutating func zeroInTheAir() {
        var rejections: [Int] = []
        for second in 0..<3600 {
            // A minute on the ground, then up to 250 m/s at 2.5 m/s².
            let moving = max(0, Double(second) - 60)
            let meters = moving < 100 ? 1.25 * moving * moving : 12_500 + (moving - 100) * 250
            if judge(meters, at: Double(second), speed: 0) != nil { rejections.append(second) }
        }
        #expect(rejections.count == 10 || rejections.count == 11)
        #expect(rejections.last.map { $0 - rejections[0] < 11 } == true)
    }

    @Test("a speed that lags by 3 s behind a hard start and an emergency stop contradicts nothing")
    mutating func lag() {
        func speed(_ second: Double) -> Double {
            second < 10 ? 0 : second < 16 ? (second - 10) * 8 : second < 30 ? 48 : max(0, 48 - (second - 30) * 10)
        }
        var meters = 0.0
        for second in 0..<60 {
            meters += (speed(Double(second)) + speed(Double(second) - 1)) / 2
            #expect(judge(meters, at: Double(second), speed: speed(Double(second) - 3)) == nil)
        }
    }

    @Test("after a gap the box may be wherever it could have driven", arguments: [(60.0, 3000.0), (600, 25_000)])
    mutating func tunnel(seconds: Double, meters: Double) {
        #expect(judge(0, at: 0, speed: 20) == nil)
        #expect(judge(meters, at: seconds, speed: 2) == nil)
    }

    @Test("a step of the receiver's clock does not make a teleport reachable (faults 9, 30)")
    mutating func clockStep() {
        #expect(judge(0, at: 0, speed: nil) == nil)
        let weeks = Int64(1024 * 7 * 86_400) * 1_000_000_000
        let ahead = Timestamp(nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch + weeks)
        let far = fix(coordinate(40.7, -74), at: 1, timestamp: ahead)
        #expect(filter.evaluate(far, at: at(1)) == .implausibleSpeed)
        #expect(filter.evaluate(fix(cupertino, at: 2, timestamp: ahead), at: at(2)) == nil)
    }

    @Test("a drive across the antimeridian is one drive (fault 15)")
    mutating func antimeridian() {
        for second in 0..<100 {
            var fix = fix(coordinate(-17, 179.99 + Double(second) * 0.0002), at: Double(second))
            fix.speed = 21
            #expect(filter.evaluate(fix, at: fix.receivedAt) == nil)
        }
    }

    @Test("at a pole the longitude may spin (fault 16)", arguments: [90.0, -90])
    mutating func pole(latitude: Double) {
        for second in 0..<100 {
            var fix = fix(coordinate(latitude, Double(second) * 77), at: Double(second))
            fix.speed = 0
            #expect(filter.evaluate(fix, at: fix.receivedAt) == nil)
        }
    }

    @Test("numbers that are none make neither a trap nor an end", arguments: [Double.nan, .infinity, -1, 1e300])
    mutating func numbers(number: Double) {
        for second in 0..<30 {
            var fix = fix(north(Double(second) * 200, of: cupertino), at: Double(second), accuracy: number)
            (fix.speed, fix.speedAccuracy, fix.course) = (number, number, number)
            _ = filter.evaluate(fix, at: fix.receivedAt)
        }
        // Whatever was believed of it, ten good seconds later it is over.
        for second in 30..<42 { _ = judge(0, at: Double(second), speed: 0) }
        #expect(judge(0.1, at: 42, speed: 0) == nil)
    }
}
