import ArgumentParser
import Files
import Gazetteer
import GazetteerBuilding
import PMTiles
import PlacemarkModel

/// `placemark-gazetteer map`
struct BasemapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Make a basemap from the world file: vector tiles in one PMTiles file.",
        discussion: """
            Land, lakes, borders and names for placemarkctl map, and for every program that reads PMTiles with vector \
            tiles. Detail packs, named after the world file, add streets, house numbers and named areas. \
            docs/explain/basemap.md lists the layers.

            EXAMPLES
              placemark-gazetteer map --language de --language fr --output world.pmtiles
              placemark-gazetteer map --base world.pmtiles --gazetteer world.gazetteer --gazetteer liechtenstein.gazetteer \
            --output map.pmtiles
            """)

    @Option(
        help: ArgumentHelp(
            "The world file; when the option is repeated, the files after the first are detail packs. Default: the "
                + "installed world file, without packs.",
            valueName: "file"), completion: .file(extensions: ["gazetteer"]))
    var gazetteer: [String] = []

    @Option(
        help: ArgumentHelp(
            "A language of names on the map; may be given again. Default: "
                + "\(BasemapLanguages.usualOfCountries.joined(separator: ", ")); of places and waters: "
                + "\(BasemapLanguages.usualOfPlaces.sorted().joined(separator: ", ")).",
            valueName: "code"))
    var language: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where the unpacked sources are, as for build: with the coast in full resolution, rivers, roads, railways, "
                + "capitals, depths, ports and airports. Without it: the world file alone.", valueName: "directory"),
        completion: .directory)
    var sources: String?

    @Option(
        help: ArgumentHelp(
            "A map whose world is taken as it is, so that only the streets of the detail packs have to be made.",
            valueName: "file"), completion: .file(extensions: ["pmtiles"]))
    var base: String?

    @Option(
        help: ArgumentHelp(
            "The largest zoom; each level less roughly halves the size of the file. Default: "
                + "\(BasemapZooms.largestOfCoast) with --sources, \(BasemapZooms.largestOfWorld) without.",
            valueName: "number"))
    var largestZoom: Int?

    @Option(
        help: ArgumentHelp("The file to write. An existing one is replaced in one step.", valueName: "file"),
        completion: .file(extensions: ["pmtiles"]))
    var output: String

    private static func mostZoom(hasSources: Bool) -> Int {
        hasSources ? BasemapZooms.largestOfCoast : BasemapZooms.largestOfWorld
    }

    func validate() throws {
        guard (0...Self.mostZoom(hasSources: sources != nil)).contains(largestZoom ?? 0) else {
            throw ValidationError(
                "--largest-zoom: expected a number from 0 to \(Self.mostZoom(hasSources: sources != nil))")
        }
        guard base == nil || sources == nil && largestZoom == nil && language.isEmpty else {
            throw ValidationError(
                "--base: the world of that map is taken as it is, without --sources, --largest-zoom and --language")
        }
    }

    func run() throws {
        let progress = BuildProgress()
        defer { progress.finish() }
        let path = gazetteer.first ?? InstalledPaths.own.world
        let packs = try gazetteer.dropFirst().map { try DetailPack(path: $0, check: .full) }
        let world = try Gazetteer(path: path, details: packs)
        let known = Set(world.countryLanguages + ["en"])
        for code in language where !known.contains(code) {
            throw UnknownLanguage(code: code, path: path, known: known.sorted())
        }
        let build = BasemapBuild(
            gazetteer: world, world: try ground(progress), languages: BasemapLanguages(chosen: language, known: known),
            progress: progress)
        let result = try build.write(to: output, largestZoom: largestZoom ?? Self.mostZoom(hasSources: sources != nil))
        progress.finish()
        print(
            "\(output): \(result.tileCount) tiles, zoom 0 to \(result.largestZoom), \(result.byteCount / 100_000 / 10)."
                + "\(result.byteCount / 100_000 % 10) MB")
    }

    private func ground(_ progress: BuildProgress) throws -> BasemapBuild.World {
        if let base { return .map(try PMTilesReader(path: base)) }
        return .gazetteer(try sources.map { try MapSources(directory: $0, progress: progress) })
    }

    /// The world file has no names in a language.
    struct UnknownLanguage: Error, CustomStringConvertible {
        let code, path: String
        let known: [String]

        var description: String {
            "--language \(code): \(path) has no names of countries in it; expected one of \(known.joined(separator: ", "))"
        }
    }
}
