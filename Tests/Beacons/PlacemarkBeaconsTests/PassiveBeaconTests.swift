import Foundation
import PlacemarkClient
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@Suite("placemark-beacons where BlueZ watches for patterns", .timeLimit(.minutes(4)), .tags(.waits))
struct PassiveBeaconTests {
    @Test("a controller that watches for patterns does so, and nothing is scanned; one that refuses is asked to scan")
    func controller() async throws {
        let lab = try await BeaconLab()
        #expect(await lab.hears(watcher: .controller), "\(lab.program.standardError)")
        #expect(await lab.bluez.isAsked("Patterns "))
        let patterns = lab.bluez.said.first { $0.hasPrefix("Patterns ") } ?? ""
        #expect(patterns.contains(#"[0, 255, "4c000215f7826da64fa24e988024bc5b71e0893e"]"#), "\(patterns)")
        #expect(!lab.bluez.said.contains("StartDiscovery"))
        #expect(await lab.comes(.outside))
        lab.bluez.advertise(minor: 2, strength: -60)
        #expect(await lab.comes(.inside))
        // It tells only what is new: what it watches is there until it says that it is not.
        try await Task.sleep(for: .seconds(6))
        #expect(try await lab.state() == .inside)
        lab.bluez.perform("lose", #""address": "C0:FF:EE:00:11:22""#)
        #expect(await lab.comes(.outside))
        lab.bluez.perform("unplug")
        #expect(await lab.isListening(false))
        lab.bluez.perform("adapter", #""monitors": "refused""#)
        #expect(await lab.bluez.isAsked("StartDiscovery"))
        #expect(await lab.isListening())
        #expect(lab.bluez.said.contains("call RegisterMonitor") && lab.bluez.callsThatSend.isEmpty)
    }

    @Test("where BlueZ itself watches, a beacon that sends every two seconds, and always the same, is there")
    func seldom() async throws {
        let garage = BeaconLab.feature("garage", #""uuid":"\#(BeaconLab.uuid)","major":1,"minor":2,"exitAfter":8"#)
        let lab = try await BeaconLab([garage])
        #expect(await lab.hears(watcher: .bluez), "\(lab.program.standardError)")
        lab.bluez.advertise(minor: 2, strength: -60)
        #expect(await lab.comes(.inside))
        // For longer than the silence that leaves the region.
        for _ in 0..<6 {
            try await Task.sleep(for: .seconds(2))
            lab.bluez.advertise(minor: 2, strength: -60)
            #expect(try await lab.state() == .inside)
        }
        #expect(lab.crossings.isEmpty && !lab.bluez.said.contains("StartDiscovery"))
    }

    @Test(
        "with a region more the beacon that is there is heard for both, and neither is left or entered",
        arguments: [MockBluez.PatternWatcher.bluez, .controller])
    func anotherRegion(watcher: MockBluez.PatternWatcher) async throws {
        let lab = try await BeaconLab()
        #expect(await lab.hears(watcher: watcher), "\(lab.program.standardError)")
        let beacon = lab.bluez.advertises()
        defer { beacon.cancel() }
        #expect(await lab.comes(.inside))
        // For longer than it takes to be outside: nobody has listened for the other one yet.
        try await Task.sleep(for: .seconds(6))
        let hall = BeaconLab.feature("hall", #""uuid":"\#(BeaconLab.uuid)","exitAfter":5"#)
        try await lab.client.add(try JSONDecoder().decode(Region.self, from: Data(hall.utf8)))
        // Its pattern is the same; what the radio is called is not sent again.
        #expect(await lab.bluez.isAsked("Patterns ", times: 2))
        #expect(await lab.comes(.inside, "hall"))
        #expect(try await lab.state() == .inside)
        #expect(lab.crossings.isEmpty)
    }

    @Test(
        "a region with an address has a discovery run, and without it the controller only watches again",
        arguments: [MockBluez.PatternWatcher.bluez, .controller])
    func addressGone(watcher: MockBluez.PatternWatcher) async throws {
        let lab = try await BeaconLab()
        #expect(await lab.hears(watcher: watcher), "\(lab.program.standardError)")
        let bag = BeaconLab.feature("bag", #""address":"C0:FF:EE:00:11:33""#)
        try await lab.client.add(try JSONDecoder().decode(Region.self, from: Data(bag.utf8)))
        #expect(await lab.program.says("listening by discovery"))
        try await lab.client.removeRegion("bag")
        #expect(await lab.bluez.isAsked("StopDiscovery"))
        #expect(await lab.bluez.isAsked("Patterns ", times: 2))
        let beacon = lab.bluez.advertises()
        defer { beacon.cancel() }
        #expect(await lab.comes(.inside))
        #expect(lab.bluez.said.count { $0 == "StartDiscovery" } == 1)
    }
}
