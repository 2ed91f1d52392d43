import ArgumentParser
import Glibc
import PlacemarkClient
import PlacemarkModel

/// The command line for people and scripts.
@main
struct PlacemarkCtl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placemarkctl",
        abstract: "Asks placemarkd where this machine is.",
        discussion: """
            Every command writes text for people, on a terminal and into a pipe alike; with --json it writes JSON \
            for programs. Outputs that are data by nature are data without it: the answers of "reverse --batch" and \
            "search --batch", the events of "replay", and what --format of "watch", "track", "trips" and "log" names.

            After -- nothing is an option: "reverse -- -34.6 -58.4".

            Exit status: 0 done, 1 no answer yet, 2 wrong usage, 69 placemarkd cannot be reached, 77 not allowed.

            EXAMPLES
              placemarkctl city
              placemarkctl get locality timeZone
              placemarkctl watch placemark
              placemarkctl regions add home --at 47.141,9.521 --radius 150m
              placemarkctl reverse 47.141 9.521
              placemarkctl search Paris, Texas
              placemarkctl replay trip.gpx --compare every-fix,hindsight
              placemarkctl map
              placemarkctl doctor
            """,
        version: Installation.version,
        subcommands: [
            CityCommand.self, StatusCommand.self, PlacemarkCommand.self, LocationCommand.self, RegionsCommand.self,
            BeaconsCommand.self, VisitsCommand.self, GuardingCommand.self, AlarmCommand.self, TripsCommand.self,
            LogCommand.self, TrackCommand.self, WatchCommand.self, GetCommand.self, ReverseCommand.self,
            SearchCommand.self, GeocoderCommand.self, ReportsCommand.self, GrantsCommand.self, AttributionCommand.self,
            ReplayCommand.self, MapCommand.self,
            SimulateCommand.self, DoctorCommand.self,
        ])

    static func main() async {
        Terminal.endWithReader()
        // libdispatch tries to set the priority of its threads, does without, and tells the journal each time.
        setenv("LIBDISPATCH_LOG", "NO", 1)
        if let unknown = unknownCommand(in: CommandLine.arguments.dropFirst()) {
            let list = (["placemarkctl"] + unknown.dropLast() + ["--help"]).joined(separator: " ")
            fail("there is no command '\(unknown.joined(separator: " "))'; '\(list)' lists them", status: 2)
        }
        do {
            var command = try await asyncParseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as PlacemarkClientError {
            let lines = [error.description, error.advice].compactMap(\.self)
            fail(lines.joined(separator: "\n"), status: error.exitStatus)
        } catch let error as CommandFailure {
            fail(error.description, status: error.exitStatus)
        } catch {
            let status = exitCode(for: error).rawValue
            let message = fullMessage(for: error)
            if status == 0 { print(message) }
            // An exit status alone, when the command has said everything.
            if status == 0 || message.isEmpty { Glibc.exit(status) }
            let label = "Error: "
            // ArgumentParser's status for wrong usage is 64; ours is that of most tools.
            fail(
                message.hasPrefix(label) ? String(message.dropFirst(label.count)) : message,
                status: status == EX_USAGE ? 2 : status)
        }
    }

    /// The first words, down to one that is to be a command and is none: the parser would blame the options behind it.
    /// No command that has others below it takes a word itself.
    static func unknownCommand(in arguments: some Collection<String>) -> [String]? {
        var (commands, words) = (configuration.subcommands, [String]())
        for argument in arguments {
            if commands.isEmpty || argument.hasPrefix("-") || argument == "help" { return nil }
            words.append(argument)
            guard let command = commands.first(where: { $0._commandName == argument }) else { return words }
            commands = command.configuration.subcommands
        }
        return nil
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        Terminal.complain(message)
        Glibc.exit(status)
    }
}
