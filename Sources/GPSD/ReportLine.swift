import FoundationEssentials

/// One line from gpsd, vetted: what it is, and that it is safe to give to libgps.
///
/// libgps's parser trusts its peer. A class key that comes twice makes gps_unpack() loop for ever, keys inside a
/// nested object count as keys of the report, and a broken TPV still sets a mode. What gpsd itself writes is one flat
/// object in UTF-8 that begins with its class; a line that is not has been damaged, or is not gpsd's, and is dropped.
enum ReportLine: Hashable, Sendable {
    /// The banner, or the answer to `?VERSION;`.
    case version
    /// A position report, to be parsed by libgps.
    case tpv
    /// An attitude report, of a compass, to be parsed by libgps.
    case att
    /// The list of receivers.
    case devices([Device])
    /// News of one receiver.
    case device(Device)
    /// A report that this project has no use for.
    case other
    /// Not a report of gpsd's.
    case damaged

    /// A receiver as gpsd lists it.
    struct Device: Hashable, Sendable {
        let path: String
        /// False when gpsd has closed it: `"activated":0`, which libgps cannot parse.
        let isActive: Bool
    }

    init(_ line: some BidirectionalCollection<UInt8>) {
        let line = Array(line.dropLast(line.last == UInt8(ascii: "\r") ? 1 : 0))
        let shape = JSONShape(line)
        guard let shape, let name = Self.className(line) else {
            self = .damaged
            return
        }
        switch name {
        case "VERSION": self = .version
        case "TPV": self = shape.depth == 1 ? .tpv : .damaged
        case "ATT": self = shape.depth == 1 ? .att : .damaged
        case "DEVICES" where shape.depth <= 3:
            let list = try? JSONDecoder().decode(DeviceListReport.self, from: Data(line))
            self = list.map { .devices($0.devices.map(\.device)) } ?? .damaged
        case "DEVICE" where shape.depth == 1:
            let report = try? JSONDecoder().decode(DeviceReport.self, from: Data(line))
            self = report.map { .device($0.device) } ?? .damaged
        case "DEVICES", "DEVICE": self = .damaged
        default: self = .other
        }
    }

    /// The value of the first key, which gpsd makes the class.
    private static func className(_ line: [UInt8]) -> Substring? {
        let text = String(decoding: line.prefix(24), as: UTF8.self)
        let prefix = #"{"class":""#
        guard text.hasPrefix(prefix), let end = text.dropFirst(prefix.count).firstIndex(of: "\"") else { return nil }
        return text[text.index(text.startIndex, offsetBy: prefix.count)..<end]
    }
}

private struct DeviceListReport: Decodable {
    let devices: [DeviceReport]
}

private struct DeviceReport: Decodable {
    let path: String
    let isActive: Bool

    var device: ReportLine.Device { .init(path: path, isActive: isActive) }

    private enum CodingKeys: String, CodingKey { case path, activated }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        path = try container.decode(String.self, forKey: .path)
        // A time when it is open; the number 0, or nothing, when it is not.
        isActive = (try? container.decode(String.self, forKey: .activated)) != nil
    }
}
