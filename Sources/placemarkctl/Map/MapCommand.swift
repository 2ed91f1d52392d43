import ArgumentParser
import Glibc
import PlacemarkClient

/// Shows the map: starts `placemark-map`, which serves it for this user.
struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map", abstract: "Show where this machine is on a map, in a browser.",
        discussion: """
            Serves the map at a port of 127.0.0.1, and prints its address, which works once and for one browser. Nothing \
            comes from the internet. What the map shows is what you may know: for the group placemark a cell of 2 km, for \
            placemark-precise the position, the regions and the way behind. Ctrl-C ends it.

            With --output it draws a picture instead: the position with its accuracy and heading, pale when it is old, the \
            way behind coloured by speed, the visits and the regions. With --center it needs no daemon.

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
        let program = try MapProgram.path()
        var arguments = [
            program, "--one-time", "--listen", "127.0.0.1:\(port)", "--socket", daemon.socket, "--replay-program",
            MapProgram.running ?? "/usr/bin/placemarkctl",
        ]
        if open { arguments.append("--open") }
        for file in tiles { arguments += ["--tiles", file] }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        // In the place of this program: Ctrl-C, the terminal and the exit status are the map's own.
        execv(program, &words)
        throw CommandFailure("\(program): \(String(cString: strerror(errno)))", exitStatus: EX_UNAVAILABLE)
    }
}

/// Where the program is that serves the map.
enum MapProgram {
    /// Beside this program in a build, and in PREFIX/libexec/placemarkd when this one is in PREFIX/bin.
    static func path() throws(CommandFailure) -> String {
        let candidates = candidates(of: "placemark-map", forExecutable: running ?? "/usr/bin/placemarkctl")
        guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw CommandFailure(
                "there is no \(candidates.last ?? "placemark-map"); install the package placemark-map",
                exitStatus: EX_UNAVAILABLE)
        }
        return found
    }

    /// - Parameters:
    ///   - program: the name of the program that is looked for.
    ///   - executable: the absolute path of this one.
    static func candidates(of program: String, forExecutable executable: String) -> [String] {
        let directories = executable.split(separator: "/").dropLast()
        let path = { (names: [Substring]) in "/" + (names + [Substring(program)]).joined(separator: "/") }
        return [path(Array(directories)), path(directories.dropLast() + ["libexec", "placemarkd"])]
    }

    /// The real path of the running program; nil without /proc.
    static var running: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink("/proc/self/exe", start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
