@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("LocationMachine and its receivers")
struct LocationMachineSourceTests {
    private var machine = LocationMachine(seed: 1, at: at(0))
    private var device: String?
    private var source = SourceMonitor(at: at(0))
    /// Each state that was reported, with its receiver and its reason.
    private var reported: [String] = []

    private mutating func feed(_ event: SourceEvent, at seconds: Double) {
        feed(.source(event), at: seconds)
    }

    private mutating func feed(_ input: LocationMachine.Input, at seconds: Double) {
        for case .publish(let publication) in machine.handle(input, at: at(seconds)) {
            device = publication.snapshot.location?.device
            source = publication.snapshot.source
            for event in publication.events {
                guard case .source(let source) = event.kind else { continue }
                reported.append("\(source.state.rawValue) \(source.device ?? "-"): \(source.reason ?? "-")")
            }
        }
    }

    /// A fix of each receiver in each second; the second one is far more accurate.
    private mutating func report(_ seconds: ClosedRange<Int>) {
        for second in seconds.map(Double.init) {
            feed(.fix(fix(cupertino, at: second, accuracy: 20, device: "first")), at: second)
            feed(.fix(fix(cupertino, at: second + 0.1, device: "second")), at: second + 0.1)
        }
    }

    @Test("a receiver that was unplugged has to be better anew for 5 s, and its loss leaves the other one alone")
    mutating func unpluggedAndBack() {
        report(0...3)
        feed(.deviceLost(device: "second"), at: 3.2)
        feed(.fix(fix(cupertino, at: 3.3, device: "second")), at: 3.3)
        #expect(device == "first")
        report(4...8)
        #expect(device == "first")
        report(9...9)
        #expect(device == "second")
    }

    @Test("when the receiver that is listened to is unplugged, another one counts at once (fault 18)")
    mutating func unplugged() {
        report(0...3)
        #expect(device == "first")
        feed(.deviceLost(device: "first"), at: 3.2)
        feed(.fix(fix(cupertino, at: 3.3, device: "second")), at: 3.3)
        #expect(device == "second")
    }

    @Test("a second receiver without a position says nothing about the first one (fault 18)")
    mutating func anotherWithoutPosition() {
        for second in (0...25).map(Double.init) {
            feed(.noFix(device: "B"), at: second)
            if second <= 10 { feed(.fix(fix(cupertino, at: second, device: "A")), at: second + 0.5) }
        }
        #expect(
            reported == [
                "noFix B: the receiver has no position", "live A: -", "stale A: the receiver is silent",
                "lost A: the receiver is silent", "noFix B: the receiver has no position",
            ])
    }

    @Test("when the receiver is unplugged, that is told, and then the one that is left by its own name (fault 19)")
    mutating func unpluggedBesideAnother() {
        for second in (0...10).map(Double.init) {
            feed(.fix(fix(cupertino, at: second, device: "A")), at: second)
            feed(.noFix(device: "B"), at: second + 0.5)
        }
        feed(.deviceLost(device: "A"), at: 10.7)
        #expect(reported.last == "lost A: the receiver is gone")
        feed(.noFix(device: "B"), at: 11.5)
        #expect(reported.last == "noFix B: the receiver has no position")
        #expect(source.device == "B" && reported.count == 3)
    }

    @Test("while Device= leaves out all that gpsd has, the state says so, once for each change")
    mutating func leftOut() {
        feed(.connected, at: 0)
        for second in 1...3 { feed(.devicesLeftOut(["/dev/ttyACM0"], filter: "/dev/ttyUSB9"), at: Double(second)) }
        let reason = "gpsd has /dev/ttyACM0, and Device=/dev/ttyUSB9 in [GPSD] leaves out all others"
        #expect(reported == ["waiting -: -", "waiting -: \(reason)"])
        #expect(SourceReport(source, at: at(4)).absenceOfLocation == reason)
        feed(.devicesLeftOut(["/dev/ttyACM0", "/dev/ttyACM1"], filter: "/dev/ttyUSB9"), at: 5)
        #expect(reported.count == 3)
        feed(.fix(fix(cupertino, at: 6, device: "/dev/ttyUSB9")), at: 6)
        feed(.devicesLeftOut(["/dev/ttyACM0"], filter: "/dev/ttyUSB9"), at: 7)
        #expect(source.state == .live && source.reason == nil)
        feed(.disconnected(reason: "gone"), at: 8)
        feed(.connected, at: 9)
        #expect(source.reason == nil)
        feed(.devicesLeftOut([], filter: "/dev/ttyUSB9"), at: 10)
        #expect(source.reason == nil)
    }

    @Test("a receiver whose positions are not believed has some: the reason says so (fault 9)")
    mutating func disbelieved() {
        for second in (0...10).map(Double.init) { feed(.fix(fix(cupertino, at: second)), at: second) }
        for second in (11...30).map(Double.init) {
            // Each of them in another place, so that none is confirmed.
            feed(.fix(fix(north(100_000 * second, of: cupertino), at: second)), at: second)
            if second == 16 { #expect(source.state == .noFix) }
        }
        #expect(source.reason == "the receiver has a position that is not believed")
        #expect(reported.count == 2)
        for second in (31...40).map(Double.init) { feed(.noFix(device: "/dev/ttyACM0"), at: second) }
        #expect(source.reason == "the receiver has no position" && reported.count == 3)
        // What flaps is not told each time.
        for second in (41...100).map(Double.init) {
            feed(.noFix(device: "/dev/ttyACM0"), at: second)
            feed(.fix(fix(coordinate(0, 0), at: second + 0.5)), at: second + 0.5)
        }
        #expect(reported.count == 3)
    }
}
