import Foundation
import PlacemarkClient
import PlacemarkModel
import Synchronization
import TestConditions
import TestSupport
import Testing

@Suite("placemark-beacons with a BlueZ on a private bus", .timeLimit(.minutes(4)), .tags(.waits))
struct BeaconProgramTests {
    /// Free space, with a little of what reflections do: the engine's tests have the whole of it.
    private func strength(_ second: Double, _ random: inout SeededRandom) -> Int {
        let distance = max(0.5, abs(8 - 0.8 * second))
        return Int((-59 - 20 * log10(distance) + Double.random(in: -5...5, using: &random)).rounded())
    }

    @Test("a walk past a beacon: entered, far, near, far, and left after the silence")
    func walk() async throws {
        let lab = try await BeaconLab()
        try #require(await lab.hears(), "\(lab.program.standardError)")
        #expect(await lab.bluez.isAsked(#"SetDiscoveryFilter {"DuplicateData": true, "Transport": "le"}"#))
        #expect(await lab.comes(.outside), "nothing is heard for as long as it takes to leave")
        var (random, seen) = (SeededRandom(seed: 92), [BeaconProximity]())
        for step in 0..<250 {
            lab.bluez.advertise(minor: 2, strength: strength(Double(step) / 10, &random))
            lab.bluez.advertise(minor: 9, strength: -40, address: "C0:FF:EE:00:11:99")
            try await Task.sleep(for: .milliseconds(100))
            guard step % 5 == 0, let beacon = try await lab.client.beacons().beacons.first else { continue }
            #expect(beacon.uuid == BeaconLab.uuid && beacon.minor == 2 && beacon.regions == ["garage"])
            if beacon.proximity != seen.last { seen.append(beacon.proximity) }
        }
        #expect(seen == [.far, .near, .far])
        #expect(try await lab.state() == .inside)
        #expect(await lab.comes(.outside))
        #expect(await poll(atMost: .seconds(5)) { lab.crossings.count >= 2 })
        #expect(lab.crossings == ["regionEntered garage", "regionExited garage"])
        #expect(lab.bluez.said.contains("call StartDiscovery") && lab.bluez.callsThatSend.isEmpty)
        // A log names regions, and no address.
        for log in [lab.daemon.standardError, lab.program.standardError] {
            #expect(!log.contains("C0:FF") && !log.contains("C0_FF") && !log.contains("f7826da6"), "\(log)")
        }
    }

    @Test("while no region names a beacon nothing is scanned and nothing wakes it, and that ends when one does")
    func idle() async throws {
        let lab = try await BeaconLab([])
        lab.bluez.perform("own")
        lab.bluez.perform("adapter")
        #expect(await lab.bluez.isAsked("done adapter"))
        let sleeps = Mutex(-1)
        // It may still be about to fall asleep the first time.
        let isAsleep = await poll(every: .seconds(5), atMost: .seconds(5)) {
            guard let now = lab.program.sleeps else { return false }
            return sleeps.withLock { before in
                defer { before = now }
                return before == now
            }
        }
        #expect(isAsleep)
        #expect(!lab.bluez.said.contains("StartDiscovery"))
        #expect(try await lab.client.beacons().reason == "no region names a beacon")
        try await lab.client.add(
            try JSONDecoder().decode(Region.self, from: Data(BeaconLab.garage.utf8)))
        #expect(await lab.bluez.isAsked("StartDiscovery"))
        #expect(await lab.isListening())
        try await lab.client.removeRegion("garage")
        #expect(await lab.bluez.isAsked("discovery ended"))
    }

