import ArgumentParser
import Configuration
import Glibc
import PlacemarkCore
import Systemd

/// The command line of the daemon.
@main
struct PlacemarkDaemon: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placemarkd",
        abstract: "Tells where this machine is, in words.",
        discussion: """
            Reads positions from gpsd, names the place with an embedded world gazetteer, and publishes it to a Unix \
            socket and to state files. Settings come from /etc/placemarkd.conf and /etc/placemarkd.conf.d/*.conf; \
            these options win over them. SIGHUP reads the settings again, SIGTERM ends the daemon.

            Exit status: 0 ended by a signal, 64 wrong usage, 66 no usable world file, 71 the system refuses something, 73 the socket or \
            a directory cannot be made, 75 another placemarkd serves the socket, 78 the settings are wrong.

            EXAMPLES
              placemarkd --check-config
              placemarkd --gpsd 127.0.0.1:2947 --socket /tmp/placemarkd.sock --state-directory /tmp/placemarkd
              printf 'city\\n' | nc -U /run/placemarkd.sock
            """,
        version: ProgramVersion.current)

    @OptionGroup var options: Options
    @Flag(help: "Check the settings and exit: 0 when they are right, 78 when not.")
    var checkConfig = false

    func run() async throws {
        CoreDump.forbid()
        // Before there is a second thread: the environment must not be changed later.
        let environment = ServiceEnvironment.take()
        // A client that is gone is an error of a write, not the end of the daemon.
        signal(SIGPIPE, SIG_IGN)
        do {
            let (settings, regions) = try options.settingsAndRegions()
            if checkConfig {
                print("The settings are right.")
            } else {
                try await Daemon(settings: settings, options: options, environment: environment).run(watching: regions)
            }
        } catch let error as ConfigurationErrors {
            DaemonLog.writeFailure(error.description, environment: environment)
            throw ExitCode(EX_CONFIG)
        } catch let error as StartError {
            DaemonLog.writeFailure(error.description, environment: environment)
            throw ExitCode(error.exitStatus)
        }
    }
}
