/// Why a recording cannot be replayed at all.
public enum RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be read, and the system's reason.
    case unreadable(path: String, reason: String)
    case empty(path: String)
    /// Compressed, or in an encoding that is not read: what is around it, and the command that takes it away.
    case wrapped(path: String, name: String, unwrapping: String)
    /// None of the formats, by its beginning.
    case unknownFormat(path: String)
    /// A table, but its header names no latitude or no longitude. The names that it has.
    case noColumns(path: String, header: String)

    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
        case .empty(let path): "\(path): is empty: expected a recorded trip"
        case .wrapped(let path, let name, let unwrapping):
            "\(path): is \(name): expected plain text, as from: \(unwrapping) | placemarkctl replay -"
        case .unknownFormat(let path):
            """
            \(path): is in no format that can be replayed: expected NMEA 0183 ($GPRMC,…), gpsd JSON (the output of \
            gpspipe -w), GPX, IGC, GeoJSON, or CSV with a header that names its columns. For a receiver's own \
            binary protocol, let gpsd read it, and record what gpspipe -w says.
            """
        case .noColumns(let path, let header):
            """
            \(path): the header names no latitude or no longitude: found “\(header)”, expected names such as \
            latitude or lat, longitude, lon or lng, and time or timestamp
            """
        }
    }
}
