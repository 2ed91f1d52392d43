import PlacemarkModel
import Testing

@testable import placemark_beacons

@Suite("What is picked out of advertisements")
struct BeaconEarTests {
    private static let uuid = BeaconBytes((0..<16).map { UInt8($0) })
    private static let path = radio(0xC0FF_EE00_1122)
    private static let address = BeaconBytes([0xC0, 0xFF, 0xEE, 0x00, 0x11, 0x22])

    private static func iBeacon(minor: UInt8, _ strength: Int? = -60) -> Advertisement {
        Advertisement(
            strength: strength, manufacturers: [0x004C: [0x02, 0x15] + uuid.bytes + [0, 1, 0, minor, 0xC5]])
    }

    /// The radio of this address.
    private static func radio(_ address: UInt64) -> RadioPath {
        let bytes = (0..<6).map { UInt8(truncatingIfNeeded: address >> (40 - 8 * UInt64($0))) }
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: "_")
        guard let path = RadioPath("/org/bluez/hci0/dev_" + digits) else { preconditionFailure(digits) }
        return path
    }

    private static func ear(_ constraints: BeaconConstraint...) -> BeaconEar {
        var ear = BeaconEar()
        ear.listen(for: constraints)
        return ear
    }

    @Test("strengths of a wanted beacon are collected, also those that come without its name")
    func wanted() {
        var ear = Self.ear(.uuid(Self.uuid, major: 1))
        ear.heard(Self.iBeacon(minor: 2, -60), from: Self.path)
        ear.heard(Advertisement(strength: -62), from: Self.path)
        ear.heard(Self.iBeacon(minor: 2, 127), from: Self.path)
        #expect(
            ear.drain() == [
                BeaconObservation(.uuid(Self.uuid, major: 1, minor: 2), measuredPower: -59, strengths: [-60, -62])
            ])
        #expect(ear.drain().isEmpty)
    }

    @Test("of strangers nothing is kept, however many come, and they are not counted")
    func strangers() {
        var ear = Self.ear(.uuid(Self.uuid, major: 2))
        for number in 0..<10_000 {
            ear.heard(
                Advertisement(strength: -60, manufacturers: [0x004C: [0x10, 0x05, UInt8(number & 255)]]),
                from: Self.radio(UInt64(number)))
            ear.heard(Self.iBeacon(minor: 3), from: Self.radio(UInt64(number)))
        }
        #expect(ear.drain().isEmpty && ear.malformed == 0)
        #expect(Self.radios(of: ear) == "[:]")
    }

    /// What it remembers, as a debugger sees it.
    private static func radios(of ear: BeaconEar) -> String? {
        Mirror(reflecting: ear).children.first { $0.label == "radios" }.map { "\($0.value)" }
    }

    @Test("of strangers that a pattern fits nothing is kept, and no wanted beacon lacks room for them (fault 92)")
    func strangersOfPatterns() {
        let namespace = BeaconBytes((0..<10).map { UInt8($0) })
        var ear = Self.ear(.namespace(namespace))
        for number in 0..<(2 * BeaconEar.mostRadios) { ear.found(Self.radio(UInt64(number))) }
        #expect(Self.radios(of: ear) == "[:]")
        let name: [UInt8] = [0x00, 0xE7] + namespace.bytes + [1, 2, 3, 4, 5, 6]
        ear.heard(Advertisement(services: [0xFEAA: name]), from: Self.path)
        #expect(ear.drain().count == 1)
        ear.found(Self.path)
        #expect(ear.drain().count == 1)
    }

    @Test("malformed ones are counted and ignored (fault 93)")
    func malformed() {
        var ear = Self.ear(.uuid(Self.uuid))
        ear.heard(Advertisement(strength: -60, manufacturers: [0x004C: [0x02, 0x15, 1]]), from: Self.path)
        ear.heard(Advertisement(services: [0xFEAA: [0x00]]), from: Self.path)
        #expect(ear.malformed == 2 && ear.drain().isEmpty)
    }

    @Test("telemetry and links belong to the beacon of the same radio")
    func telemetry() {
        let namespace = BeaconBytes((0..<10).map { UInt8($0) })
        let instance = BeaconBytes([1, 2, 3, 4, 5, 6])
        var ear = Self.ear(.namespace(namespace))
        let tlm: [UInt8] = [0x20, 0x00, 0x0B, 0xB8, 0x17, 0x80, 0, 0, 0, 1, 0, 0, 0, 2]
        ear.heard(Advertisement(strength: -60, services: [0xFEAA: tlm]), from: Self.path)
        #expect(ear.drain().isEmpty, "nobody knows yet whose it is")
        ear.heard(
            Advertisement(strength: -60, services: [0xFEAA: [0x00, 0xE7] + namespace.bytes + instance.bytes]),
            from: Self.path)
        ear.heard(Advertisement(strength: -64, services: [0xFEAA: tlm]), from: Self.path)
        ear.heard(Advertisement(services: [0xFEAA: [0x10, 0xE7, 0x03, 0x61, 0x07]]), from: Self.path)
        #expect(
            ear.drain() == [
                BeaconObservation(
                    .namespace(namespace, instance: instance), measuredPower: -66, strengths: [-60, -64],
                    telemetry: BeaconTelemetry(battery: 3, temperature: 23.5), link: "https://a.com")
            ])
    }

    @Test("a radio is meant by its address, whatever it sends, and has a power when it sends one")
    func address() {
        var ear = Self.ear(.address(Self.address))
        ear.heard(Advertisement(strength: -70, manufacturers: [0x0001: [1, 2]]), from: Self.path)
        ear.heard(Advertisement(strength: -70), from: Self.radio(0xC0FF_EE00_1123))
        #expect(ear.drain() == [BeaconObservation(.address(Self.address), strengths: [-70])])
    }

    @Test("what a controller watches is there until BlueZ says that it is lost, and again when it is found")
    func presence() {
        var ear = Self.ear(.uuid(Self.uuid))
        ear.isToldOfLoss = true
        ear.found(Self.path)
        #expect(ear.drain().isEmpty, "nobody knows yet who it is")
        ear.heard(Self.iBeacon(minor: 2, nil), from: Self.path)
        for _ in 0..<3 { #expect(ear.drain().map(\.strengths) == [[]]) }
        ear.lost(Self.path)
        #expect(ear.drain().isEmpty)
        ear.found(Self.path)
        for _ in 0..<3 { #expect(ear.drain().count == 1) }
    }

    @Test("what BlueZ watches itself is heard once each time that it is found, under the name that it had before")
    func sightings() {
        var ear = Self.ear(.uuid(Self.uuid))
        ear.learn(Self.iBeacon(minor: 2), of: Self.path)
        #expect(ear.drain().isEmpty, "that BlueZ knows it does not mean that it is there")
        for _ in 0..<3 {
            ear.found(Self.path)
            #expect(ear.drain() == [BeaconObservation(.uuid(Self.uuid, major: 1, minor: 2), measuredPower: -59)])
            #expect(ear.drain().isEmpty)
        }
    }

    @Test("a crowd of wanted beacons has a bound")
    func crowd() {
        var ear = Self.ear(.uuid(Self.uuid))
        for minor in UInt8(0)...255 {
            for _ in 0..<100 { ear.heard(Self.iBeacon(minor: minor), from: Self.radio(UInt64(minor))) }
        }
        let observations = ear.drain()
        #expect(observations.count == BeaconLines.mostObservations)
        #expect(observations.allSatisfy { $0.strengths.count == BeaconLines.mostStrengths })
    }

    @Test("patterns tell the controller how wanted beacons begin; for an address there is none")
    func patterns() {
        #expect(BeaconPattern.patterns(of: [.uuid(Self.uuid), .address(Self.address)]) == nil)
        let patterns = BeaconPattern.patterns(of: [
            .uuid(Self.uuid, major: 1), .uuid(Self.uuid), .namespace(Self.address),
        ])
        #expect(patterns?.map(\.start) == [0, 2, 0] && patterns?.map(\.type) == [0xFF, 0xFF, 0x16])
        #expect(patterns?.first?.bytes.prefix(4) == [0x4C, 0x00, 0x02, 0x15])
    }

    @Test("radios are known by the paths of their objects, on one controller or another; other objects are none")
    func paths() {
        let path = "/org/bluez/hci0/dev_C0_FF_EE_00_11_22"
        #expect(RadioPath(path) == Self.path && Self.path.address == Self.address)
        #expect(RadioPath("/org/bluez/hci12/dev_c0_ff_ee_00_11_22")?.address == Self.address)
        #expect(RadioPath("/org/bluez/hci12/dev_C0_FF_EE_00_11_22") != Self.path)
        #expect(path.withCString { RadioPath($0) } == Self.path)
        for other in [
            "", "/", "/org/bluez/hci0", path + "/service0001", path + "0", "/org/bluez/hci/dev_C0_FF_EE_00_11_2",
            "/org/bluez/hcix/dev_C0_FF_EE_00_11_22", "/org/bluez/hci9999999999999999999999/dev_C0_FF_EE_00_11_22",
            "/org/bluez/hci0/dev-C0_FF_EE_00_11_22", "/org/bluez/hci0/dev_C0:FF:EE:00:11:22",
            "/org/bluez/hci0/dev_G0_FF_EE_00_11_22", "/org/blues/hci0/dev_C0_FF_EE_00_11_22",
        ] {
            #expect(RadioPath(other) == nil, "\(other)")
        }
    }
}

extension Advertisement {
    fileprivate init(
        strength: Int? = nil, manufacturers: [UInt16: [UInt8]] = [:], services: [UInt16: [UInt8]] = [:]
    ) {
        self.init()
        self.strength = strength
        for (company, data) in manufacturers { data.withUnsafeBytes { add(manufacturer: company, $0) } }
        for (service, data) in services { data.withUnsafeBytes { add(service: service, $0) } }
    }
}
