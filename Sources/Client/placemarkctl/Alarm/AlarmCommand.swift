import ArgumentParser
import Files
import Glibc
import Logging
import PlacemarkClient
import PlacemarkModel
import Settings
import Systemd
import UnixSignals

/// `placemarkctl alarm`, which `placemark-alarm@.service` runs.
struct AlarmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarm", abstract: "Run a command of your own when something happens.",
        discussion: """
            A file says which command, and for which events: the alarm of a guard, a region that is entered, or any other of \
            "placemarkctl watch". It runs without a shell, one at a time, with the event as a line of JSON on its standard \
            input. What it writes to standard output is thrown away; its standard error is this program's.

            placemark-alarm@NAME.service runs this for /etc/placemarkd/alarm.d/NAME.conf. SIGTERM ends it; events for \
            which the command has not run by then wait for the next start.

            Exit status: 0 ended by a signal, 73 nothing can be kept in the directory, 78 the settings are wrong.

            EXAMPLES
              placemarkctl alarm --check-config horn.conf
              placemarkctl alarm horn.conf --state-directory .
            """)

    @Argument(help: "The settings; drop-ins are FILE.d/*.conf.", completion: .file(extensions: ["conf"]))
    var file: String
    @Option(
        help: ArgumentHelp(
            "Where to keep the events for which the command must still run. Default: NAME in /var/lib/placemark-alarm.",
            valueName: "directory"), completion: .directory)
    var stateDirectory: String?
    @Flag(help: "Check the settings and exit: 0 when they are right, 78 when not.")
    var checkConfig = false
    @OptionGroup var daemon: DaemonOptions

    private var name: String {
        let last = file.split(separator: "/").last.map(String.init) ?? file
        return last.hasSuffix(".conf") ? String(last.dropLast(5)) : last
    }

    func run() async throws {
        let settings = try self.settings()
        guard !checkConfig else { return print("The settings are right.") }
        let environment = getenv("JOURNAL_STREAM").map { ["JOURNAL_STREAM": String(cString: $0)] } ?? [:]
        let log = Logger(service: "placemark-alarm", environment: environment)
        let file = AlarmFile(directory: stateDirectory ?? "/var/lib/placemark-alarm/\(name)")
        let queue: AlarmQueue
        do throws(AtomicFile.WriteError) {
            queue = try file.read(log: log)
            // A disk that cannot be written to is found now, and not at the first alarm.
            try file.write(queue)
        } catch {
            throw CommandFailure("\(error)", exitStatus: EX_CANTCREAT)
        }
        // Whoever has read that it runs may end it at once.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        log.info("runs \(settings.command[0]) for: \(settings.events.arguments)")
        let client = daemon.client
        let runner = AlarmRunner(settings, queue: queue, file: file, log: log) {
            await LateAlarm.guardReport(from: client)
        }
        let listener = AlarmListener(client: client, wanted: settings.events, runner: runner, log: log)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await listener.run() }
            group.addTask { await runner.run() }
            for await _ in signals { break }
            group.cancelAll()
        }
    }

    private func settings() throws(CommandFailure) -> AlarmSettings {
        do throws(ConfigurationErrors) {
            return try AlarmSettings.load(path: file)
        } catch {
            throw CommandFailure(error.description, exitStatus: EX_CONFIG)
        }
    }
}
