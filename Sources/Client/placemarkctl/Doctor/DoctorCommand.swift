import ArgumentParser
import PlacemarkModel
import Settings

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find out what is wrong, and what to do about it.",
        discussion: """
            Checks each step from the receiver to the reader, and says whether it is ok, worth a look or wrong, what \
            it has found, and what to do, as commands to copy. Changes nothing. Only root sees \
            everything.

            The answer contains no position and no name of a place, so that you can show it to others, unless \
            --show-location asks for them.

            Exit status: 0 nothing is wrong, 1 something is, 2 wrong usage.

            EXAMPLES
              placemarkctl doctor
              sudo placemarkctl doctor > report.txt
              placemarkctl doctor --json | jq -r '.findings[] | select(.verdict == "wrong") | .commands[]'
            """)

    @Option(
        help: ArgumentHelp("The daemon's socket, instead of the configured one.", valueName: "path"),
        completion: .file())
    var socket: String?
    @Option(
        help: ArgumentHelp("How long to listen to gpsd at most, up to 5min.", valueName: "time"), transform: time)
    var listen = Duration.seconds(8)
    @Flag(help: "Also show where this machine is: the coordinate, the city and the time zone.")
    var showLocation = false
    @OptionGroup var world: GazetteerOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let examination = Examination(
            configurationPath: world.configuration.config, socketPath: socket, gazetteerPath: world.gazetteer.first,
            listening: listen,
            showsLocation: showLocation)
        let report = DoctorFindings(findings: await examination.findings())
        print(output.isForPeople ? report.text(isColoured: Terminal.isColoured) : JSON.line(report))
        if report.wrongCount > 0 { throw ExitCode(1) }
    }

    @Sendable private static func time(_ text: String) throws -> Duration {
        guard let time = Quantity.duration(text), time > .zero, time <= .seconds(300) else {
            throw ValidationError("expected a time of at most 5min, such as 10s, not '\(text)'")
        }
        return time
    }
}
