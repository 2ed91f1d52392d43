import ArgumentParser
import GazetteerBuilding

/// `placemark-gazetteer remove`
struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove installed detail packs, and let placemarkd forget them.",
        discussion: """
            EXAMPLE
              sudo placemark-gazetteer remove liechtenstein
            """)

    @Argument(help: "The packs, by their names in list.")
    var packs: [String]

    @Option(
        help: ArgumentHelp("The directory of the packs.", valueName: "directory"),
        completion: .directory)
    var directory: String = PackDirectory.usual

    func run() throws {
        let directory = PackDirectory(path: directory)
        let lock = try directory.locked()
        defer { withExtendedLifetime(lock) {} }
        for name in packs { try directory.remove(name) }
        if let complaint = DaemonRequests.reload() { StandardError.write("warning: \(complaint)\n") }
    }
}
