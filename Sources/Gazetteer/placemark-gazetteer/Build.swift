import ArgumentParser
import GazetteerBuilding

/// `placemark-gazetteer build`
struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Build a gazetteer from the unpacked sources.",
        discussion: """
            Scripts/gazetteer-sources fetches and unpacks the sources. The same sources give the same file.

            EXAMPLE
              placemark-gazetteer build --output world.gazetteer --own sites.geojson
            """)

    @Option(
        help: ArgumentHelp("Where the unpacked sources are.", valueName: "directory"),
        completion: .directory)
    var sources = ".build/gazetteer/sources"

    @Option(
        help: ArgumentHelp("The file to write. An existing one is replaced in one step.", valueName: "file"),
        completion: .file(extensions: ["gazetteer"]))
    var output: String

    @Option(
        help: ArgumentHelp("Your own places and areas, as with add. May be given again.", valueName: "geojson"),
        completion: .file(extensions: ["geojson", "json"]))
    var own: [String] = []

    func run() throws { print("\(output): \(try WorldBuild.write(output, from: sources, own: own).summary)") }
}
