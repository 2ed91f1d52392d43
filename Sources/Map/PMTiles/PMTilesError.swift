/// Why a PMTiles file cannot be read or written, and what to do about it.
public enum PMTilesError: Error, Hashable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    case notPMTiles(path: String)
    case otherVersion(path: String, version: Int)
    /// It is one, but its numbers cannot be right: it has been cut off, or overwritten.
    case damaged(path: String, what: String)
    /// It has pictures instead of vectors, or a packing that nobody here unpacks.
    case unsupported(path: String, what: String)
    case unwritable(path: String, step: String, reason: String)

    public var description: String { "\(path): \(reason)" }

    public var path: String {
        switch self {
        case .unreadable(let path, _), .notPMTiles(let path), .otherVersion(let path, _), .damaged(let path, _),
            .unsupported(let path, _), .unwritable(let path, _, _):
            path
        }
    }

    /// The same without the path, for those whom it does not concern.
    public var reason: String {
        switch self {
        case .unreadable(_, let reason): "cannot read it: \(reason)"
        case .notPMTiles:
            "not a PMTiles file; placemark-gazetteer map makes one, and pmtiles convert turns MBTiles into one"
        case .otherVersion(_, let version):
            "PMTiles of version \(version); expected version 3: pmtiles convert makes one from an older one"
        case .damaged(_, let what):
            "damaged: \(what); copy it again, or make it again with placemark-gazetteer map"
        case .unsupported(_, let what): "\(what); expected vector tiles, plain or packed with gzip"
        case .unwritable(_, let step, let reason): "cannot \(step): \(reason)"
        }
    }
}
