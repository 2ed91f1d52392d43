import ArgumentParser
import Glibc
import HTTPServing
import Logging
import PlacemarkModel
import Settings
import Systemd

/// The command line of the helper.
@main
struct PlacemarkNominatim: AsyncParsableCommand {
    private static let service = "placemark-nominatim"

    static let configuration = CommandConfiguration(
        commandName: service,
        abstract: "Asks a Nominatim or Photon server for placemarkd.",
        discussion: """
            Answers reverse look-ups and searches at a Unix socket, from a cache or from the server that \
            /etc/placemarkd/nominatim.conf names, never more often than its budget allows. placemarkd asks it when \
            Geocoder= in [Geocoding] of placemarkd.conf names the socket. SIGTERM ends it.

            Exit status: 0 ended by a signal, 64 wrong usage, 69 the socket cannot be served, 78 the settings are wrong.

            EXAMPLES
              placemark-nominatim --check-config
              placemark-nominatim --config ./nominatim.conf
              curl --unix-socket /run/placemark-nominatim.sock http://localhost/v1/health
            """,
        version: Installation.version)

    @Option(
        help: ArgumentHelp("The configuration file; its drop-ins are FILE.d/*.conf.", valueName: "file"),
        completion: .file(extensions: ["conf"]))
    var config: String?
    @Flag(help: "Check the settings and exit: 0 when they are right, 78 when not.")
    var checkConfig = false

    func run() async throws {
        // Before there is a second thread: the environment must not be changed later.
        let environment = ServiceEnvironment.take()
        // A client that is gone is an error of a write, not the end of the helper.
        signal(SIGPIPE, SIG_IGN)
        func fail(_ error: some CustomStringConvertible, _ status: Int32) -> ExitCode {
            Logger.writeFailure(error.description, service: Self.service, environment: environment)
            return ExitCode(status)
        }
        do {
            let settings = try HelperSettings.load(path: config)
            if checkConfig {
                print("The settings are right.")
            } else {
                try await Helper(
                    settings: settings, environment: environment,
                    log: Logger(service: Self.service, environment: environment)
                ).run()
            }
        } catch let error as ConfigurationErrors {
            throw fail(error, EX_CONFIG)
        } catch let error as ListeningSocket.Failure {
            throw fail(error, EX_UNAVAILABLE)
        } catch let error as SocketActivationError {
            throw fail(error, EX_UNAVAILABLE)
        }
    }
}
