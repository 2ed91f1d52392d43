import ArgumentParser
import Glibc
import Logging
import PlacemarkClient
import PlacemarkModel
import Reporting
import ServiceLifecycle
import Settings
import Systemd
import UnixSignals

/// The command line of the reporter.
@main
struct ReportProgram: AsyncParsableCommand {
    private static let service = "placemark-report"

    static let configuration = CommandConfiguration(
        commandName: service,
        abstract: "Tells other systems where this machine is, and loses no report on the way.",
        discussion: """
            Each file *.conf in /etc/placemarkd/reports.d is a sink: a server that gets reports. What it has not \
            acknowledged yet waits in an outbox on the disk. Without a sink the program ends at once. SIGTERM ends it.

            Exit status: 0 ended by a signal or nothing to do, 64 wrong usage, 78 the settings are wrong.

            EXAMPLES
              sudo placemark-report --check-config
              placemark-report --sinks ./reports.d --state-directory ./state
            """,
        version: Installation.version)

    @Option(
        help: ArgumentHelp("The directory of the sinks; its name ends in .d.", valueName: "directory"),
        completion: .directory)
    var sinks = SinkFiles.defaultDirectory
    @Option(help: ArgumentHelp("The directory of the outbox.", valueName: "directory"), completion: .directory)
    var stateDirectory = "/var/lib/placemark-report"
    @Option(help: ArgumentHelp("The socket of placemarkd.", valueName: "path"), completion: .file())
    var socket = PlacemarkClient.defaultSocketPath
    @Option(
        help: ArgumentHelp("The socket that “placemarkctl reports” connects to.", valueName: "path"),
        completion: .file())
    var controlSocket = Installation.reportsSocketPath
    @Option(
        help: ArgumentHelp(
            "A file for the metrics, which everybody may read; its name ends in .prom. Default: none.",
            valueName: "path"), completion: .file())
    var metricsFile: String?
    @Flag(help: "Check the settings and exit: 0 when they are right, 78 when not.")
    var checkConfig = false

    func run() async throws {
        // Before there is a second thread: the environment must not be changed later.
        let environment = ServiceEnvironment.take()
        // A peer that is gone is an error of a write, not the end of the reporter.
        signal(SIGPIPE, SIG_IGN)
        // What this program makes is for nobody else.
        umask(0o077)
        let found: [Sink]
        do throws(ConfigurationErrors) {
            found = try load(credentials: environment["CREDENTIALS_DIRECTORY"])
        } catch {
            Logger.writeFailure(error.description, service: Self.service, environment: environment)
            if checkConfig, let reader = ServiceUser.reader(for: Self.service) {
                Logger.writeFailure(
                    "checked with what \(reader) may read", service: Self.service, environment: environment)
            }
            throw ExitCode(EX_CONFIG)
        }
        guard !checkConfig else {
            for sink in found where sink.secret == nil {
                guard let name = sink.settings.credential else { continue }
                print(
                    """
                    \(sinks)/\(sink.name).conf: Credential=\(name) is not checked: only the service has it. It needs \
                    LoadCredential=\(name):FILE under [Service] (sudo systemctl edit \(Self.service)).
                    """)
            }
            return print("The settings of \(found.count) sinks are right.")
        }
        let log = Logger(service: Self.service, environment: environment)
        guard !found.isEmpty else {
            return log.info("no sink is configured in \(sinks): nothing to do")
        }
        let reports = ReportService(
            sinks: found, client: PlacemarkClient(socketPath: socket), directory: stateDirectory,
            controlSocket: controlSocket, metricsFile: metricsFile,
            notifier: try Notifier(environment: environment), log: log)
        try await ServiceGroup(
            services: [reports], gracefulShutdownSignals: [.sigterm, .sigint], logger: .silent
        ).run()
    }

    /// The sinks. A check by root reads them as the service's user, who may read less.
    private func load(credentials: String?) throws(ConfigurationErrors) -> [Sink] {
        let load = { () throws(ConfigurationErrors) -> [Sink] in
            let found = try SinkFiles.load(sinks, credentials: credentials, isOutsideService: checkConfig)
            let problems = SinkTransports.problems(of: found, in: sinks)
            guard problems.isEmpty else { throw ConfigurationErrors(problems: problems) }
            return found
        }
        // A service's user has the name of the service.
        guard checkConfig, let user = ServiceUser(named: Self.service) else { return try load() }
        return try user.perform(load)
    }
}
