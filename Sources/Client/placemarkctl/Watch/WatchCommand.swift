import ArgumentParser
import PlacemarkClient
import PlacemarkModel

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show what happens, as it happens.",
        discussion: """
            The first line is the current state. Then each event has a line: location, rejected, geocode, placemark, \
            source and more. Name some to see only those; regions, visits, motion and trips stand for two events each, \
            and guard for four.

            With --significant it shows only a location now and then: at most one every 500 m and 5 min.

            FORMATS
              text                    each event in the local time, for people; the default
              json                    each event, for programs
              waybar, polybar, plain  the city on a status bar, one line at each change
              owntracks               what the OwnTracks app sends, for mosquitto_pub -l
              nmea                    GGA and RMC, as a receiver says where it is
              geoclue                 the same for GeoClue, which works out the accuracy in its own way

            EXAMPLES
              placemarkctl watch placemark regions
              placemarkctl watch --format plain
              placemarkctl watch --format owntracks | mosquitto_pub -l -t owntracks/me/box
            """)

    @Argument(help: ArgumentHelp("Only these events.", valueName: "event"), completion: .list(EventFilter.words))
    var events: [String] = []
    @Flag(help: "Only significant changes of the location.")
    var significant = false
    @Option(help: ArgumentHelp("How to write: one of the formats above.", valueName: "format"))
    var format: WatchFormat?
    @Option(
        help: ArgumentHelp(
            "OwnTracks' letters for this machine, instead of the last two of its name.", valueName: "letters"))
    var trackerID: String?
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Whether to wait for a daemon that is not there, and to go on when it comes.",
            discussion: """
                By default the formats of status bars wait. The others end with exit status 69, so that a script notices.
                """))
    var reconnect: Bool?
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try output.check(agreesWith: format)
        do throws(WatchFormatMistake) {
            _ = try filter
        } catch {
            throw ValidationError(error.description)
        }
    }

    private var chosenFormat: WatchFormat { format ?? (output.isForPeople ? .text : .json) }

    private var filter: EventFilter {
        get throws(WatchFormatMistake) {
            try chosenFormat.filter(asking: events + (significant ? ["significant"] : []))
        }
    }

    func run() async throws {
        let persistence = Persistence(isEndless: reconnect ?? chosenFormat.isStatusBar)
        if let style = BarStyle(chosenFormat) {
            try await StatusBar(client: daemon.client, style: style, persistence: persistence) { line in
                try Terminal.write(line + "\n")
            }.run()
        } else {
            let formatter = EventFormatter(
                chosenFormat, filter: try filter, trackerID: trackerID ?? OwnTracksMessages.defaultTrackerID)
            var stream = EventWriter(client: daemon.client, filter: try filter, formatter: formatter)
            try await stream.run(persistence)
        }
    }
}
