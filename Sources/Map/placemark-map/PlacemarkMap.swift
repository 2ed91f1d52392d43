import ArgumentParser
import Glibc
import HTTPServing
import Logging
import PlacemarkModel
import Settings
import Systemd

/// The command line of the map.
@main
struct PlacemarkMap: AsyncParsableCommand {
    static let service = "placemark-map"

    static let configuration = CommandConfiguration(
        commandName: service,
        abstract: "Serves the map: where this machine is, live, in a browser.",
        discussion: """
            With --one-time it serves the map for the user who starts it, as placemarkctl map has it do: at a port of \
            127.0.0.1 that the kernel chooses, with a token that works once. Without it, it is the service of a display that \
            is always on, and reads /etc/placemarkd/map.conf. It asks placemarkd as the user who runs it, so that user's groups \
            say what the map may show. SIGINT and SIGTERM end it.

            Exit status: 0 ended by a signal, 64 wrong usage, 66 there is no page, 71 the system refuses something, 73 it \
            cannot listen, 78 the settings are wrong.

            EXAMPLES
              placemark-map --new-token
              placemark-map --check-config --config ./map.conf
              placemark-map --one-time --listen 127.0.0.1:8950
            """,
        version: Installation.version)

    @Flag(help: "Serve for one user: print an address with a token that works once, and read no settings.")
    var oneTime = false
    @Flag(help: "With --one-time, open the address in the browser.")
    var open = false
    @Option(
        help: ArgumentHelp("The configuration file; its drop-ins are FILE.d/*.conf.", valueName: "file"),
        completion: .file(extensions: ["conf"]))
    var config: String?
    @Option(
        help: ArgumentHelp(
            "Where to listen. Default: Listen= of the settings; with --one-time any free port of 127.0.0.1.",
            valueName: "address"), transform: address)
    var listen: ListenAddress?
    @Option(
        help: ArgumentHelp(
            "A PMTiles file to show instead of the basemap that is installed; may be given again.", valueName: "file"),
        completion: .file(extensions: ["pmtiles"]))
    var tiles: [String] = []
    @Option(
        help: ArgumentHelp("The directory of the page. Default: the one that is installed.", valueName: "directory"),
        completion: .directory)
    var page: String?
    @Option(help: ArgumentHelp("The socket of placemarkd.", valueName: "path"), completion: .file())
    var socket = Installation.socketPath
    @Option(
        help: ArgumentHelp(
            "The placemarkctl that plays recorded trips. Default: the one that is installed.", valueName: "path"),
        completion: .file())
    var replayProgram: String?
    @Flag(help: "Print a new token for the token file, and exit.")
    var newToken = false
    @Flag(help: "Check the settings and exit: 0 when they are right, 78 when not.")
    var checkConfig = false

    @Sendable private static func address(_ text: String) throws -> ListenAddress {
        guard let address = ListenAddress(parsing: text) else {
            throw ValidationError("'\(text)' is not an address: expected one such as 127.0.0.1:8949 or [::1]:8949")
        }
        return address
    }

    func validate() throws {
        guard oneTime || !open else { throw ValidationError("--open goes with --one-time") }
        guard !oneTime || config == nil && !checkConfig else {
            throw ValidationError("--one-time reads no settings; leave --config and --check-config out")
        }
    }

    func run() async throws {
        if newToken { return print(Secret().text) }
        // Before there is a second thread: the environment must not be changed later.
        let environment = ServiceEnvironment.take()
        // A client that is gone is an error of a write, not the end of the map.
        signal(SIGPIPE, SIG_IGN)
        umask(0o077)
        let start = MapStart(options: self, environment: environment)
        do {
            try await oneTime ? start.serveOnce() : start.serve()
        } catch let error as ConfigurationErrors {
            throw fail(error, EX_CONFIG, environment)
        } catch let error as TokenFile.Problem {
            throw fail(error, EX_CONFIG, environment)
        } catch let error as PageFiles.Problem {
            throw fail(error, EX_NOINPUT, environment)
        } catch let error as ListeningSocket.Failure {
            throw fail(error, EX_CANTCREAT, environment)
        } catch let error as SocketActivationError {
            throw fail(error, EX_OSERR, environment)
        }
    }

    private func fail(
        _ error: some CustomStringConvertible, _ status: Int32, _ environment: [String: String]
    ) -> ExitCode {
        Logger.writeFailure(error.description, service: Self.service, environment: environment)
        return ExitCode(status)
    }
}
