import Files
import Glibc

/// The files of the page: an exact list, which is read when the server starts. So no path of a request ever becomes a path
/// of the disk.
struct PageFiles: Sendable {
    /// Why there is no page.
    struct Problem: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    /// By the path below the directory, such as `libraries/maplibre-gl.js`.
    private let files: [String: PageFile]

    /// All together; MapLibre has one.
    private static let longestFile = 8 << 20
    private static let mostFiles = 500

    /// Reads the directory and those below it. Hidden files, and those of kinds that a page does not have, are left out.
    init(directory: String) throws(Problem) {
        var files: [String: PageFile] = [:]
        for name in Self.names(in: directory) {
            guard PageFile.type(of: name) != nil else { continue }
            guard files.count < Self.mostFiles else {
                throw Problem(
                    description: "\(directory): more than \(Self.mostFiles) files; is it the map's directory?")
            }
            guard let bytes = FileContents.read("\(directory)/\(name)", below: Self.longestFile) else {
                throw Problem(
                    description:
                        "\(directory)/\(name): expected a file of less than \(Self.longestFile >> 20) MiB that this"
                        + " program may read")
            }
            files[name] = PageFile(name: name, bytes: bytes)
        }
        guard files["index.html"] != nil else {
            throw Problem(
                description:
                    "\(directory): there is no index.html of the map; install placemark-map-data, or name the page's"
                    + " directory with --page")
        }
        self.files = files
    }

    /// - Parameter name: as a request has it; nil is returned for one that is not in the list.
    subscript(name name: some StringProtocol) -> PageFile? { files[String(name)] }

    /// The paths of all files below a directory.
    private static func names(in directory: String, below prefix: String = "", depth: Int = 0) -> [String] {
        let place = prefix.isEmpty ? directory : "\(directory)/\(prefix)"
        guard depth < 4, let found = try? DirectoryNames.read(place) else { return [] }
        var names: [String] = []
        for name in found where !name.isHidden {
            let path = prefix.isEmpty ? name.text : "\(prefix)/\(name.text)"
            var status = stat()
            guard stat("\(directory)/\(path)", &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: names += Self.names(in: directory, below: path, depth: depth + 1)
            case S_IFREG: names.append(path)
            default: continue
            }
        }
        return names
    }
}
