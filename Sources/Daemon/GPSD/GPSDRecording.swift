public import PlacemarkModel

/// What a gpsd has said once, read again: `Conversation` without a connection.
///
/// For the output of `gpspipe -w`, line by line. Used by one thread.
public struct GPSDRecording {
    /// What a line means.
    public enum Line {
        /// In order; none for reports that this project has no use for. Fixes are not dated: their `receivedAt` is the
        /// boot.
        case events([SourceEvent])
        /// Not a report of gpsd's, or not a whole one.
        case damaged
    }

    private var conversation: Conversation

    /// The longest line that gpsd writes.
    public static let longestLineInBytes = LineBuffer.longestLineInBytes

    /// Returns nil when there is no memory.
    ///
    /// - Parameter device: the only receiver that counts; nil for all of them.
    public init?(device: String? = nil) {
        guard let gpsd = LibGPS(GPSDEndpoint()) else { return nil }
        // A recording does not say when a line came, so nobody knows whether the satellites are still those of the fix.
        conversation = Conversation(
            device: device, limits: SilenceLimits(), connectedAt: Self.boot, parser: gpsd, hearsSatellites: false)
    }

    private static let boot = BootInstant(sinceBoot: .zero)

    /// Takes the next line, without its newline.
    public mutating func read(_ line: ArraySlice<UInt8>) -> Line {
        let events = conversation.received(line, at: Self.boot)
        // Most lines have events, so few are looked at twice.
        return events.isEmpty && ReportLine(line) == .damaged ? .damaged : .events(events)
    }

    /// The time that a report carries, whatever its class; nil for one that carries none. A scan: nearly each line
    /// of a recording passes it, and decoding would take longer than all else.
    public static func time(of line: ArraySlice<UInt8>) -> Timestamp? {
        let key = Array(#""time":""#.utf8)
        guard let start = line.firstRange(of: key)?.upperBound,
            let end = line[start...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        return Timestamp(parsing: String(decoding: line[start..<end], as: UTF8.self))
    }
}
