import PlacemarkModel

/// How advertisements of wanted beacons begin, as BlueZ's monitors take it: the place in a field, the type of the field, bytes.
struct BeaconPattern: Hashable, Sendable {
    let start: UInt8
    let type: UInt8
    let bytes: [UInt8]

    /// AD types (Bluetooth SIG, Assigned Numbers, section 2.3): data of a service with a short UUID, data of a manufacturer.
    private static let (serviceData, manufacturerData): (UInt8, UInt8) = (0x16, 0xFF)
    /// In an advertisement the low byte of a number comes first.
    private static let (apple, eddystone): ([UInt8], [UInt8]) = ([0x4C, 0x00], [0xAA, 0xFE])

    /// The patterns of these beacons; nil when there is none for one of them: a radio's address is not in what it sends.
    static func patterns(of constraints: [BeaconConstraint]) -> [BeaconPattern]? {
        var patterns: [BeaconPattern] = []
        for constraint in constraints {
            switch constraint {
            case .uuid(let uuid, _, _):
                patterns.append(
                    BeaconPattern(start: 0, type: manufacturerData, bytes: apple + [0x02, 0x15] + uuid.bytes))
                patterns.append(BeaconPattern(start: 2, type: manufacturerData, bytes: [0xBE, 0xAC] + uuid.bytes))
            case .namespace:
                // All Eddystones: of one beacon the telemetry looks like that of any other.
                patterns.append(BeaconPattern(start: 0, type: serviceData, bytes: eddystone))
            case .address: return nil
            }
        }
        return patterns.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
