import PlacemarkModel

/// gpsd's attitude report, in gpsd's terms: what a compass says.
struct ATT: Hashable, Sendable {
    /// Degrees from true north, by gpsd_json(5); NaN when gpsd did not send it.
    var heading = Double.nan
    /// What the compass says of its magnetometer, if it says anything.
    var magneticStatus: Unicode.Scalar?
    var device: String?

    /// The states in which a compass gives numbers that are not worth anything: its calibration fails (C), the field is
    /// far too weak (L) or too strong (P), or the voltage is wrong (V). Warnings (M, O) are not among them.
    private static let alarms: Set<Unicode.Scalar> = ["C", "L", "P", "V"]

    /// What the report means to the location manager, or nil when it means nothing.
    func event(receivedAt now: BootInstant) -> SourceEvent? {
        guard (0...360).contains(heading) else { return nil }
        if let magneticStatus, Self.alarms.contains(magneticStatus) { return nil }
        return .heading(
            Heading(
                trueHeading: heading == 360 ? 0 : heading, origin: .compass, receivedAt: now, device: device))
    }
}
