import ArgumentParser
import GazetteerBuilding

/// `placemark-gazetteer list`
struct ListPacks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the installed detail packs, or the extracts that can be installed.",
        discussion: """
            EXAMPLES
              sudo placemark-gazetteer list
              placemark-gazetteer list --available alps
            """)

    @Flag(help: "What the index offers: path, name and codes.")
    var available = false

    @Argument(help: "With --available: only what has this text in its path, its name or its codes.")
    var text: String?

    @Option(help: ArgumentHelp("Another server, in the form that install takes.", valueName: "address"))
    var from: String?

    @Option(
        help: ArgumentHelp("The directory of the packs.", valueName: "directory"),
        completion: .directory)
    var directory: String = PackDirectory.usual

    func validate() throws {
        guard available || text == nil && from == nil else {
            throw ValidationError("a text and --from are for --available")
        }
        if let mistake = from.flatMap(ExtractAddress.mistake) { throw ValidationError("--from: \(mistake)") }
    }

    func run() throws {
        let rows: [[String]]
        if available {
            rows = try ExtractServer().index(at: from, withGeometry: false).matching(text ?? "").map {
                [$0.path, $0.name, ($0.countries + $0.subdivisions).joined(separator: " ")]
            }
        } else {
            let directory = PackDirectory(path: directory)
            try directory.checkReadable()
            rows = directory.packs.map {
                [
                    $0.name, $0.date ?? "unreadable", Megabytes.text($0.byteCount),
                    $0.source.map { $0.holdsLogin ? "an address with a password" : $0.extract } ?? "a file of your own",
                ]
            }
        }
        for line in Self.lines(rows) { print(line) }
    }

    /// The cells in columns.
    static func lines(_ rows: [[String]]) -> [String] {
        guard let first = rows.first else { return [] }
        let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
