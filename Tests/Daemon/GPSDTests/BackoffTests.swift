import PlacemarkModel
import Testing

@testable import GPSD

@Suite struct BackoffTests {
    @Test("fault 20: a remote gpsd is asked after 0.2 s at first, and every 30 s at last")
    func remote() {
        var backoff = Backoff(for: GPSDEndpoint(host: "gps.example"))
        let delays = (0..<40).map { _ in backoff.next(random: 0.999_999) }
        #expect(delays[0] > .milliseconds(199) && delays[0] <= .milliseconds(200))
        #expect(zip(delays, delays.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(delays[39] > .seconds(29) && delays[39] <= .seconds(30))
    }

    @Test(
        "fault 20: a gpsd on this machine is asked every second at least",
        arguments: ["localhost", "127.0.0.1", "127.3.2.1", "::1"])
    func local(host: String) {
        var backoff = Backoff(for: GPSDEndpoint(host: host))
        for _ in 0..<1000 { #expect(backoff.next(random: 0.999_999) <= .seconds(1)) }
    }

    @Test("the jitter takes up to half of the delay away, and never goes below 0.2 s", arguments: [0, 0.5, 0.999])
    func jitter(random: Double) {
        var (full, drawn) = (Backoff(ceiling: .seconds(30)), Backoff(ceiling: .seconds(30)))
        for _ in 0..<12 {
            let (most, delay) = (full.next(random: 1), drawn.next(random: random))
            #expect(delay >= max(.milliseconds(200), most / 2) && delay <= most)
        }
    }

    @Test("starts again after a good connection")
    func reset() {
        var backoff = Backoff(ceiling: .seconds(30))
        for _ in 0..<10 { _ = backoff.next(random: 1) }
        backoff.reset()
        #expect(backoff.next(random: 1) == .milliseconds(200))
    }
}
