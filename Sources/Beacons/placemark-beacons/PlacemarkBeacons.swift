import ArgumentParser
import Glibc
import Logging
import PlacemarkModel
import Sockets
import Systemd

/// The command line of what listens for beacons.
@main
struct PlacemarkBeacons: ParsableCommand {
    private static let service = "placemark-beacons"

    static let configuration = CommandConfiguration(
        commandName: service,
        abstract: "Hears Bluetooth beacons for placemarkd.",
        discussion: """
            The daemon says which beacons its regions name; this program listens for them with BlueZ, and tells the daemon \
            what it hears, once a second. While no region names a beacon it does not listen. It never connects to a \
            device, advertises or pairs, and it does not switch the controller on. SIGTERM ends it.

            The daemon believes the user placemark-beacons alone: User= in [Beacons] of placemarkd.conf.

            Exit status: 1 NOTIFY_SOCKET is not the address of a socket, 64 wrong usage; a shell shows 143 after \
            SIGTERM.

            EXAMPLE
              sudo systemctl enable --now placemark-beacons
            """,
        version: Installation.version)

    @Option(help: ArgumentHelp("The socket of placemarkd.", valueName: "path"), completion: .file())
    var socket = Installation.socketPath

    func run() throws {
        let environment = ServiceEnvironment.take()
        // What this program makes is for nobody else.
        umask(0o077)
        guard let address = UnixAddress(path: socket) else {
            throw ValidationError(
                "--socket: expected a path of at most \(UnixAddress.longestPath) bytes, not '\(socket)'")
        }
        let log = Logger(service: Self.service, environment: environment)
        BeaconService(socket: address, notifier: try Notifier(environment: environment), log: log).run()
    }
}
