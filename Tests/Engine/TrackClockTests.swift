@testable import LocationEngine
import PlacemarkModel
import Testing

@Suite("The track's clock")
struct TrackClockTests {
    private func clock(_ fixes: [Location]) -> TrackClock { fixes.reduce(into: TrackClock()) { $0.learn(from: $1) } }

    @Test("the receiver's time is carried on, and believed after ten minutes")
    func carriedOn() {
        let young = clock((0..<600).map { fix(cupertino, at: Double($0)) })
        #expect(young.time(at: at(5000)) == epoch.advanced(by: .seconds(5000)))
        #expect(young.believedTime(at: at(5000)) == nil)
        let old = clock((0...600).map { fix(cupertino, at: Double($0)) })
        #expect(old.believedTime(at: at(5000)) == epoch.advanced(by: .seconds(5000)))
        #expect(TrackClock().time(at: at(1)) == nil)
    }

    @Test("a receiver whose clock jumps is believed again only when it has kept to it (fault 30)")
    func jump() {
        let rolledOver = epoch.advanced(by: .seconds(1024 * 7 * 86_400))
        let jumped = clock(
            (0...700).map { fix(cupertino, at: Double($0)) } + [fix(cupertino, at: 701, timestamp: rolledOver)])
        #expect(jumped.believedTime(at: at(701)) == nil)
        #expect(jumped.time(at: at(701)) == rolledOver)
    }

    @Test("a time that cannot be right is never taken for now (fault 30)")
    func suspectTime() {
        var suspect = fix(cupertino, at: 701, timestamp: epoch.advanced(by: .seconds(1024 * 7 * 86_400)))
        suspect.isTimestampSuspect = true
        let clock = clock((0...700).map { fix(cupertino, at: Double($0)) } + [suspect])
        #expect(clock.time(at: at(701)) == epoch.advanced(by: .seconds(701)))
        #expect(clock.believedTime(at: at(701)) == epoch.advanced(by: .seconds(701)))
    }
}
