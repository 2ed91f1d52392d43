import ArgumentParser
import GazetteerBuilding

/// `placemark-gazetteer import`
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Make a detail pack from OpenStreetMap extracts: city limits, streets, house numbers, areas, and what maps"
            + " draw.",
        discussion: """
            A detail pack lies beside the world file and knows more of one part of the world: which city a position is \
            in, by its limits, and which street, house number, park or station. Put it into /var/lib/placemarkd/gazetteers.d and reload placemarkd. \
            docs/guide/detail-packs.md says where to get extracts.

            EXAMPLE
              placemark-gazetteer import liechtenstein.osm.pbf --output liechtenstein.gazetteer
            """)

    @Argument(help: "OpenStreetMap extracts in PBF.", completion: .file(extensions: ["pbf"]))
    var extracts: [String]

    @Option(
        help: ArgumentHelp("The file to write. An existing one is replaced in one step.", valueName: "file"),
        completion: .file(extensions: ["gazetteer"]))
    var output: String

    @OptionGroup var world: WorldFileOption

    @Option(
        help: ArgumentHelp(
            "About how much memory the positions of nodes may take; those of larger extracts, and their streets and addresses, go to files beside the output.",
            valueName: "megabytes"))
    var memory = 1024

    @OptionGroup var content: ContentOptions

    func validate() throws {
        guard memory > 0 else { throw ValidationError("--memory: expected a number of megabytes above 0") }
    }

    func run() throws {
        let pack = try DetailPackImport.make(
            output, of: extracts, only: content.chosen, languages: content.languages,
            gazetteer: world.path, memoryInMegabytes: memory)
        for warning in pack.warnings { StandardError.write("warning: \(warning)\n") }
        print("\(output): \(pack.summary)")
    }
}