    @Test("malformed advertisements are counted on when a region that names a beacon goes, and comes again (fault 93)")
    func counts() async throws {
        let lab = try await BeaconLab([])
        lab.bluez.perform("own")
        lab.bluez.perform("adapter")
        let region = try JSONDecoder().decode(Region.self, from: Data(BeaconLab.garage.utf8))
        var last = 0
        for round in 1...3 {
            try await lab.client.add(region)
            #expect(await lab.bluez.isAsked("StartDiscovery", times: round))
            let malformed = #""address": "C0:FF:EE:00:11:22", "rssi": -60, "manufacturer": {"76": "0215"}"#
            lab.bluez.perform("advertise", malformed)
            let before = last
            let isCounted = await poll(atMost: .seconds(10)) {
                ((try? await lab.client.beacons().malformed) ?? 0) > before
            }
            #expect(isCounted, "round \(round)")
            last = try await lab.client.beacons().malformed
            try await lab.client.removeRegion("garage")
            #expect(await lab.bluez.isAsked("discovery ended", times: round))
        }
    }

    @Test(
        "a thousand advertisers take no memory, and a beacon is heard behind them (fault 92)",
        arguments: ["strangers", "beacons"])
    func crowd(kind: String) async throws {
        let hall = BeaconLab.feature("hall", #""uuid":"\#(BeaconLab.uuid)""#)
        let lab = try await BeaconLab([BeaconLab.garage, hall])
        #expect(await lab.hears())
        let before = try ProcessUse(of: lab.program.identifier).anonymousKibibytes
        lab.bluez.perform("flood", #""rate": 1000, "seconds": 3, "kind": "\#(kind)""#)
        #expect(await lab.bluez.isAsked("flood ended", within: .seconds(5)))
        lab.bluez.advertise(minor: 2, strength: -60)
        #expect(await lab.comes(.inside))
        #expect(try await lab.client.beacons().beacons.count <= (kind == "strangers" ? 1 : 200))
        let more = try ProcessUse(of: lab.program.identifier).anonymousKibibytes - before
        #expect(more < 8 << 10, "\(more) KiB")
        #expect(lab.program.isRunning)
    }

    @Test("an Eddystone is heard by its namespace, with its battery and its link, and any radio by its address")
    func otherKinds() async throws {
        let berth = BeaconLab.feature("berth", #""namespace":"00010203040506070809""#)
        let lab = try await BeaconLab([berth, BeaconLab.feature("bag", #""address":"C0:FF:EE:00:11:33""#)])
        #expect(await lab.hears())
        for frame in ["00e7000102030405060708090a0b0c0d0e0f0000", "20000bb817800000000100000002", "10e7036107"] {
            lab.bluez.advertise(service: "feaa", frame)
        }
        lab.bluez.advertise(service: "180f", "64", address: "C0:FF:EE:00:11:33")
        #expect(await lab.comes(.inside, "berth"))
        #expect(await lab.comes(.inside, "bag"))
        let isComplete = await poll(atMost: .seconds(5)) {
            (try? await lab.client.beacons().beacons.contains { $0.link == "https://a.com" }) == true
        }
        #expect(isComplete)
        let beacons = try await lab.client.beacons().beacons
        let eddystone = try #require(beacons.first { $0.namespace == "00010203040506070809" })
        #expect(eddystone.instance == "0a0b0c0d0e0f" && eddystone.regions == ["berth"])
        #expect(eddystone.battery == 3 && eddystone.temperature == 23.5)
        #expect(beacons.first { $0.address == "C0:FF:EE:00:11:33" }?.regions == ["bag"])
    }

    @Test("without a fix the region on the map says where the box is and what that is called, to precise readers")
    func place() async throws {
        let geometry = #""geometry":{"type":"Point","coordinates":[9.5215,47.141]}"#
        let garage = BeaconLab.feature("garage", #""radius":15,"uuid":"\#(BeaconLab.uuid)","exitAfter":5"#)
            .replacing(#""geometry":null"#, with: geometry)
        let lab = try await BeaconLab([garage], settings: "Location=yes")
        #expect(await lab.hears())
        #expect(try await lab.client.status().location == nil)
        let beacon = lab.bluez.advertises()
        defer { beacon.cancel() }
        #expect(await poll(atMost: .seconds(10)) { (try? await lab.client.status().location?.origin) == .beacon })
        let status = try await lab.client.status()
        #expect(status.placemark?.placemark.name == "garage" && status.placemark?.placemark.locality == "Vaduz")
        #expect(status.placemark?.placemark.areasOfInterest?.first == "garage" && status.placemark?.stale == false)
        #expect((status.location?.horizontalAccuracy).map { (16...40).contains($0) } == true)
        #expect(status.beacons?.heard == 1 && status.source.state != .live)
        let command = try ChildProcess(
            Checkout.file(".build/debug/placemarkctl"),
            ["location", "--socket", lab.bluez.directory.file("placemarkd.sock")])
        #expect(await command.exitStatus(within: .seconds(20)) == 0)
        #expect(command.completeStandardOutput.contains("by a beacon"), "\(command.completeStandardOutput)")
        // It is heard no more: five seconds later nobody knows.
        beacon.cancel()
        #expect(await poll(atMost: .seconds(15)) { (try? await lab.client.status().location) == .some(nil) })
        for line in [
            "beacons: listening", "beacon heard", "beacon lost", "no fix: a beacon gives the position",
            "no beacon gives the position any more", "the region is garage",
        ] {
            #expect(await lab.daemon.says(line), "\(line): \(lab.daemon.standardError)")
        }
        let log = lab.daemon.standardError
        #expect(!log.contains("47.1") && !log.contains("9.52"))
    }

    @Test("the daemon believes the user of its settings alone, and the program says so")
    func otherUser() async throws {
        let lab = try await BeaconLab(user: "nobody")
        #expect(
            await lab.program.says("'observe' is for the user nobody alone, and User= in [Beacons] says who that is"))
        #expect(try await !lab.client.beacons().isListening)
    }

    @Test("placemarkctl shows the beacons as a table, and who cannot be heard, and why")
    func table() async throws {
        let lab = try await BeaconLab()
        func shown() async throws -> String {
            let command = try ChildProcess(
                Checkout.file(".build/debug/placemarkctl"),
                ["beacons", "--socket", lab.bluez.directory.file("placemarkd.sock")])
            #expect(await command.exitStatus(within: .seconds(20)) == 0)
            return command.completeStandardOutput
        }
        #expect(
            await poll(atMost: .seconds(10)) {
                (try? await lab.client.beacons().reason) == "bluetoothd is not running"
            })
        #expect(try await shown() == "Nothing is listening: bluetoothd is not running.\n")
        #expect(await lab.hears())
        #expect(try await shown() == "None of the beacons that a region names is heard.\n")
        let beacon = lab.bluez.advertises(strength: -59)
        defer { beacon.cancel() }
        #expect(await lab.comes(.inside))
        let text = try await shown()
        #expect(
            text.contains("near") && text.contains("1.0 m") && text.contains("\(BeaconLab.uuid) 1/2  garage"), "\(text)"
        )
    }

    @Test("placemarkctl watch beacons tells how far they are as it changes")
    func watched() async throws {
        let lab = try await BeaconLab()
        #expect(await lab.hears())
        let watch = try ChildProcess(
            Checkout.file(".build/debug/placemarkctl"),
            ["watch", "beacons", "--socket", lab.bluez.directory.file("placemarkd.sock")])
        defer { watch.terminate() }
        // -59 dBm is what the beacon has at one metre, and -39 a tenth of that.
        for (strength, words) in [(-59, "near, 1.0 m"), (-39, "immediate, 0.")] {
            let isTold = await poll(every: .milliseconds(100), atMost: .seconds(10)) {
                lab.bluez.advertise(minor: 2, strength: strength)
                return watch.standardOutputLines.contains {
                    $0.contains("  beacons  ") && $0.contains("  \(BeaconLab.uuid) 1/2: \(words)")
                }
            }
            #expect(isTold, "\(words): \(watch.standardOutput)\(watch.standardError)")
        }
    }
}

extension ChildProcess {
    /// How often its threads have fallen asleep so far, which is once more than they were woken; nil when it has ended.
    fileprivate var sleeps: Int? {
        let tasks = "/proc/\(identifier)/task"
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: tasks) else { return nil }
        return threads.reduce(0) { sum, thread in
            let status = (try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }
}
