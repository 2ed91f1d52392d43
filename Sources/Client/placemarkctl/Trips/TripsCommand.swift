import ArgumentParser
import Glibc
import PlacemarkClient
import PlacemarkModel
import SystemClocks

struct TripsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trips", abstract: "Show, label and check the trips of this machine.",
        discussion: """
            A trip is what lies between two stays of ten minutes and more. Needs Keep=memory or Keep=disk in [Trips] of \
            the daemon's configuration, and the group placemark-precise.

            EXAMPLES
              placemarkctl trips --since 7d
              placemarkctl trips list --format csv > logbook.csv
              placemarkctl trips label 5d0c3a7b9e1f2048 business --note "delivery to Ghent"
              placemarkctl trips verify
            """,
        subcommands: [ListTrips.self, ShowTrip.self, LabelTrip.self, VerifyTrips.self],
        defaultSubcommand: ListTrips.self)
}

struct ListTrips: AsyncParsableCommand {
    /// How trips are written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv, json, gpx, geojson, ics, text
    }

    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the trips, the oldest first, and the one under way.",
        discussion: """
            Times are local times of the places where trips began and ended. GPX and GeoJSON have the way of each trip \
            where the daemon keeps a track of that time (Keep= in [Track]), and its ends otherwise. A calendar (ics) \
            has the trips that have ended.

            EXAMPLE
              placemarkctl trips list --since 2026-11-01T00:00:00Z --format ics > trips.ics
            """)

    @Option(help: "csv, json (one trip a line, as --json), gpx, geojson, ics or text (a table, the default).")
    var format: Format?
    @Option(help: TrackStart.help("Only trips that ended later", suchAs: "7d"), transform: TrackStart.read)
    var since: TrackStart?
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try output.check(agreesWith: format) }

    func run() async throws {
        let trips = try await daemon.client.trips(since: since ?? .beginning).collected()
        switch format ?? (output.isForPeople ? .text : .json) {
        case .text: print(trips.isEmpty ? "no trip yet" : TripTable.text(trips, withIdentities: true))
        case .json: try Terminal.write(JSON.lines(trips))
        case .csv: try Terminal.write(TripFormats.csv(trips))
        case .gpx: try Terminal.write(TripFormats.gpx(trips, await .read(of: trips, from: daemon.client)))
        case .geojson: try Terminal.write(TripFormats.geoJSON(trips, await .read(of: trips, from: daemon.client)))
        case .ics:
            try Terminal.write(
                TripFormats.calendar(trips.filter { $0.state == .final }, at: SystemClocks.WallClock.now))
        }
    }
}

struct ShowTrip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show all that is known of one trip.",
        discussion: """
            EXAMPLE
              placemarkctl trips show 5d0c3a7b9e1f2048
            """)

    @Argument(help: "The trip's identity, as the list has it.")
    var id: String
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let trip = try await daemon.client.trip(id)
        print(output.isForPeople ? TripTable.details(trip) : JSON.line(trip))
    }
}

struct LabelTrip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "label", abstract: "Say what kind of trip it was.",
        discussion: """
            Adds an entry to the journal; what was said before stays in it.

            EXAMPLE
              placemarkctl trips label 5d0c3a7b9e1f2048 business --note "delivery to Ghent"
            """)

    @Argument(help: "The trip's identity, as the list has it.")
    var id: String
    @Argument(help: "The class: private, business, or a word of your own without blanks.")
    var `class`: String?
    @Option(help: ArgumentHelp("One line of at most \(TripLabel.longestNote) characters.", valueName: "text"))
    var note: String?
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard `class` != nil || note != nil else { throw ValidationError("expected a class, a --note, or both") }
        guard `class`?.contains(" ") != true else { throw ValidationError("a class is one word; the rest is a --note") }
    }

    func run() async throws {
        let trip = try await daemon.client.label(id, class: `class`, note: note)
        print(output.isForPeople ? TripTable.details(trip) : JSON.line(trip))
    }
}

struct VerifyTrips: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check that the journal of trips is as it was written.",
        discussion: """
            Each entry has the hash of the one before, so an entry that was edited or taken out is seen. Somebody who \
            may write the files could make all hashes anew: note the hash that this command shows in another place, and give \
            it to --hash later. Exits with 1 when something is wrong.

            EXAMPLE
              placemarkctl trips verify
            """)

    @Option(help: ArgumentHelp("A hash that was noted earlier: the journal must have that entry.", valueName: "hash"))
    var hash: String?
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let verification = try await daemon.client.verifyTrips(hash: hash)
        if output.isForPeople {
            for fault in verification.faults { print(fault) }
            let removed = verification.first > 1 ? ", from entry \(verification.first) on" : ""
            print(
                verification.isWhole
                    ? "The journal is whole: \(verification.entries) entries\(removed)."
                    : "The journal is not as it was written.")
            print("Last hash: \(verification.hash)")
        } else {
            print(JSON.line(verification))
        }
        guard verification.isWhole else { throw ExitCode(1) }
    }
}
