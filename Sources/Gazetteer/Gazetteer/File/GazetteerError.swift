/// Why a file cannot be used as a gazetteer.
public enum GazetteerError: Error, Hashable, Sendable {
    /// The file cannot be opened or read.
    case unreadable(path: String, reason: String)
    /// The file is there, and has no content.
    case empty(path: String)
    /// The file is something else.
    case notAGazetteer(path: String)
    /// The file was made for another version of this program.
    case unsupportedVersion(path: String, found: UInt32, supported: UInt32)
    /// The file has been cut off, or something has been added to it.
    case wrongLength(path: String, expectedBytes: UInt64, actualBytes: UInt64)
    /// The file's content has changed since it was built.
    case damaged(path: String, what: String)
    /// The file has no layer of places.
    case noPlaces(path: String)
    /// The file has no layer of a detail pack.
    case noDetails(path: String)
}

extension GazetteerError: CustomStringConvertible {
    public var description: String {
        let advice = "make it again with placemark-gazetteer build, a detail pack with placemark-gazetteer import"
        switch self {
        case .unreadable(let path, let reason):
            return "\(path): \(reason); name another world file, or \(advice)"
        case .empty(let path):
            return "\(path): the gazetteer is empty; \(advice)"
        case .notAGazetteer(let path):
            return "\(path): this is not a gazetteer; name another file, or \(advice)"
        case .unsupportedVersion(let path, let found, let supported):
            return
                "\(path): the gazetteer has format version \(found), but this program reads version \(supported); "
                + advice
        case .wrongLength(let path, let expected, let actual):
            let what = actual < expected ? "truncated" : "too long"
            return "\(path): the gazetteer is \(what) (\(actual) bytes instead of \(expected)); \(advice)"
        case .damaged(let path, let what):
            return "\(path): the gazetteer is damaged (\(what)); \(advice)"
        case .noPlaces(let path):
            return "\(path): the gazetteer has no places; \(advice)"
        case .noDetails(let path):
            return "\(path): this is not a detail pack; make one with placemark-gazetteer import"
        }
    }
}
