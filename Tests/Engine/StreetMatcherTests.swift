import Glibc
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

/// A road with this number, and how it lies to the fix.
private func road(
    _ street: UInt32, _ distance: Double, leading direction: Double = 0, kind: StreetKind = .residential
) -> StreetCandidate {
    StreetCandidate(street: street, kind: kind, distanceInMeters: distance, directionInDegrees: direction)
}

/// A matcher with the fixes that tests feed it.
private struct Box {
    var matcher = StreetMatcher()

    /// A fix of a box that drives north at 10 m/s, unless something else is said. Returns the street.
    mutating func fix(
        at seconds: Double, _ candidates: [StreetCandidate], speed: Double? = 10, course: Double? = 0,
        accuracy: Double? = 10, courseAccuracy: Double? = nil
    ) -> UInt32? {
        var fix = LocationEngineTests.fix(cupertino, at: seconds, accuracy: accuracy)
        (fix.speed, fix.course, fix.courseAccuracy) = (speed, course, courseAccuracy)
        matcher.accepted(fix, candidates: candidates, courseSpeedInMetersPerSecond: 1.4)
        return matcher.street
    }
}

@Suite("StreetMatcher")
struct StreetMatcherTests {
    @Test(
        "without a course the candidates' own order counts",
        arguments: [(nil, 0), (0, 0), (1.3, 90), (10, nil)] as [(Double?, Double?)])
    func ownOrder(speed: Double?, course: Double?) {
        var box = Box()
        // The nearer one is second: a footway beside the road.
        #expect(box.fix(at: 1, [road(7, 6), road(8, 2, leading: 90)], speed: speed, course: course) == 7)
        #expect(box.fix(at: 2, [], speed: speed, course: course) == nil)
    }

    @Test("a box that moves is in the road along its course, in either direction", arguments: [0.0, 180, 8, 352, 172])
    func along(course: Double) {
        var box = Box()
        #expect(box.fix(at: 1, [road(1, 3, leading: 90), road(2, 20)], course: course) == 2)
    }

    @Test("a road across costs 40 m, one at an angle less, and a village that leads nowhere as much as one across")
    func cost() {
        var fix = fix(cupertino, at: 1)
        (fix.speed, fix.course) = (10, 350)
        let judge = StreetJudge(fix, courseSpeedInMetersPerSecond: 1.4)
        #expect(abs(judge.cost(road(1, 5, leading: 170)) - 5) < 1e-9)
        #expect(abs(judge.cost(road(1, 5, leading: 80)) - 45) < 1e-9)
        #expect(abs(judge.cost(road(1, 5, leading: 20)) - 15) < 1e-9)
        #expect(abs(judge.cost(road(1, 5, leading: 140)) - 15) < 1e-9)
        #expect(judge.cost(road(1, 5, leading: 170, kind: .place)) == 45)
    }

    @Test("on a motorway beside a village street the street does not flip at each fix")
    func motorway() {
        var box = Box()
        var streets: [UInt32?] = []
        var alone: [UInt32] = []
        for second in 1...60 {
            // 24 m apart; the error swings 18 m to either side, six seconds long.
            let error = second / 6 % 2 == 0 ? 0.0 : 18
            let candidates = [road(1, error, kind: .motorway), road(2, 24 - error)]
                .sorted { $0.distanceInMeters < $1.distanceInMeters }
            alone.append(candidates[0].street)
            streets.append(box.fix(at: Double(second), candidates, accuracy: 20))
        }
        #expect(streets.allSatisfy { $0 == 1 })
        // What each fix says alone.
        #expect(zip(alone, alone.dropFirst()).count { $0 != $1 } == 10)
    }

