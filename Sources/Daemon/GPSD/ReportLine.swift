/// One line from gpsd, vetted: what it is, and that it is safe to give to libgps.
///
/// libgps's parser trusts its peer. A class key that comes twice makes gps_unpack() loop for ever, keys inside a
/// nested object count as keys of the report, and a broken TPV still sets a mode. What gpsd itself writes is one flat
/// object in UTF-8 that begins with its class; a line that is not has been damaged, or is not gpsd's, and is dropped.
package enum ReportLine: Hashable, Sendable {
    /// The banner, or the answer to `?VERSION;`.
    case version
    /// A position report, to be parsed by libgps.
    case tpv
    /// An attitude report, of a compass, to be parsed by libgps.
    case att
    /// The satellites of a receiver, or its dilution of precision alone.
    case sky
    /// The list of receivers.
    case devices([Device])
    /// News of one receiver.
    case device(Device)
    /// A report that this project has no use for.
    case other
    /// Not a report of gpsd's.
    case damaged

    /// A receiver as gpsd lists it.
    package struct Device: Hashable, Sendable {
        package let path: String
        /// False when gpsd has closed it: `"activated":0`, which libgps cannot parse.
        package let isActive: Bool
        package var driver: String?
    }

    package init(_ line: some BidirectionalCollection<UInt8>) {
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
        // The object, the list, a satellite.
        case "SKY": self = shape.depth <= 3 ? .sky : .damaged
        case "DEVICES" where shape.depth <= 3:
            let reports = GPSDReport(line: line)?.devices
            let devices = reports?.compactMap(Device.init)
            self = devices.flatMap { $0.count == reports?.count ? .devices($0) : nil } ?? .damaged
        case "DEVICE" where shape.depth == 1:
            self = GPSDReport(line: line).flatMap(Device.init).map { .device($0) } ?? .damaged
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

extension ReportLine.Device {
    /// Returns nil for a report that names no receiver.
    fileprivate init?(_ report: GPSDReport) {
        guard let path = report.path else { return nil }
        self.init(path: path, isActive: report.isActivated, driver: report.driver)
    }
}
