@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("SourceMonitor")
struct SourceMonitorTests {
    private var monitor = SourceMonitor(at: at(0))

    private mutating func tick(to seconds: Double) -> SourceState {
        monitor.advance(to: at(seconds))
        return monitor.state
    }

    @Test("a silent receiver is stale after 5 s and lost after 10 s at 1 Hz (fault 2)")
    mutating func silence() {
        monitor.connected(at: at(0))
        for second in 1...20 { monitor.accepted(fix(cupertino, at: Double(second)), at: at(Double(second))) }
        #expect(monitor.state == .live)
        #expect(monitor.deadline == at(25))
        #expect(tick(to: 24.9) == .live)
        #expect(tick(to: 25) == .stale)
        #expect(tick(to: 29.9) == .stale)
        #expect(tick(to: 30) == .lost)
        #expect(monitor.deadline == nil)
        monitor.accepted(fix(cupertino, at: 40), at: at(40))
        #expect(monitor.state == .live)
    }

    @Test("the limits scale with the receiver's rhythm, and one drop-out does not change them")
    mutating func rhythm() {
        for index in 0..<10 { monitor.accepted(fix(cupertino, at: Double(index) * 10), at: at(Double(index) * 10)) }
        #expect(tick(to: 139.9) == .live)
        #expect(tick(to: 140) == .stale)
        #expect(tick(to: 190) == .lost)
        monitor.accepted(fix(cupertino, at: 500), at: at(500))
        #expect(monitor.deadline == at(550))
    }

    @Test("a machine that slept past both limits is lost at once (fault 34)")
    mutating func suspend() {
        monitor.accepted(fix(cupertino, at: 0), at: at(0))
        #expect(tick(to: 8 * 3600) == .lost)
    }

    @Test("the old fixes of a backlog do not make the source live; the first fresh one does (faults 23 and 34)")
    mutating func backlog() {
        for second in 0...9 { monitor.accepted(fix(cupertino, at: Double(second)), at: at(Double(second))) }
        #expect(tick(to: 75) == .lost)
        for second in 66...75 {
            monitor.accepted(fix(cupertino, at: Double(second)), at: at(75))
            #expect(tick(to: 75) == (second <= 70 ? .lost : .live))
        }
    }

    @Test("a receiver that flaps between a fix and none at 10 Hz stays live (fault 3)")
    mutating func flapping() {
        monitor.accepted(fix(cupertino, at: 0), at: at(0))
        for tenth in 1..<600 {
            let now = Double(tenth) / 10
            if tenth.isMultiple(of: 2) {
                monitor.accepted(fix(cupertino, at: now), at: at(now))
            } else {
                monitor.reportedNoPosition(device: nil, at: at(now))
            }
            #expect(tick(to: now) == .live)
        }
    }

    @Test("a receiver that reports without a position has no fix, and is lost when it falls silent (fault 1)")
    mutating func noFix() {
        monitor.connected(at: at(0))
        monitor.reportedNoPosition(device: "/dev/ttyACM0", at: at(1))
        #expect(monitor.state == .noFix)
        #expect(monitor.device == "/dev/ttyACM0")
        #expect(monitor.since == at(1))
        monitor.reportedNoPosition(device: "/dev/ttyACM0", at: at(2))
        #expect(monitor.since == at(1))
        #expect(tick(to: 12) == .lost)
    }

    @Test("a fix that is lost while the receiver still reports is no fix rather than silence")
    mutating func losingTheFix() {
        monitor.accepted(fix(cupertino, at: 0), at: at(0))
        for second in 1...5 {
            monitor.reportedNoPosition(device: nil, at: at(Double(second)))
            monitor.advance(to: at(Double(second)))
        }
        #expect(monitor.state == .noFix)
    }

    @Test("an unplugged receiver is lost at once; another one's end changes nothing (fault 19)")
    mutating func unplugged() {
        monitor.accepted(fix(cupertino, at: 0), at: at(0))
        monitor.lost(device: "/dev/ttyUSB7", at: at(1))
        #expect(monitor.state == .live)
        monitor.lost(device: "/dev/ttyACM0", at: at(1))
        #expect(monitor.state == .lost)
    }

    @Test("a drop-out of a minute after two fixes does not make a receiver a slow one")
    mutating func dropOutAtTheBeginning() {
        for second in [0.0, 1, 61] { monitor.accepted(fix(cupertino, at: second), at: at(second)) }
        for second in 62...65 {
            monitor.reportedNoPosition(device: nil, at: at(Double(second)))
            #expect(tick(to: Double(second)) == .live)
        }
        monitor.reportedNoPosition(device: nil, at: at(66))
        #expect(tick(to: 66) == .noFix)
    }

    @Test("when the machine wakes up, the first answer is stale, though no timer has fired yet (fault 34)")
    func wakingUp() throws {
        var machine = LocationMachine(seed: 1, at: at(0))
        var snapshot: StatusSnapshot?
        for case .publish(let publication) in machine.handle(.source(.fix(fix(cupertino, at: 10))), at: at(10)) {
            snapshot = publication.snapshot
        }
        #expect(snapshot?.status(at: at(12), precision: .precise).source.state == .live)
        let first = try #require(snapshot).status(at: at(3600), precision: .precise)
        #expect(first.source.state == .lost && first.source.since == 3580)
        #expect(first.location?.stale == true)
    }
}
