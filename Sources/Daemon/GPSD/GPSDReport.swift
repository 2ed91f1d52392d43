import FoundationEssentials
package import PlacemarkModel

/// What libgps does not read of a report, or not safely (docs/contribute/decisions/072-one-reading-of-each-field.md says
/// why), in a line that `ReportLine` has vetted. What is absent or of another type is nil.
package struct GPSDReport: Decodable {
    /// Of VERSION.
    package let release: String?
    package let protocolMajor, protocolMinor: Int?
    /// Of DEVICE.
    let path, driver: String?
    /// False when gpsd has closed the device: then `activated` is 0 or absent, and a time otherwise.
    let isActivated: Bool
    /// Of DEVICES.
    let devices: [GPSDReport]?
    /// Of SKY; nil for the dilution of precision alone, and for counts that cannot be.
    package let satellites: Location.Satellites?
    package let device: String?

    private enum CodingKeys: String, CodingKey {
        case name = "class"
        case release, path, driver, activated, device, devices, satellites
        case protocolMajor = "proto_major"
        case protocolMinor = "proto_minor"
        case seen = "nSat"
        case used = "uSat"
    }

    private struct Satellite: Decodable { let used: Bool? }

    /// Returns nil for a line that is not a JSON object.
    package init?(line: some Collection<UInt8>) {
        guard let report = try? JSONDecoder().decode(GPSDReport.self, from: Data(line)) else { return nil }
        self = report
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, _ type: Value.Type = Value.self) -> Value? {
            try? container.decode(type, forKey: key)
        }
        release = value(.release)
        (protocolMajor, protocolMinor) = (value(.protocolMajor), value(.protocolMinor))
        (path, driver, device) = (value(.path), value(.driver), value(.device))
        isActivated = value(.activated, String.self) != nil
        devices = value(.name) == "DEVICES" ? value(.devices) : nil
        // gpsd counts them itself since 3.23. A report of the dilution of precision alone has no list.
        let list = value(.satellites, [Satellite].self)
        satellites =
            if let seen = value(.seen) ?? list?.count,
                let used = value(.used) ?? list?.count(where: { $0.used == true })
            {
                Location.Satellites(used: used, seen: seen)
            } else {
                nil
            }
    }
}
