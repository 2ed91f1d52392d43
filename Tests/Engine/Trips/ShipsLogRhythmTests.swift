import LocationEngine
import PlacemarkModel
import Testing

@Suite("When the ship's log gets an entry") struct ShipsLogRhythmTests {
    /// The minutes after midnight, out of these with a fix, in which an entry is due.
    private func due(every interval: Duration, at minutes: some Sequence<Int>, atRest: Range<Int> = 0..<0) -> [Int] {
        var rhythm = ShipsLogRhythm(every: interval)
        return minutes.filter { minute in
            rhythm.isDue(
                at: Timestamp(secondsSinceEpoch: 1_795_132_800 + Int64(minute) * 60),
                isUnderWay: !atRest.contains(minute))
        }
    }

    @Test("with the first fix of each hour under way, and not with the first one of all")
    func hours() {
        #expect(due(every: .seconds(3600), at: 30..<200) == [60, 120, 180])
        #expect(due(every: .seconds(3600), at: [59, 61, 62, 119, 121]) == [61, 121])
        #expect(due(every: .seconds(900), at: 50..<80) == [60, 75])
        #expect(due(every: .zero, at: 0..<500).isEmpty)
    }

    @Test("not at rest, and not for the hours that were slept through")
    func rest() {
        #expect(due(every: .seconds(3600), at: 0..<300, atRest: 70..<230) == [60, 240])
        #expect(due(every: .seconds(3600), at: [30, 400, 401]) == [400])
    }

    @Test("with the first fix after a restart, when an hour has begun since the last one before it")
    func restart() throws {
        func time(_ minute: Int) throws -> Timestamp {
            try #require(Timestamp(secondsSinceEpoch: 1_795_132_800 + Int64(minute) * 60))
        }
        for (stopped, started, isDue) in [(58, 65, true), (10, 50, false), (60, 61, false), (58, 200, true)] {
            var rhythm = ShipsLogRhythm(every: .seconds(3600))
            try rhythm.resume(after: time(stopped))
            let first = try rhythm.isDue(at: time(started), isUnderWay: true)
            let second = try rhythm.isDue(at: time(started + 1), isUnderWay: true)
            let isSame = try rhythm.isSameInterval(time(stopped), time(started))
            #expect(first == isDue && !second && isSame == !isDue, "\(stopped) \(started)")
        }
        var never = ShipsLogRhythm(every: .zero)
        try never.resume(after: time(58))
        let isDue = try never.isDue(at: time(65), isUnderWay: true)
        let isSame = try never.isSameInterval(time(1), time(1))
        #expect(!isDue && !isSame)
    }

    @Test("once where a clock is set back, and never while it says nothing")
    func clocks() {
        #expect(due(every: .seconds(3600), at: [30, 60, 20, 40, 61]) == [60, 61])
        var rhythm = ShipsLogRhythm(every: .seconds(3600))
        let first = rhythm.isDue(at: nil, isUnderWay: true)
        let before1970 = rhythm.isDue(at: Timestamp(secondsSinceEpoch: -1), isUnderWay: true)
        let in1970 = rhythm.isDue(at: Timestamp(secondsSinceEpoch: 0), isUnderWay: true)
        #expect(!first && !before1970 && in1970)
    }
}
