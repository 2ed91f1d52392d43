import Files
import PlacemarkModel

/// The detail packs that lie in some directories: those that can be used, and why the others cannot.
public struct DetailPackFiles: Sendable {
    public let packs: [DetailPack]
    /// One for each file that is left out.
    public let faults: [GazetteerError]

    /// Where detail packs lie: in the directories of the daemon's own files, and beside the world file and the installed
    /// one, each time in `gazetteers.d`.
    ///
    /// - Parameter stateDirectories: the first one hides packs of the same name in the others.
    public static func directories(worldFile: String, stateDirectories: [String]) -> [String] {
        let beside = [worldFile, InstalledPaths.own.world].map { file in
            file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        }
        var directories: [String] = []
        for directory in stateDirectories + beside where !directories.contains("\(directory)/gazetteers.d") {
            directories.append("\(directory)/gazetteers.d")
        }
        return directories
    }

    /// Opens all files `*.gazetteer` of the directories. A file hides those with the same name in later directories, and
    /// a directory that is not there, or cannot be read, has none.
    ///
    /// - Parameter check: `full` reads each file as a whole.
    public init(in directories: [String], check: FileCheck = .structure) {
        var found: [DirectoryName: String] = [:]
        for directory in directories {
            let names = (try? DirectoryNames.read(directory)) ?? []
            for name in names where name.hasSuffix(".gazetteer") && !name.isHidden && found[name] == nil {
                found[name] = directory
            }
        }
        var (packs, faults): ([DetailPack], [GazetteerError]) = ([], [])
        for (name, directory) in found.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
            do throws(GazetteerError) {
                let path = "\(directory)/\(name.text)"
                packs.append(try DetailPack(path: path, systemPath: name.path(in: directory), check: check))
            } catch {
                faults.append(error)
            }
        }
        (self.packs, self.faults) = (packs, faults)
    }
}
