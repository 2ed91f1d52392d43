@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("FixFilter")
struct FixFilterTests {
    private var filter = FixFilter()

    /// Judges a fix at the moment at which it has arrived.
    private mutating func judge(_ fix: Location) -> Rejection? { filter.evaluate(fix, at: fix.receivedAt) }

    @Test("a plausible drive is accepted")
    mutating func drive() {
        for second in 0..<100 {
            #expect(judge(fix(north(Double(second) * 30, of: cupertino), at: Double(second))) == nil)
        }
    }

    @Test("null island is rejected, unless the box was near it (fault 6)")
    mutating func nullIsland() {
        #expect(judge(fix(coordinate(0, 0), at: 0)) == .nullIsland)
        #expect(judge(fix(coordinate(0.3, 0.3), at: 1)) == nil)
        #expect(judge(fix(coordinate(0, 0), at: 1000)) == nil)
    }

    @Test(
        "zero in one of the two numbers is a place like any other (fault 7)",
        arguments: [coordinate(0, 32.5), coordinate(51.48, 0)])
    mutating func equatorAndMeridian(place: Coordinate) {
        #expect(judge(fix(place, at: 0)) == nil)
    }

    @Test("a teleport of 4,312 km in 6 s is rejected, and the next good fix accepted (fault 9)")
    mutating func teleport() {
        #expect(judge(fix(cupertino, at: 0)) == nil)
        #expect(judge(fix(coordinate(40.7, -74), at: 6)) == .implausibleSpeed)
        #expect(judge(fix(cupertino, at: 7)) == nil)
    }

    @Test("a jump that stays is accepted after 10 s of consistent fixes (fault 10)")
    mutating func jumpThatStays() {
        #expect(judge(fix(cupertino, at: 0)) == nil)
        let newYork = coordinate(40.7, -74)
        for second in 1...10 {
            #expect(judge(fix(newYork, at: Double(second))) == .implausibleSpeed)
        }
        #expect(judge(fix(newYork, at: 11)) == nil)
        #expect(judge(fix(newYork, at: 12)) == nil)
    }

    @Test("jumps to ever other places are never accepted")
    mutating func wildJumps() {
        #expect(judge(fix(cupertino, at: 0)) == nil)
        for second in 1..<60 {
            let place = coordinate(second.isMultiple(of: 2) ? 50 : -50, Double(second))
            #expect(judge(fix(place, at: Double(second))) == .implausibleSpeed)
        }
    }

    @Test("equal times make neither an infinity nor a trap (fault 11), and are duplicates (fault 12)")
    mutating func equalTimes() {
        #expect(judge(fix(cupertino, at: 5)) == nil)
        #expect(judge(fix(cupertino, at: 5)) == .duplicate)
        #expect(judge(fix(north(100_000, of: cupertino), at: 5, timestamp: .some(nil))) == .implausibleSpeed)
    }

    @Test("a fix taken before the last one is rejected (fault 12)")
    mutating func outOfOrder() {
        #expect(judge(fix(cupertino, at: 5)) == nil)
        let earlier = Timestamp(nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch + 4_000_000_000)
        #expect(judge(fix(cupertino, at: 5.1, timestamp: earlier)) == .outOfOrder)
        #expect(judge(fix(cupertino, at: 6)) == nil)
    }

    @Test("a fix without a time is accepted (fault 5)")
    mutating func withoutTime() {
        #expect(judge(fix(cupertino, at: 0, timestamp: .some(nil))) == nil)
        #expect(judge(fix(cupertino, at: 1, timestamp: .some(nil))) == nil)
    }

    @Test("of a backlog of 75 s only the newest is believed (fault 23)")
    mutating func backlog() {
        for second in 0..<60 { _ = judge(fix(cupertino, at: Double(second))) }
        var accepted: [Int] = []
        for second in 60...135 {
            let taken = Timestamp(nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch + Int64(second) * 1_000_000_000)
            // All of it arrives within a moment, 75 s late.
            let late = fix(cupertino, at: 135 + Double(second) * 1e-4, timestamp: taken)
            switch judge(late) {
            case nil: accepted.append(second)
            case let rejection: #expect(rejection == .tooOld)
            }
        }
        #expect(accepted == Array(126...135) || accepted == Array(125...135))
    }

    @Test("a fix that was dated back by more than 10 s is too old (fault 23)")
    mutating func datedBack() {
        #expect(filter.evaluate(fix(cupertino, at: 0), at: at(10.1)) == .tooOld)
        #expect(filter.evaluate(fix(cupertino, at: 0), at: at(9.9)) == nil)
    }

    @Test("a receiver that sets its clock back is believed again: at once by years (fault 30), after 10 s by seconds")
    mutating func clockSetBack() {
        for second in 0..<20 { #expect(judge(fix(cupertino, at: Double(second))) == nil) }
        let week = Int64(7 * 86_400) * 1_000_000_000
        func taken(_ second: Int, back nanoseconds: Int64) -> Timestamp {
            Timestamp(nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch + Int64(second) * 1_000_000_000 - nanoseconds)
        }
        for second in 20..<40 {
            let rolledOver = fix(cupertino, at: Double(second), timestamp: taken(second, back: 1024 * week))
            #expect(judge(rolledOver) == nil)
        }
        var rejections = 0
        for second in 40..<70 {
            let set = fix(cupertino, at: Double(second), timestamp: taken(second, back: 1024 * week + 18_000_000_000))
            if judge(set) != nil { rejections += 1 }
        }
        #expect((1...11).contains(rejections))
    }

    @Test("two clocks that drift apart by 50 ppm for a month never make a fix too old")
    mutating func drift() {
        for minute in 0..<(30 * 24 * 60) {
            let seconds = Double(minute) * 60
            let taken = Timestamp(
                nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch + Int64(seconds * (1 - 50e-6) * 1e9))
            #expect(judge(fix(cupertino, at: seconds, timestamp: taken)) == nil)
        }
    }

    @Test("a fix that says itself that it is useless is rejected")
    mutating func inaccurate() {
        #expect(judge(fix(cupertino, at: 0, accuracy: 10_001)) == .inaccurate)
        #expect(judge(fix(cupertino, at: 0, accuracy: 10_000)) == nil)
    }

    @Test("a recording played a hundred times faster is judged by its own times")
    mutating func accelerated() {
        for second in 0..<1000 {
            let taken = Timestamp(nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch + Int64(second) * 1_000_000_000)
            let place = north(Double(second) * 30, of: cupertino)
            #expect(judge(fix(place, at: Double(second) / 100, timestamp: taken)) == nil)
        }
    }
}
