@testable import PlacemarkCore
import Testing

@Suite("LocationMachine and its receivers")
struct LocationMachineSourceTests {
    private var machine = LocationMachine(seed: 1, at: at(0))
    private var device: String?

    private mutating func feed(_ event: SourceEvent, at seconds: Double) {
        for case .publish(let publication) in machine.handle(.source(event), at: at(seconds)) {
            device = publication.snapshot.location?.device
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
}
