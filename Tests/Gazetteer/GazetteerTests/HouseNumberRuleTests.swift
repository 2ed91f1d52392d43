import PlacemarkModel
import Testing

@testable import Gazetteer

/// Which number a position along one side of a street has.
@Suite("House numbers along a street")
struct HouseNumberRuleTests {
    private typealias Known = HouseNumberRule.Known

    @Test("between two known numbers of one parity the distances decide, and a known number stays known")
    func between() {
        let known = [Known(number: 1, along: 0), Known(number: 11, along: 100)]
        let answers = [0.0, 9, 11, 31, 50, 89, 91, 100].map { HouseNumberRule.number(at: $0, between: known) }
        #expect(
            answers == [
                .known(0), .known(0), .calculated(3), .calculated(5), .calculated(7), .calculated(9), .known(1),
                .known(1),
            ])
        let falling = [Known(number: 20, along: 0), Known(number: 12, along: 80)]
        #expect(HouseNumberRule.number(at: 41, between: falling) == .calculated(16))
    }

    @Test("nothing is calculated across parity, over a long gap, or with a number that has no digits")
    func notBetween() {
        #expect(
            HouseNumberRule.number(at: 40, between: [.init(number: 1, along: 0), .init(number: 8, along: 90)])
                == .known(0))
        let far = [Known(number: 1, along: 0), Known(number: 101, along: 401)]
        #expect(HouseNumberRule.number(at: 200, between: far) == nil)
        #expect(HouseNumberRule.number(at: 30, between: far) == .known(0))
        #expect(
            HouseNumberRule.number(at: 40, between: [.init(number: 0, along: 0), .init(number: 8, along: 90)])
                == .known(0))
    }

    @Test("beyond the last known number that one counts for 50 m, and nothing is made up")
    func beyond() {
        let known = [Known(number: 5, along: 10), Known(number: 7, along: 30)]
        #expect(HouseNumberRule.number(at: 80, between: known) == .known(1))
        #expect(HouseNumberRule.number(at: 81, between: known) == nil)
        #expect(HouseNumberRule.number(at: -39, between: known) == .known(0))
        #expect(HouseNumberRule.number(at: 0, between: []) == nil)
    }

    @Test("a number beyond the cut of a tile serves to calculate, and is never said itself")
    func acrossCut() {
        let known = [Known(number: 3, along: -20, isBeyond: true), Known(number: 9, along: 40)]
        #expect(HouseNumberRule.number(at: 1, between: known) == .calculated(5))
        #expect(HouseNumberRule.number(at: -18, between: known) == nil)
        #expect(HouseNumberRule.number(at: 0, between: [Known(number: 3, along: -5, isBeyond: true)]) == nil)
    }

    @Test(
        "any row of numbers: an answer lies between its neighbours, and has their parity",
        arguments: 1...20 as ClosedRange<UInt64>)
    func oracle(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let known = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Known(
                    number: .random(in: 0...30, using: &random), along: .random(in: -100...300, using: &random),
                    isBeyond: Int.random(in: 0..<4, using: &random) == 0)
            }
            let along = Double.random(in: -150...350, using: &random)
            let before = known.filter { $0.along <= along }.max { $0.along < $1.along }
            let after = known.filter { $0.along >= along }.min { $0.along < $1.along }
            switch HouseNumberRule.number(at: along, between: known) {
            case .calculated(let number):
                guard let before, let after else {
                    Issue.record("calculated from one number")
                    continue
                }
                #expect(min(before.number, after.number) < number && number < max(before.number, after.number))
                #expect((number - before.number) % 2 == 0 && (number - after.number) % 2 == 0)
                #expect(before.number > 0 && after.number > 0)
                let share = (along - before.along) / (after.along - before.along)
                let exact = Double(before.number) + share * Double(after.number - before.number)
                #expect(abs(Double(number) - exact) <= 1.000001)
            case .known(let index):
                #expect(!known[index].isBeyond)
                #expect(known[index] == before || known[index] == after)
            case nil:
                let near = [before, after].compactMap { $0 }.filter { !$0.isBeyond && abs($0.along - along) <= 50 }
                // Only a number beyond a cut, which is the nearest, silences a known one.
                #expect(near.isEmpty || [before, after].contains { $0?.isBeyond == true })
            }
        }
    }
}
