import Testing

@testable import GPSD

@Suite struct SilenceWatchTests {
    @Test("fault 24: a server that says nothing is left after 30 s")
    func silent() {
        var watch = SilenceWatch(limits: SilenceLimits(), connectedAt: at(100))
        #expect(watch.verdict(at: at(100)) == .wait(.seconds(30)))
        #expect(watch.verdict(at: at(129.5)) == .wait(.milliseconds(500)))
        #expect(watch.verdict(at: at(130)) == .giveUp(.silent))
    }

    @Test("fault 21: a gpsd that hangs is asked after 5 s, and left after 8 s")
    func stalled() {
        var watch = SilenceWatch(limits: SilenceLimits(), connectedAt: at(0))
        watch.received(at: at(1))
        #expect(watch.verdict(at: at(1)) == .wait(.seconds(5)))
        #expect(watch.verdict(at: at(6)) == .ask)
        #expect(watch.verdict(at: at(6)) == .wait(.seconds(3)))
        #expect(watch.verdict(at: at(9)) == .giveUp(.stalled))
    }

    @Test("a gpsd without a receiver answers the question, and stays connected")
    func quiet() {
        var watch = SilenceWatch(limits: SilenceLimits(), connectedAt: at(0))
        for second in stride(from: 0.0, to: 3600, by: 5) {
            watch.received(at: at(second))
            #expect(watch.verdict(at: at(second + 5)) == .ask)
        }
    }

    @Test("fault 34: after an hour of sleep gpsd is asked at once")
    func asleep() {
        var watch = SilenceWatch(limits: SilenceLimits(), connectedAt: at(0))
        watch.received(at: at(1))
        #expect(watch.verdict(at: at(3601)) == .ask)
        #expect(watch.verdict(at: at(3601)) == .wait(.seconds(3)))
    }
}
