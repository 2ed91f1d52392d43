/// The formats of beacons, each as its authors have published it.
///
/// `carrier` is the table: which field of an advertisement holds the format, and how it begins there. Nothing is read beyond
/// what the format has; what is shorter, longer, or says what cannot be is malformed.
public enum BeaconFormat: String, CaseIterable, Codable, Sendable {
    /// Apple, "Proximity Beacon Specification", release R1.
    case iBeacon
    /// AltBeacon Protocol Specification v1.0 (github.com/AltBeacon/spec).
    case altBeacon
    /// Eddystone Protocol Specification, eddystone-uid (github.com/google/eddystone).
    case eddystoneUID
    /// Likewise, eddystone-tlm/tlm-plain.md.
    case eddystoneTLM
    /// Likewise, eddystone-url.
    case eddystoneURL

    /// The field of an advertisement in which a format travels.
    public enum Carrier: Hashable, Sendable {
        /// Data of a manufacturer (AD type 0xFF), of any or of one company (Bluetooth SIG, Assigned Numbers, section 7).
        case manufacturer(company: UInt16?)
        /// Data of a service (AD type 0x16) with a short UUID (Assigned Numbers, section 3.4).
        case service(UInt16)
    }

    /// Apple's number.
    public static let apple: UInt16 = 0x004C
    /// The UUID of Eddystone's service.
    public static let eddystone: UInt16 = 0xFEAA

    /// Where the format is found, and how it begins there, behind the number of the company or the service.
    public var carrier: (field: Carrier, prefix: [UInt8]) {
        switch self {
        case .iBeacon: (.manufacturer(company: Self.apple), [0x02, 0x15])
        case .altBeacon: (.manufacturer(company: nil), [0xBE, 0xAC])
        case .eddystoneUID: (.service(Self.eddystone), [0x00])
        // Version 1 is encrypted for the beacon's owner: it is another kind, which nobody here can read.
        case .eddystoneTLM: (.service(Self.eddystone), [0x20, 0x00])
        case .eddystoneURL: (.service(Self.eddystone), [0x10])
        }
    }

    /// Made once: it is asked a thousand times a second.
    private static let table = allCases.map { (format: $0, carrier: $0.carrier) }

    /// Reads what a manufacturer's field holds, behind the number of the company.
    public static func read(manufacturer company: UInt16, _ data: UnsafeRawBufferPointer) -> BeaconReading {
        read(data, in: .manufacturer(company: company), or: .manufacturer(company: nil))
    }

    public static func read(manufacturer company: UInt16, _ data: [UInt8]) -> BeaconReading {
        data.withUnsafeBytes { read(manufacturer: company, $0) }
    }

    /// Reads what a service's field holds, behind its UUID. Eddystone-EID is unknown here, as it is meant to be: an identity
    /// that rotates, so that nobody but the beacon's owner knows it.
    public static func read(service: UInt16, _ data: UnsafeRawBufferPointer) -> BeaconReading {
        read(data, in: .service(service), or: .service(service))
    }

    public static func read(service: UInt16, _ data: [UInt8]) -> BeaconReading {
        data.withUnsafeBytes { read(service: service, $0) }
    }

    /// In place, and without a generic type: of a thousand advertisements a second most are of no format.
    private static func read(_ data: UnsafeRawBufferPointer, in field: Carrier, or other: Carrier) -> BeaconReading {
        for (format, carrier) in table where carrier.field == field || carrier.field == other {
            guard data.starts(with: carrier.prefix) else { continue }
            return format.frame(data).map(BeaconReading.frame) ?? .malformed(format)
        }
        return .unknown
    }

    private func frame(_ data: UnsafeRawBufferPointer) -> BeaconFrame? {
        switch self {
        case .iBeacon:
            guard data.count == 23 else { return nil }
            return .identity(Self.uuid(data[2...]), measuredPower: Self.signed(data[22]))
        case .altBeacon:
            guard data.count == 24 else { return nil }
            return .identity(Self.uuid(data[2...]), measuredPower: Self.signed(data[22]))
        case .eddystoneUID:
            // Two reserved bytes at the end, which some beacons leave out.
            guard data.count == 20 || data.count == 18 else { return nil }
            let identity = BeaconIdentity.namespace(BeaconBytes(data[2..<12]), instance: BeaconBytes(data[12..<18]))
            return .identity(identity, measuredPower: Self.atOneMeter(data[1]))
        case .eddystoneTLM:
            guard data.count == 14 else { return nil }
            let millivolts = Self.number(data[2...])
            let temperature = Int16(bitPattern: Self.number(data[4...]))
            return .telemetry(
                BeaconTelemetry(
                    battery: millivolts == 0 ? nil : Double(millivolts) / 1000,
                    // 8.8 fixed point; 0x8000 means that there is no thermometer.
                    temperature: temperature == .min ? nil : Double(temperature) / 256))
        case .eddystoneURL:
            guard (4...20).contains(data.count), let link = EddystoneLink.text(data[2...]) else { return nil }
            return .link(link, measuredPower: Self.atOneMeter(data[1]))
        }
    }

    /// Sixteen bytes, and twice two.
    private static func uuid(_ data: Slice<UnsafeRawBufferPointer>) -> BeaconIdentity {
        let start = data.startIndex
        return .uuid(
            BeaconBytes(data.prefix(16)), major: number(data[(start + 16)...]), minor: number(data[(start + 18)...]))
    }

    /// The first byte is the high one.
    private static func number(_ data: Slice<UnsafeRawBufferPointer>) -> UInt16 {
        UInt16(data[data.startIndex]) << 8 | UInt16(data[data.startIndex + 1])
    }

    private static func signed(_ byte: UInt8) -> Int { Int(Int8(bitPattern: byte)) }

    /// Eddystone tells the power at no distance; a metre takes 41 dB off, says its specification.
    private static func atOneMeter(_ byte: UInt8) -> Int { signed(byte) - 41 }
}

/// What an advertisement was found to be.
public enum BeaconReading: Hashable, Sendable {
    /// Of no kind that is known: phones, watches, whatever passes by. Nobody keeps or counts it.
    case unknown
    /// It begins as one of a format, and does not go on like that.
    case malformed(BeaconFormat)
    case frame(BeaconFrame)
}
