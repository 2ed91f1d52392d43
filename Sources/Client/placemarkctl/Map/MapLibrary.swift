import Files
import FoundationEssentials
import Glibc
import PlacemarkModel

/// A script library of the map's page, as the list beside the page names it (`libraries.json`).
struct MapLibrary: Codable, Equatable {
    let name: String
    /// Absent where it is part of another one, whose version tells.
    let version: String?
    /// As SPDX names it.
    let licence: String
    /// The years and the holders.
    let copyright: String
    /// The library that it comes in.
    let partOf: String?

    /// Where the list is that belongs to this program.
    static var listPath: String { "\(InstalledPaths.own.mapPage)/libraries.json" }

    /// Those of a list; none where there is no map's page.
    static func listed(at path: String) throws(CommandFailure) -> [MapLibrary] {
        guard access(path, F_OK) == 0 else { return [] }
        do {
            return try JSONDecoder().decode([MapLibrary].self, from: try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw CommandFailure(
                "\(path): expected the list of the map's libraries; install the package placemark-map-data again",
                exitStatus: EX_DATAERR)
        }
    }

    /// All of them on a few lines, for a terminal of 80 columns: who they are by, and under which licence.
    static func text(of libraries: [MapLibrary]) -> [String] {
        guard !libraries.isEmpty else { return [] }
        var lines = ["", "Script libraries of the map's page"]
        for library in libraries {
            let name = ([library.name] + [library.version].compactMap(\.self)).joined(separator: " ")
            let origin = library.partOf.map { ", part of \($0)" } ?? ""
            lines += Words.wrapped("\(name)\(origin): \(library.licence), © \(library.copyright)", after: "  ")
        }
        return lines
    }
}
