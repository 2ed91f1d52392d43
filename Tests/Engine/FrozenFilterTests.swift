@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("FrozenFilter")
struct FrozenFilterTests {
    private var filter = FixFilter()

    private mutating func judge(_ meters: Double, at seconds: Double, speed: Double?, accuracy: Double = 5)
        -> Rejection?
    {
        var fix = fix(north(meters, of: cupertino), at: seconds, accuracy: accuracy)
        fix.speed = speed
        return filter.evaluate(fix, at: fix.receivedAt)
    }

    /// The seconds of a run at one place, told to be at this speed, that are rejected; the box moved at `before` m/s
    /// for a minute.
    private mutating func frozenSeconds(
        speed: Double?, before: Double, claimedBefore: Double?, seconds: Int = 400, interval: Double = 1
    ) -> [Int] {
        for second in stride(from: -60, through: 0, by: interval) {
            #expect(judge(second * before, at: 60 + second, speed: claimedBefore) == nil)
        }
        var rejected: [Int] = []
        for second in stride(from: interval, through: Double(seconds), by: interval) {
            switch judge(0, at: 60 + second, speed: speed) {
            case nil: break
            case let rejection:
                #expect(rejection == .frozen)
                rejected.append(Int(second))
            }
        }
        return rejected
    }

    @Test("a receiver that repeats its last position and speed in a tunnel is frozen after 30 m, for 5 minutes")
    mutating func tunnel() {
        let rejected = frozenSeconds(speed: 20, before: 20, claimedBefore: 20)
        // 20 m/s: 40 m after two seconds, and three seconds are the least.
        #expect(rejected == Array(3...302))
    }

    @Test("the first other digit ends it, near or at the end of the tunnel", arguments: [0.02, 1200])
    mutating func anotherDigit(meters: Double) {
        #expect(frozenSeconds(speed: 20, before: 20, claimedBefore: 20, seconds: 60).last == 60)
        #expect(judge(meters, at: 121, speed: 20) == nil)
    }

    @Test("the end of the claim ends it: the box has come to rest")
    mutating func endOfTheClaim() {
        #expect(frozenSeconds(speed: 20, before: 20, claimedBefore: 20, seconds: 60).last == 60)
        #expect(judge(0, at: 121, speed: 0) == nil)
        #expect(judge(0, at: 122, speed: 0) == nil)
    }

    @Test("from 100 km/h to rest between two fixes is frozen for 10 s")
    mutating func suddenStop() {
        #expect(frozenSeconds(speed: 0, before: 28, claimedBefore: 28) == Array(3...12))
    }

    @Test("from 160 km/h to rest between two fixes is frozen for 10 s, where no speed is claimed")
    mutating func suddenStopWithoutSpeed() {
        #expect(frozenSeconds(speed: nil, before: 45, claimedBefore: nil) == Array(3...12))
    }

    @Test("an emergency stop is no freeze, nor a stop between two fixes that are 5 s apart")
    mutating func emergencyStop() {
        for second in 0...3 {
            let left = 3 - Double(second)
            #expect(judge(-5 * left * left, at: Double(second), speed: 10 * left) == nil)
        }
        for second in 4..<60 { #expect(judge(0, at: Double(second), speed: 0) == nil) }
        filter = FixFilter()
        #expect(frozenSeconds(speed: 0, before: 20, claimedBefore: 20, interval: 5) == [])
    }

    /// "Static navigation" of u-blox and SiRF.
    @Test("a receiver at rest that repeats its position to the last digit is believed", arguments: [nil, 0, 0.3, 1.9])
    mutating func atRest(speed: Double?) {
        for second in 0..<7200 { #expect(judge(0, at: Double(second), speed: speed) == nil) }
    }

    @Test("a receiver at rest whose speed is noise is believed")
    mutating func noise() {
        for second in 0..<7200 {
            #expect(judge(0, at: Double(second), speed: second.isMultiple(of: 5) ? 4 : 0.5) == nil)
        }
    }

    @Test("a receiver that computes once a second and reports ten times is believed on a motorway")
    mutating func repeatedReports() {
        for tenth in 0..<600 {
            #expect(judge(Double(tenth / 10) * 40, at: Double(tenth) / 10, speed: 40) == nil)
        }
    }

    @Test("jitter without a claimed speed, and then rest, is no freeze")
    mutating func jitter() {
        for second in 0..<20 {
            #expect(judge(second.isMultiple(of: 2) ? 0 : 40, at: Double(second), speed: nil, accuracy: 20) == nil)
        }
        for second in 20..<60 { #expect(judge(0, at: Double(second), speed: nil, accuracy: 20) == nil) }
    }

    @Test("a fix that is told again and again is a duplicate, however long (fault 12)")
    mutating func stuckClock() {
        #expect(judge(0, at: 0, speed: 0) == nil)
        for second in 1..<600 {
            let same = fix(cupertino, at: Double(second), timestamp: epoch)
            #expect(filter.evaluate(same, at: same.receivedAt) == .duplicate)
        }
        #expect(judge(0, at: 600, speed: 0) == nil)
    }
}
