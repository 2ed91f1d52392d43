import ArgumentParser
import Gazetteer

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

    func run() throws { print("\(output): \(try Self.build(output, from: sources, own: own).summary)") }

    /// Builds the gazetteer `output`, and returns what is in it.
    static func build(
        _ output: String, from directory: String, own files: [String] = [], progress: BuildProgress = BuildProgress()
    ) throws -> JoinedPlaces {
        let customPlaces = try CustomPlacesSource(paths: files)
        customPlaces.warn()
        defer { progress.finish() }
        var world = try WorldBuild(directory: directory, progress: progress)
        try world.addPlaces()
        try world.addZones()
        try world.addStatesAndCounties()
        try world.addWater()
        try world.addPostalCodes()
        try world.addCities()
        try world.addNames()
        customPlaces.add(to: &world.writer)
        progress.report(0.98, "writing \(output)")
        try world.writer.write(to: output)
        return world.joined
    }
}
