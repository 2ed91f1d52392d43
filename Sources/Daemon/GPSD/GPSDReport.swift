import FoundationEssentials
package import PlacemarkModel

/// One line of gpsd's JSON, whichever report it is, but for what libgps reads; what is absent or of another type is nil.
package struct GPSDReport: Decodable {
    /// The class; empty when there is none.
    package let name: String
    package let release: String?
    package let protocolMajor, protocolMinor: Int?
    package let path, driver, device: String?
    /// False when gpsd has closed the device: then `activated` is 0 or absent, and a time otherwise.
    package let isActivated: Bool
    /// Of DEVICES.
    package let devices: [GPSDReport]?
    package let mode: Int?
    package let time: Timestamp?
    package let horizontalAccuracyInMeters: Double?
    package let coordinate: Coordinate?
    package let satellitesSeen, satellitesUsed: Int?

    /// Of SKY; nil for the dilution of precision alone, and for counts that cannot be.
    package var satellites: Location.Satellites? {
        guard let satellitesUsed, let satellitesSeen else { return nil }
        return Location.Satellites(used: satellitesUsed, seen: satellitesSeen)
    }

    private enum CodingKeys: String, CodingKey {
        case name = "class"
        case release, path, driver, activated, device, devices, mode, time, eph, lat, lon, satellites
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
        name = value(.name) ?? ""
        release = value(.release)
        (protocolMajor, protocolMinor) = (value(.protocolMajor), value(.protocolMinor))
        (path, driver, device) = (value(.path), value(.driver), value(.device))
        isActivated = value(.activated, String.self) != nil
        devices = name == "DEVICES" ? value(.devices) : nil
        mode = value(.mode)
        time = value(.time, String.self).flatMap { Timestamp(parsing: $0) }
        horizontalAccuracyInMeters = value(.eph)
        coordinate =
            if let latitude = value(.lat, Double.self), let longitude = value(.lon, Double.self) {
                Coordinate(latitude: latitude, longitude: longitude)
            } else {
                nil
            }
        // gpsd counts them itself since 3.23. A report of the dilution of precision alone has no list.
        let satellites = value(.satellites, [Satellite].self)
        satellitesSeen = value(.seen) ?? satellites?.count
        satellitesUsed = value(.used) ?? satellites?.count { $0.used == true }
    }
}
