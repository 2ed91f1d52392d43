import PlacemarkClient
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

/// What placemark-beacons does when bluetoothd or the controller fails it, or lies.
@Suite("placemark-beacons with a BlueZ that fails", .timeLimit(.minutes(3)), .tags(.waits))
struct BeaconOutageTests {
    @Test("bluetoothd killed, the controller unplugged or switched off: found again, and no region is left (fault 92)")
    func outages() async throws {
        let lab = try await BeaconLab()
        #expect(await lab.hears())
        // BlueZ tells nothing of it while it is away, or nobody listens.
        let beacon = lab.bluez.advertises()
        defer { beacon.cancel() }
        #expect(await lab.comes(.inside))
        for (what, more, reason, back) in [
            ("leave", "", "bluetoothd is not running", "own"),
            ("unplug", "", "there is no Bluetooth controller", "adapter"),
            ("power", "\"on\": false", "the Bluetooth controller is switched off", "power"),
        ] {
            let times = lab.bluez.said.count { $0 == "StartDiscovery" }
            lab.bluez.perform(what, more)
            #expect(await lab.isListening(false), "\(what)")
            #expect(try await lab.client.beacons().reason == reason)
            // Longer than the silence that would leave the region.
            try await Task.sleep(for: .seconds(6))
            lab.bluez.perform(back, back == "power" ? "\"on\": true" : "")
            // Within seconds, and on a busy machine later.
            #expect(await lab.bluez.isAsked("StartDiscovery", times: times + 1, within: .seconds(5)), "\(what)")
            #expect(await lab.isListening(within: .seconds(5)), "\(what)")
            #expect(try await lab.state() == .inside)
        }
        #expect(lab.crossings.isEmpty)
    }

    @Test("a bluetoothd that hangs is found out before its silence leaves a region, and heard again (fault 92)")
    func hanging() async throws {
        // More than the few seconds that finding out takes: a busy machine takes longer.
        let garage = BeaconLab.feature("garage", #""uuid":"\#(BeaconLab.uuid)","major":1,"minor":2,"exitAfter":10"#)
        let lab = try await BeaconLab([garage])
        #expect(await lab.hears())
        let beacon = lab.bluez.advertises()
        defer { beacon.cancel() }
        #expect(await lab.comes(.inside))
        lab.bluez.hangs()
        #expect(await lab.isListening(false))
        #expect(try await lab.client.beacons().reason == "bluetoothd does not answer")
        // Longer than the silence that would leave the region.
        try await Task.sleep(for: .seconds(11))
        #expect(try await lab.state() == .inside)
        lab.bluez.hangs(false)
        #expect(await lab.isListening())
        #expect(await lab.program.says("bluetoothd answers again"))
        let isHeard = await poll(atMost: .seconds(10)) {
            (try? await lab.client.beacons().beacons.first?.age).map { $0 < 2 } == true
        }
        #expect(isHeard)
        #expect(lab.crossings.isEmpty)
    }

    @Test("a controller that measures no strengths is heard at once, and no region is left for want of them")
    func withoutStrengths() async throws {
        let lab = try await BeaconLab()
        #expect(await lab.hears())
        let beacon = lab.bluez.advertises(strength: nil)
        defer { beacon.cancel() }
        #expect(await lab.comes(.inside))
        #expect(try await lab.client.beacons().beacons.first?.proximity == .unknown)
        lab.bluez.advertise(minor: 2, strength: -60)
        #expect(
            await poll(atMost: .seconds(5)) { (try? await lab.client.beacons().beacons.first?.strength) == -60 })
        #expect(lab.bluez.said.count { $0.hasPrefix("SetDiscoveryFilter") } == 1, "the discovery goes on")
    }

    @Test("a BlueZ that floods, and lies about types, is outlived, and the beacon heard behind it (fault 93)")
    func lies() async throws {
        let lab = try await BeaconLab()
        #expect(await lab.hears())
        #expect(await lab.comes(.outside))
        lab.bluez.perform("flood", #""rate": 500, "seconds": 3, "kind": "lies""#)
        #expect(await lab.bluez.isAsked("flood ended", within: .seconds(20)))
        lab.bluez.advertise(minor: 2, strength: -60)
        #expect(await lab.comes(.inside))
        let report = try await lab.client.beacons()
        #expect(report.malformed > 50 && report.isListening)
        #expect(lab.program.isRunning)
    }
}
