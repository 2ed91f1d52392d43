import ArgumentParser
import Gazetteer
import GazetteerBuilding

/// `placemark-gazetteer add`
struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add your own places and areas from GeoJSON to a gazetteer, as a layer that wins over the world's.",
        discussion: """
            Replaces the places that were added before; files without a feature remove them. Copies all other \
            layers as they are, and needs no sources.

            EXAMPLE
              placemark-gazetteer add world.gazetteer sites.geojson --output world.gazetteer
            """)

    @Argument(help: "The gazetteer.", completion: .file(extensions: ["gazetteer"]))
    var world: String

    @Argument(
        help: ArgumentHelp(
            "GeoJSON (RFC 7946): points with a radius in metres, polygons and multipolygons, each with a name.",
            valueName: "geojson"), completion: .file(extensions: ["geojson", "json"]))
    var files: [String]

    @Option(
        help: ArgumentHelp("The file to write; it may be the gazetteer itself.", valueName: "file"),
        completion: .file(extensions: ["gazetteer"]))
    var output: String

    func run() throws {
        let places = try CustomPlacesSource.add(files, to: world, output: output)
        places.warn()
        print("\(output): \(places.layer.version) of \(places.layer.source)")
    }
}
