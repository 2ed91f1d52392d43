import Glibc

/// Where the program finds what belongs to it, unless it is told otherwise.
///
/// Installed, it is `PREFIX/libexec/placemarkd/placemark-map`; just built, it lies anywhere below a directory `.build`.
struct InstalledFiles: Hashable, Sendable {
    /// The directory of the page.
    let page: String
    /// The basemap of the world.
    let basemap: String
    /// The command line, which plays recordings.
    let replayProgram: String

    /// For the running program.
    static let own = InstalledFiles(executable: runningExecutable ?? "/usr/libexec/placemarkd/placemark-map")

    /// - Parameter executable: its absolute path.
    init(executable: String) {
        let directories = executable.split(separator: "/").dropLast()
        let path = { (names: [Substring]) in "/" + names.joined(separator: "/") }
        if let build = directories.lastIndex(of: ".build") {
            let root = Array(directories[...build])
            page = path(root + ["map"])
            basemap = path(root + ["gazetteer", "world.pmtiles"])
            replayProgram = path(directories + ["placemarkctl"])
        } else {
            let prefix = Array(directories.dropLast(2))
            page = path(prefix + ["share", "placemarkd", "map"])
            basemap = path(prefix + ["share", "placemarkd", "world.pmtiles"])
            replayProgram = path(prefix + ["bin", "placemarkctl"])
        }
    }

    /// The real path of the running program; nil without /proc.
    private static var runningExecutable: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink("/proc/self/exe", start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