    @Test("another street must be nearer by more than the accuracy, at three fixes on end and for two seconds")
    func patience() {
        let old = [road(1, 5), road(2, 30)]
        let new = [road(2, 5), road(1, 30)]
        var box = Box()
        #expect(box.fix(at: 0, old) == 1)
        #expect([1, 2, 3].map { box.fix(at: $0, new) } == [1, 1, 2])
        // Back and forth, it never comes to three.
        box = Box()
        #expect(
            [0, 1, 2, 3, 4, 5, 6].map { box.fix(at: $0, [1, 2, 4, 5].contains($0) ? new : old) }.allSatisfy { $0 == 1 })
        // Three fixes are not enough when they come ten times a second.
        box = Box()
        _ = box.fix(at: 0, old)
        let changes = (1...30).map { (time: Double($0) / 10, street: box.fix(at: Double($0) / 10, new)) }
        #expect(changes.first { $0.street == 2 }?.time == 2.1)
        // Not by more than the accuracy: never.
        box = Box()
        _ = box.fix(at: 0, old)
        #expect((1...30).allSatisfy { box.fix(at: Double($0), new, accuracy: 25) == 1 })
    }

    @Test(
        "nobody is more accurate than a road is wide, and an accuracy that is not told is 10 m",
        arguments: [0.5, nil] as [Double?])
    func width(accuracy: Double?) {
        var box = Box()
        _ = box.fix(at: 0, [road(1, 2), road(2, 14)], accuracy: accuracy)
        #expect((1...9).allSatisfy { box.fix(at: Double($0), [road(2, 2), road(1, 12)], accuracy: accuracy) == 1 })
        #expect(
            (10...12).map { box.fix(at: Double($0), [road(2, 2), road(1, 12.1)], accuracy: accuracy) } == [1, 1, 2])
    }

    @Test("at rest, too, another street must be nearer for a while")
    func rest() {
        var box = Box()
        _ = box.fix(at: 0, [road(1, 5)], speed: 0)
        #expect((1...5).allSatisfy { box.fix(at: Double($0), [road(2, 4), road(1, 12)], speed: 0) == 1 })
        #expect((6...8).map { box.fix(at: Double($0), [road(2, 4), road(1, 15)], speed: 0) } == [1, 1, 2])
    }

    @Test("a turn into another road counts at once, with the first fix whose course says so")
    func turn() {
        var box = Box()
        let crossing = [road(1, 4), road(2, 6, leading: 90)]
        #expect(box.fix(at: 0, crossing) == 1)
        #expect(box.fix(at: 1, crossing, course: 44) == 1)
        #expect(box.fix(at: 2, crossing, course: 68) == 2)
    }

    @Test("a course that no road near by has, or that is not known well, is no turn")
    func noTurn() {
        var box = Box()
        let crossing = [road(1, 4), road(2, 6, leading: 90)]
        #expect(box.fix(at: 0, crossing) == 1)
        // In a roundabout, then round a corner with a course that may be anything.
        #expect(box.fix(at: 1, crossing, course: 60) == 1)
        #expect(box.fix(at: 2, crossing, course: 90, courseAccuracy: 60) == 1)
        // Into a yard: the road along the course is too far away.
        #expect(box.fix(at: 3, [road(1, 15), road(2, 35, leading: 90)], course: 90) == 1)
        #expect(box.fix(at: 4, crossing, course: 90) == 2)
    }

    @Test("a street that is out of reach is left at once, and so is one after a gap")
    func gone() {
        var box = Box()
        #expect(box.fix(at: 0, [road(1, 5), road(2, 30)]) == 1)
        #expect(box.fix(at: 1, [road(2, 30)]) == 2)
        #expect(box.fix(at: 61, [road(3, 5), road(2, 12)]) == 2)
        #expect(box.fix(at: 121.1, [road(3, 5), road(2, 12)]) == 3)
    }

    @Test("after a reset nothing is known of what was before")
    func reset() {
        var box = Box()
        _ = box.fix(at: 0, [road(1, 5)])
        box.matcher.reset()
        #expect(box.matcher.street == nil)
        #expect(box.fix(at: 1, [road(2, 5), road(1, 6)]) == 2)
    }
}

/// The rules, written down a second time as sentences about the whole history.
@Suite("StreetMatcher against its rules")
struct StreetMatcherRuleTests {
    private struct Seen {
        var at: Double
        var fix: Location
        var candidates: [StreetCandidate]
        var street: UInt32?
    }

