import ArgumentParser
import Files
@preconcurrency import Glibc
import MapPicture
import PMTiles
import PlacemarkClient
import PlacemarkModel

/// Draws the map as a picture: what `placemarkctl map --output` starts. A program of its own, so that the command line
/// needs neither Cairo nor Pango.
@main
struct PlacemarkPicture: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placemark-picture", abstract: "Draws the map as a picture, for placemarkctl map --output.",
        discussion: """
            Exit status: 0 done, 1 the picture cannot be drawn or written, 2 wrong usage, 69 placemarkd cannot be \
            reached, 77 not allowed.

            EXAMPLE
              placemark-picture --output here.png --track 24h
            """, version: Installation.version)

    @Option(help: ArgumentHelp("The file to write.", valueName: "file"))
    var output: String
    @Option(help: ArgumentHelp("Its width and height in pixels.", valueName: "size"))
    var size = "800x600"
    @Option(help: ArgumentHelp("How much of the track to draw.", valueName: "duration"))
    var track: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The middle, in degrees north and east.", valueName: "lat,lon"))
    var center: String?
    @Option(help: ArgumentHelp("The zoom, 0 to 19.", valueName: "number"))
    var zoom: Double?
    @Option(
        help: ArgumentHelp(
            "The units of the scale: metric, nautical or imperial. Nautical units add a grid.", valueName: "units"))
    var units = "metric"
    @Flag(help: "Dark colours.")
    var dark = false
    @Option(help: ArgumentHelp("A PMTiles file with the basemap.", valueName: "file"))
    var tiles: String?
    @Option(
        help: ArgumentHelp(
            "A language for names; when the option is repeated, one for names that the map lacks in those before.",
            valueName: "code"))
    var language: [String] = []
    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket = PlacemarkClient.defaultSocketPath

    func run() async throws {
        let order = try PictureOrder(
            output: output, size: size, track: track, center: center, zoom: zoom, units: units, isDark: dark)
        var (scene, remarks) = try await SceneReader(client: PlacemarkClient(socketPath: socket), order: order).scene
        let reader = basemap(&scene)
        let picture = try MapPicture(
            of: scene, style: order.style, tiles: reader, languages: language, format: order.format)
        // Nobody else can read a new one: it shows where somebody is.
        try ReplacementFile.write(picture.bytes, to: output, newMode: 0o600)
        for note in remarks + picture.notes { fputs("placemark-picture: \(note)\n", stderr) }
    }

    /// The file that the command line names, or the installed one. Without it the picture has no basemap, and says so.
    private func basemap(_ scene: inout PictureScene) -> PMTilesReader? {
        do throws(PMTilesError) {
            return try PMTilesReader(path: tiles ?? InstalledPaths.own.basemap)
        } catch {
            scene.notes.append("no basemap: \(error)")
            return nil
        }
    }

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as PlacemarkClientError {
            fail(error.description, status: error.status)
        } catch {
            let status = exitCode(for: error).rawValue
            if status == 0 {
                print(fullMessage(for: error))
                Glibc.exit(0)
            }
            fail(message(for: error), status: status == EX_USAGE ? 2 : status)
        }
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        fputs("placemarkctl: \(message)\n", stderr)
        Glibc.exit(status)
    }
}

extension PlacemarkClientError {
    /// As placemarkctl has it.
    fileprivate var status: Int32 {
        switch self {
        case .notReachable, .timedOut: EX_UNAVAILABLE
        case .refused("forbidden", _): EX_NOPERM
        default: 1
        }
    }
}
