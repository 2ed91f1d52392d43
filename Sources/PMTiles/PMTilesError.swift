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

    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): cannot read it: \(reason)"
        case .notPMTiles(let path):
            "\(path): not a PMTiles file; placemark-gazetteer map makes one, and pmtiles convert turns MBTiles into one"
        case .otherVersion(let path, let version):
            "\(path): PMTiles of version \(version); expected version 3: pmtiles convert makes it of an older one"
        case .damaged(let path, let what):
            "\(path): damaged: \(what); copy it again, or make it again with placemark-gazetteer map"
        case .unsupported(let path, let what): "\(path): \(what); expected vector tiles, plain or packed with gzip"
        case .unwritable(let path, let step, let reason): "\(path): cannot \(step): \(reason)"
        }
    }
}
