import ArgumentParser
import Files
import PlacemarkClient
import PlacemarkModel

/// Shows the map: starts `placemark-map`, which serves it for this user.
struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map", abstract: "Show where this machine is on a map, in a browser.",
        discussion: """
            Serves the map at a port of 127.0.0.1, and prints its address, which works once and for one browser. Nothing \
            comes from the internet. What the map shows is what you may know: for the group placemark a cell of 2 km, for \
            placemark-precise the position, the regions and the track. Ctrl-C ends it.

            With --output it draws a picture instead: the position with its accuracy and heading, pale when it is old, the track \
            coloured by speed, the visits and the regions. With --center it needs no daemon.

            On another machine: "ssh -L 8950:127.0.0.1:8950 box placemarkctl map --port 8950", and open the address that it \
            prints.

            EXAMPLES
              placemarkctl map
              placemarkctl map --open
              placemarkctl map --port 8950 --tiles streets.pmtiles
              placemarkctl map --output here.png --size 1200x800 --track 24h
            """)

    @Flag(help: "Open the address in the browser.")
    var open = false
    @Option(help: ArgumentHelp("The port; 0 for any that is free.", valueName: "number"))
    var port: UInt16 = 0
    @Option(
        help: ArgumentHelp(
            "A PMTiles file to show instead of the basemap that is installed; may be given again.", valueName: "file"),
        completion: .file(extensions: ["pmtiles"]))
    var tiles: [String] = []
    @OptionGroup var picture: MapPictureOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        if picture.output != nil { try writeMapPicture(picture, tiles: tiles.first, daemon: daemon) }
        var arguments = [
            "--one-time", "--listen", "127.0.0.1:\(port)", "--socket", daemon.socket, "--replay-program",
            InstalledPaths.own.command("placemarkctl"),
        ]
        if open { arguments.append("--open") }
        for file in tiles { arguments += ["--tiles", file] }
        try becomeMapProgram("placemark-map", arguments)
    }
}
