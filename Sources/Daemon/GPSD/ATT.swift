import PlacemarkModel

/// gpsd's attitude report, in gpsd's terms: what a compass says.
struct ATT: Hashable, Sendable {
    /// Degrees from true north, by gpsd_json(5); NaN when gpsd did not send it.
    var heading = Double.nan
    /// Degrees from magnetic north, which gpsd sends from 3.25 on for `$--HDM`; NaN when it did not.
    var magneticHeading = Double.nan
    /// What the compass says of its magnetometer, if it says anything.
    var magneticStatus: Unicode.Scalar?
    var device: String?

    /// The states in which a compass gives numbers that are not worth anything: its calibration fails (C), the field is
    /// far too weak (L) or too strong (P), or the voltage is wrong (V). Warnings (M, O) are not among them.
    private static let alarms: Set<Unicode.Scalar> = ["C", "L", "P", "V"]

    /// What the report tells: of a compass that counts from true north, of a magnetic one, of both, or of none.
    func readings(receivedAt now: BootInstant) -> [CompassReading] {
        if let magneticStatus, Self.alarms.contains(magneticStatus) { return [] }
        return [reading(heading, from: .true, at: now), reading(magneticHeading, from: .magnetic, at: now)]
            .compactMap { $0 }
    }

    private func reading(_ degrees: Double, from north: CompassReading.North, at now: BootInstant) -> CompassReading? {
        guard (0...360).contains(degrees) else { return nil }
        return CompassReading(degrees == 360 ? 0 : degrees, from: north, receivedAt: now, device: device)
    }

    /// The number behind a key of a report that `ReportLine` has vetted; NaN where there is none.
    ///
    /// For what libgps cannot tell: 3.22 does not know `mheading`, and may be what speaks to a later gpsd. JSON decoders take
    /// longer than a compass that reports a hundred times a second has.
    static func number(_ key: String, in line: some Collection<UInt8>) -> Double {
        // Within a text the quotes would have backslashes.
        let mark = Array(",\"\(key)\":".utf8)
        var rest = line[...]
        while let comma = rest.firstIndex(of: UInt8(ascii: ",")) {
            rest = rest[comma...]
            if rest.starts(with: mark) {
                let text = rest.dropFirst(mark.count).prefix { "+-.0123456789eE".utf8.contains($0) }
                return Double(String(decoding: text, as: UTF8.self)) ?? .nan
            }
            rest = rest.dropFirst()
        }
        return .nan
    }
}