    @Test("a thousand random drives: each change has a reason, and each reason makes a change", arguments: 0..<20)
    func rules(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            var matcher = StreetMatcher()
            var seen: [Seen] = []
            var now = 0.0
            for _ in 0..<60 {
                now += [0.125, 0.5, 1, 1, 1, 3, 61].randomElement(using: &random)!
                var fix = fix(cupertino, at: now, accuracy: [nil, 3, 15].randomElement(using: &random)!)
                fix.speed = [nil, 0, 10, 10, 10].randomElement(using: &random)!
                fix.course = [nil, 0, 0, 0, 90, 50].randomElement(using: &random)!
                let candidates = (UInt32(1)...3).filter { _ in Double.random(in: 0..<1, using: &random) < 0.95 }.map {
                    road($0, .random(in: 0...40, using: &random), leading: $0 == 3 ? 90 : 0)
                }.shuffled(using: &random)
                matcher.accepted(fix, candidates: candidates, courseSpeedInMetersPerSecond: 1.4)
                seen.append(Seen(at: now, fix: fix, candidates: candidates, street: matcher.street))
                #expect(matcher.street == Self.expected(seen))
            }
        }
    }

    /// The street of the last fix, from all that came before it.
    private static func expected(_ seen: [Seen]) -> UInt32? {
        guard let last = seen.last, let best = best(last) else { return nil }
        guard let before = seen.dropLast().last, last.at - before.at <= 60, let street = before.street,
            last.candidates.contains(where: { $0.street == street })
        else { return best.street }
        if hasTurned(last, from: street) { return best.street }
        // The fixes up to this one at which the street was the box's, and another one nearer, without a gap.
        var leads: [Double] = []
        for (index, one) in seen.enumerated().reversed() {
            guard index == seen.count - 1 || one.street == street, index > 0, isLed(one, street),
                seen[index - 1].street == street, one.at - seen[index - 1].at <= 60
            else { break }
            leads.append(one.at)
        }
        guard leads.count >= 3, leads[0] - leads[leads.count - 1] >= 2 else { return street }
        return best.street
    }

    private static func course(_ seen: Seen) -> Double? { (seen.fix.speed ?? 0) >= 1.4 ? seen.fix.course : nil }

    private static func cost(_ road: StreetCandidate, _ seen: Seen) -> Double {
        guard let course = course(seen) else { return road.distanceInMeters }
        // 1 - cos² of the angle, without an angle: the unit vectors of course and road.
        let (a, b) = (course * .pi / 180, road.directionInDegrees * .pi / 180)
        let cosine = cos(a) * cos(b) + sin(a) * sin(b)
        return road.distanceInMeters + 40 * (1 - cosine * cosine)
    }

    private static func best(_ seen: Seen) -> StreetCandidate? {
        if course(seen) == nil { return seen.candidates.first }
        return seen.candidates.min { cost($0, seen) < cost($1, seen) }
    }

    private static func margin(_ seen: Seen) -> Double { max(10, seen.fix.horizontalAccuracy ?? 10) }

    private static func isLed(_ seen: Seen, _ street: UInt32) -> Bool {
        guard let best = best(seen), let own = seen.candidates.first(where: { $0.street == street }) else {
            return false
        }
        return best.street != street && cost(own, seen) > cost(best, seen) + margin(seen)
    }

    private static func hasTurned(_ seen: Seen, from street: UInt32) -> Bool {
        guard let course = course(seen), let best = best(seen), best.street != street,
            let own = seen.candidates.first(where: { $0.street == street })
        else { return false }
        func angle(_ road: StreetCandidate) -> Double {
            let turn = (course - road.directionInDegrees).magnitude.truncatingRemainder(dividingBy: 180)
            return min(turn, 180 - turn)
        }
        return angle(own) > 45 && angle(best) < 22.5 && best.distanceInMeters <= margin(seen) + 10
    }
}
