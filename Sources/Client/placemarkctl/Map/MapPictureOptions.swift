import ArgumentParser
import Glibc
import PlacemarkClient
import PlacemarkModel

/// How the map becomes a picture instead of a page.
struct MapPictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a picture instead, without a browser: a name that ends in .png or .svg.", valueName: "file"),
        completion: .file(extensions: ["png", "svg"]))
    var output: String?
    @Option(
        help: ArgumentHelp(
            "Of the picture: width and height in pixels, 64 to 4096. Default: 800x600.", valueName: "size"))
    var size: String?
    @Option(
        help: ArgumentHelp("Of the picture: how much of the track it shows, such as 24h.", valueName: "duration"))
    var track: String?
    @Option(
        // A latitude south of the equator begins like an option.
        parsing: .unconditional,
        help: ArgumentHelp(
            "Of the picture: its middle. Default: the position, and the track.", valueName: "lat,lon"))
    var center: String?
    @Option(help: ArgumentHelp("Of the picture: the zoom, 0 (the earth) to 19 (a house).", valueName: "number"))
    var zoom: Double?
    @Option(
        help: ArgumentHelp(
            "Of the picture: the units of its scale: metric, nautical or imperial. Nautical units add a grid. "
                + "Default: metric.",
            valueName: "units"),
        completion: .list(["metric", "nautical", "imperial"]))
    var units: String?
    @Flag(help: "Of the picture: dark colours.")
    var dark = false
    @Option(
        help: ArgumentHelp(
            "Of the picture: the languages of names, in order of preference, such as de or fr-CH,fr;q=0.8. Default: "
                + "that of the environment, by LC_ALL, LC_MESSAGES or LANG.",
            valueName: "list"))
    var language: String?

    func validate() throws {
        if let language, PreferredLanguages(parsing: language) == nil {
            throw ValidationError("--language: expected languages such as de or fr-CH,fr;q=0.8")
        }
        if let units, !["metric", "nautical", "imperial"].contains(units) {
            throw ValidationError("--units \(units): expected metric, nautical or imperial")
        }
        guard output == nil else { return }
        let others = [
            "--size": size, "--track": track, "--center": center, "--zoom": zoom.map { "\($0)" },
            "--units": units, "--language": language,
        ]
        if let option = others.filter({ $0.value != nil }).keys.min() ?? (dark ? "--dark" : nil) {
            throw ValidationError("\(option) is for pictures: give --output as well, such as --output here.png")
        }
    }

    /// The arguments of `placemark-picture` for these.
    fileprivate var arguments: [String] {
        let options = [
            ("--output", output), ("--size", size), ("--track", track), ("--center", center),
            ("--zoom", zoom.map { "\($0)" }), ("--units", units),
        ]
        return options.flatMap { name, value in value.map { [name, $0] } ?? [] } + (dark ? ["--dark"] : [])
            + languages.flatMap { ["--language", $0] }
    }

    /// Those that are asked for, else the one of the environment, as a browser has it from there for the page.
    private var languages: [String] {
        if let language { return PreferredLanguages(accepting: language).languages }
        return environmentLanguages { name in getenv(name).map { String(cString: $0) } }.languages
    }
}

/// Draws the picture, by the program that does that, in the place of this one. Returns only when that is not there.
///
/// - Parameter tiles: The basemap; nil for the one that is installed.
func writeMapPicture(_ options: MapPictureOptions, tiles: String?, daemon: DaemonOptions) throws(CommandFailure)
    -> Never
{
    var arguments = options.arguments + ["--socket", daemon.socket]
    if let tiles { arguments += ["--tiles", tiles] }
    try becomeMapProgram("placemark-picture", arguments)
}
