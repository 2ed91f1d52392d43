import PlacemarkModel
import Testing

@Suite("What advertisements of beacons say, format by format")
struct BeaconFormatTests {
    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap { $0.hexDigitValue.map(UInt8.init) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static let uuid = BeaconBytes(bytes("f7826da64fa24e988024bc5b71e0893e"))

    @Test("an iBeacon has a UUID, two numbers and its power at one metre")
    func iBeacon() {
        let data = Self.bytes("0215 f7826da64fa24e988024bc5b71e0893e 0001 0002 c5")
        #expect(
            BeaconFormat.read(manufacturer: 0x004C, data)
                == .frame(.identity(.uuid(Self.uuid, major: 1, minor: 2), measuredPower: -59)))
        #expect(BeaconFormat.read(manufacturer: 0x004D, data) == .unknown, "the format is Apple's")
    }

    @Test("an AltBeacon has the same, and belongs to any manufacturer")
    func altBeacon() {
        let data = Self.bytes("beac f7826da64fa24e988024bc5b71e0893e fffe 0100 c8 00")
        let frame = BeaconFrame.identity(.uuid(Self.uuid, major: 65534, minor: 256), measuredPower: -56)
        for company: UInt16 in [0x0118, 0x004C, 0xFFFF] {
            #expect(BeaconFormat.read(manufacturer: company, data) == .frame(frame))
        }
    }

    @Test("an Eddystone has a namespace and an instance, with and without its reserved bytes", arguments: ["0000", ""])
    func eddystoneUID(reserved: String) {
        let data = Self.bytes("00 e7 00112233445566778899 aabbccddeeff" + reserved)
        let identity = BeaconIdentity.namespace(
            BeaconBytes(Self.bytes("00112233445566778899")), instance: BeaconBytes(Self.bytes("aabbccddeeff")))
        // −25 dBm at no distance, less 41 dB.
        #expect(BeaconFormat.read(service: 0xFEAA, data) == .frame(.identity(identity, measuredPower: -66)))
        #expect(BeaconFormat.read(service: 0xFE9F, data) == .unknown)
    }

    @Test("an Eddystone tells its battery and its temperature, or that it has none")
    func eddystoneTLM() {
        #expect(
            BeaconFormat.read(service: 0xFEAA, Self.bytes("20 00 0bb8 1780 00000001 0000000a"))
                == .frame(.telemetry(BeaconTelemetry(battery: 3, temperature: 23.5))))
        #expect(
            BeaconFormat.read(service: 0xFEAA, Self.bytes("20 00 0bb8 fe80 00000001 0000000a"))
                == .frame(.telemetry(BeaconTelemetry(battery: 3, temperature: -1.5))))
        #expect(
            BeaconFormat.read(service: 0xFEAA, Self.bytes("20 00 0000 8000 00000001 0000000a"))
                == .frame(.telemetry(BeaconTelemetry())))
    }

    @Test("an Eddystone tells a link, in full")
    func eddystoneURL() {
        // https://www.example.com/a and http://example.org, with the shortenings of the specification.
        #expect(
            BeaconFormat.read(service: 0xFEAA, Self.bytes("10 ee 01 6578616d706c65 00 61"))
                == .frame(.link("https://www.example.com/a", measuredPower: -59)))
        #expect(
            BeaconFormat.read(service: 0xFEAA, Self.bytes("10 ee 02 6578616d706c65 08"))
                == .frame(.link("http://example.org", measuredPower: -59)))
    }

    @Test(
        "what is too short, too long or says what cannot be is malformed, and says of which format",
        arguments: [
            (BeaconFormat.iBeacon, "0215 f7826da64fa24e988024bc5b71e0893e 0001 0002"),
            (.iBeacon, "0215 f7826da64fa24e988024bc5b71e0893e 0001 0002 c5 00"), (.iBeacon, "0215"),
            (.altBeacon, "beac f7826da64fa24e988024bc5b71e0893e fffe 0100 c8"), (.altBeacon, "beac"),
            (.eddystoneUID, "00 e7 00112233445566778899 aabbccddee"), (.eddystoneUID, "00"),
            (.eddystoneTLM, "20 00 0bb8 1780 00000001 000000"), (.eddystoneURL, "10 ee 09 61 62"),
            (.eddystoneURL, "10 ee 00 61 20"), (.eddystoneURL, "10 ee 00"),
        ])
    func malformed(format: BeaconFormat, data: String) {
        let data = Self.bytes(data)
        let reading =
            switch format.carrier.field {
            case .manufacturer: BeaconFormat.read(manufacturer: BeaconFormat.apple, data)
            case .service(let service): BeaconFormat.read(service: service, data)
            }
        #expect(reading == .malformed(format))
    }

    @Test("what phones and watches send is unknown, and so is what is for a beacon's owner alone")
    func unknown() {
        // Apple's "nearby", "find my" and "handoff"; Eddystone-EID; encrypted telemetry; nothing at all.
        for data in ["10 05 0b 1c 0a 44 55", "12 19 00 00", "0c 0e 00 01", ""] {
            #expect(BeaconFormat.read(manufacturer: 0x004C, Self.bytes(data)) == .unknown)
        }
        for data in ["30 e7 0011223344556677", "20 01 00112233445566778899aabb", ""] {
            #expect(BeaconFormat.read(service: 0xFEAA, Self.bytes(data)) == .unknown)
        }
    }

    @Test("no bytes whatever bring the reader down, and none are read as another format (fault 93)")
    func fuzz() {
        var random = SeededRandom(seed: 93)
        var frames = 0
        for round in 0..<200_000 {
            let format = BeaconFormat.allCases[round % BeaconFormat.allCases.count]
            let (field, prefix) = format.carrier
            let length = Int.random(in: 0...31, using: &random)
            var data = prefix + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            if round % 3 == 0, !data.isEmpty { data[Int.random(in: 0..<data.count, using: &random)] ^= 0x55 }
            let reading =
                switch field {
                case .manufacturer: BeaconFormat.read(manufacturer: BeaconFormat.apple, data)
                case .service(let service): BeaconFormat.read(service: service, data)
                }
            guard case .frame(let frame) = reading else { continue }
            frames += 1
            if case .link(let link, _) = frame {
                #expect(link.utf8.allSatisfy { (0x21...0x7E).contains($0) } && link.utf8.count <= 120)
            }
        }
        #expect(frames > 1000, "the fuzzer makes frames, too")
    }

    @Test("the bytes of a beacon are the same again behind their text")
    func texts() {
        #expect(Self.uuid.uuidText == "f7826da6-4fa2-4e98-8024-bc5b71e0893e")
        #expect(
            BeaconBytes(hexadecimal: "F7826DA6-4FA2-4E98-8024-BC5B71E0893E", count: 16, separator: "-") == Self.uuid)
        #expect(BeaconBytes(hexadecimal: Self.uuid.hexadecimal, count: 16, separator: "-") == Self.uuid)
        let address = BeaconBytes(hexadecimal: "c0:ff:ee:00:11:22", count: 6, separator: ":")
        #expect(address?.addressText == "C0:FF:EE:00:11:22")
        #expect(address?.bytes == [0xC0, 0xFF, 0xEE, 0, 0x11, 0x22])
        for text in [
            "", "c0:ff:ee:00:11", "c0:ff:ee:00:11:22:33", "c0:ff:ee:00:11:2", "c0:ff:ee:00:11:22:", "c0-ff-ee-00-11-22",
            "ßß",
        ] {
            #expect(BeaconBytes(hexadecimal: text, count: 6, separator: ":") == nil, "\(text)")
        }
    }
}
