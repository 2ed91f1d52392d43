import ArgumentParser
import Gazetteer

/// `placemark-gazetteer build`
struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Build a gazetteer from the unpacked sources.",
        discussion:
            "The sources are fetched and unpacked by Scripts/gazetteer-sources. The same sources give the same file.")

    @Option(help: ArgumentHelp("Where the unpacked sources are.", valueName: "directory"))
    var sources = ".build/gazetteer/sources"

    @Option(help: ArgumentHelp("The file to write. An existing one is replaced in one step.", valueName: "file"))
    var output: String

    func run() throws { print("\(output): \(try Self.build(output, from: sources).summary)") }

    /// Builds the gazetteer `output`, and returns what is in it.
    static func build(_ output: String, from sources: String) throws -> JoinedPlaces {
        let progress = Progress()
        defer { progress.finish() }
        let places = try PlaceSources(directory: sources, progress: progress)

        progress.report(0.8, "naming states and counties")
        let result = places.joined()

        progress.report(0.85, "arranging \(result.places.count) places")
        var writer = GazetteerWriter()
        try writer.addPlaces(result.places, description: places.versions.placesLayer)

        progress.report(0.95, "writing \(output)")
        try writer.write(to: output)
        return result
    }
}
