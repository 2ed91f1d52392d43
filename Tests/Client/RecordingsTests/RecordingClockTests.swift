import PlacemarkModel
import Testing

@testable import Recordings

@Suite struct RecordingClockTests {
    /// The virtual seconds at which positions with these times arrive; nil is a position without a time.
    private func arrivals(_ seconds: [Double?]) -> [Double] {
        var clock = RecordingClock()
        return seconds.map { second in
            let time = second.flatMap { TimeText.timestamp(secondsSinceEpoch: 1_700_000_000 + $0) }
            return clock.arrival(of: time, isPosition: true).sinceBoot.inSeconds
        }
    }

    @Test(
        "virtual time follows the recording, and never goes back",
        arguments: [
            ("as it is", [0, 1, 2.5, 4], [0, 1, 2.5, 4]),
            ("a pause", [0, 1, 3600, 3601], [0, 1, 3600, 3601]),
            ("equal times", [0, 1, 1, 1, 2], [0, 1, 1, 1, 2]),
            ("fault 12: a report that comes late", [0, 1, 3, 2, 4], [0, 1, 3, 3, 4]),
            ("a clock that is set back by half an hour", [0, 1, -1800, -1799, -1798], [0, 1, 2, 3, 4]),
            ("and forward again", [0, 1, -1800, -1799, 4], [0, 1, 2, 3, 4]),
            ("a single old report", [0, 1, -1800, 2, 3], [0, 1, 2, 2, 3]),
            ("a clock that is set back, and a pause", [0, 1, -1800, -1000], [0, 1, 2, 802]),
            ("fault 30: 1024 weeks back", [0, 1, -619_315_200, -619_315_199], [0, 1, 2, 3]),
            ("fault 31: a receiver that finds its date", [-1_600_000_000, -1_599_999_999, 0, 1], [0, 1, 2, 3]),
            ("without times", [nil, nil, nil], [0, 1, 2]),
            ("times that come later", [nil, nil, 0, 1], [0, 1, 2, 3]),
            ("a time that is missing", [0, 1, nil, 3], [0, 1, 2, 3]),
            ("a time too many", [0, 1, nil, 1.5, 3], [0, 1, 2, 2, 3]),
        ] as [(String, [Double?], [Double])])
    func rules(name: String, seconds: [Double?], expected: [Double]) {
        #expect(arrivals(seconds) == expected)
    }

    @Test("what is no position takes no time of its own")
    func others() {
        var clock = RecordingClock()
        _ = clock.arrival(of: nil, isPosition: true)
        #expect(clock.arrival(of: nil, isPosition: false) == BootInstant(sinceBoot: .zero))
        #expect(clock.undatedPositions == 1)
    }

    @Test("of any times at all, none makes it go back or trap", arguments: 1...20 as ClosedRange<UInt64>)
    func anyTimes(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var clock = RecordingClock()
        var last = clock.now
        for _ in 0..<2000 {
            let nanoseconds: Int64? =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: nil
                case 1: Int64.random(in: .min ... .max, using: &random)
                case 2: [Int64.min, .max, 0].randomElement(using: &random)
                default: Int64.random(in: -100...100, using: &random) * 1_000_000_000
                }
            let next = clock.arrival(of: nanoseconds.map(Timestamp.init(nanosecondsSinceEpoch:)), isPosition: true)
            #expect(next >= last, "seed \(seed)")
            last = next
        }
    }
}
