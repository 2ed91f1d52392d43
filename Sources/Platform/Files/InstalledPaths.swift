import Glibc

/// Where a program finds the others of its installation and what belongs to them, unless it is told otherwise.
///
/// Installed, programs are in `PREFIX/bin` and `PREFIX/libexec/placemarkd`, and what they read is in `PREFIX/share/placemarkd`. A
/// program that was just built, anywhere below a directory `.build`, has the others beside it, and what they read in
/// `.build/gazetteer` and `.build/map`.
package struct InstalledPaths: Hashable, Sendable {
    /// For the running program.
    package static let own = InstalledPaths(executable: running ?? "/usr/bin/placemarkd")

    /// The world file.
    package let world: String
    /// The basemap of the world.
    package let basemap: String
    /// The directory of the map's page.
    package let mapPage: String
    private let commands: String
    private let childPrograms: String

    /// - Parameter executable: the absolute path of a program.
    package init(executable: String) {
        let directories = executable.split(separator: "/").dropLast()
        func path(_ names: some Collection<Substring>) -> String { names.map { "/" + $0 }.joined() }
        if let build = directories.lastIndex(of: ".build") {
            let root = path(directories[...build])
            (world, basemap) = (root + "/gazetteer/world.gazetteer", root + "/gazetteer/world.pmtiles")
            mapPage = root + "/map"
            (commands, childPrograms) = (path(directories), path(directories))
        } else {
            let isChildProgram = directories.suffix(2) == ["libexec", "placemarkd"]
            let prefix = path(directories.dropLast(isChildProgram ? 2 : 1))
            let share = prefix + "/share/placemarkd"
            (world, basemap) = (share + "/world.gazetteer", share + "/world.pmtiles")
            mapPage = share + "/map"
            (commands, childPrograms) = (prefix + "/bin", prefix + "/libexec/placemarkd")
        }
    }

    /// A program that people start.
    package func command(_ name: String) -> String { "\(commands)/\(name)" }
    /// A program that others start.
    package func childProgram(_ name: String) -> String { "\(childPrograms)/\(name)" }

    /// The real path of the running program; nil without /proc.
    private static var running: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink("/proc/self/exe", start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
