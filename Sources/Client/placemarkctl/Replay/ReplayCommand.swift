import ArgumentParser
import DaemonSettings
import Gazetteer
import Glibc
import LocationEngine
import PlacemarkModel
import Recordings
import Replay
import Settings

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Try a configuration on a recorded trip.",
        discussion: """
            Runs the daemon's location manager over a recording in virtual time, and writes what the daemon would have \
            reported: one event a line, as "watch --json" has them, and a summary as the last one; with --text all of \
            it for people to read. With --summary-only, --compare, --streets or --trips there are no events, and the \
            rest is text unless --json asks for JSON. With --progress, which is for programs, all of it is JSON, the \
            events come in any case, and lines {"event":"progress","bytes":…,"of":…} tell how much of the file has \
            been read. The file is NMEA 0183, gpsd JSON (from gpspipe -w), GPX, IGC, GeoJSON or CSV; its content tells \
            which. It may be compressed with gzip.

            EXAMPLES
              placemarkctl replay trip.gpx --config trial.conf
              placemarkctl replay trip.nmea --compare on-change,every-fix,hindsight
              placemarkctl replay trip.gpx --streets --gazetteer world.gazetteer --gazetteer pack.gazetteer
              placemarkctl replay day.nmea --trips
              placemarkctl replay trip.gpx --progress --compare every-fix
              gpspipe -w -x 3600 | placemarkctl replay - --summary-only
            """)

    @Argument(help: ArgumentHelp("The recording; - for standard input.", valueName: "file"), completion: .file())
    var file: String
    @Option(
        help: ArgumentHelp(
            """
            Show other policies beside the configured one: \(GeocodingMode.allCases.map(\.rawValue).joined(separator: ", ")), \
            or hindsight, the best that one request in the configured interval allows; all stands for all of them.
            """, valueName: "policies"), completion: .list(ReplayPolicy.words), transform: policies)
    var compare: [ReplayPolicy]?
    @Option(
        help: ArgumentHelp(
            """
            Read dates such as 01/05/2026 in a table with the day first (dmy) or the month first (mdy). Without it, a number \
            above 12 has to tell which is the day.
            """, valueName: "order"), completion: .list(DateOrder.allCases.map(\.rawValue)), transform: order)
    var dates: DateOrder?
    @Flag(
        help: ArgumentHelp(
            "Show the streets of the trip in order, with time, house numbers and length. Needs a detail pack."))
    var streets = false
    @Flag(
        help: ArgumentHelp(
            "Show the trips between stays of ten minutes and more: start, end, length and speeds, and the places they lead to."
        ))
    var trips = false
    @Flag(name: [.customLong("summary-only"), .customLong("quiet"), .customShort("q")], help: "Leave out the events.")
    var isSummaryOnly = false
    @Flag(help: "Tell how much has been read, ten times a second at most, on lines of JSON between the others.")
    var progress = false
    @OptionGroup var world: GazetteerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !progress || output.format != .text else {
            throw ValidationError("--progress writes JSON, and --text asks for none; leave one of them out")
        }
    }

    func run() throws {
        let settings = try world.configuration.settings()
        let gazetteer = try world.open(settings)
        var machine = settings.machine
        // A recording may be older than any time that a receiver can have today.
        machine.fixFilter.earliestTimestamp = nil
        var trips = TripsSideBySide(
            machine, prelude: [.regions(RegionTable(try regions(of: settings)))], compared: compare ?? [],
            logsStreets: streets, logsTrips: self.trips, gazetteer: gazetteer)
        // A program wants the way as well as the table; to a person it would hide the table.
        let hasEvents = !isSummaryOnly && (progress || compare == nil && !streets && !self.trips)
        // Events are data, and so is progress.
        let isForPeople = (output.format ?? (hasEvents || progress ? .json : .text)) == .text
        var writer = ReplayWriter(isForPeople: isForPeople, hasEvents: hasEvents)
        do {
            let recording = try play(
                try Recording(path: file, device: settings.gpsd.device, dates: dates), through: &trips, to: &writer)
            guard trips.summary.fixes.accepted > 0 else {
                let isFiltered = recording.format == RecordingFormat.gpsd.rawValue && settings.gpsd.device != nil
                throw CommandFailure(
                    "\(file): \(recording.format) without a fix that can be believed"
                        + (isFiltered ? "; by Device= in the configuration, no other receiver counts" : ""),
                    exitStatus: EX_DATAERR)
            }
            try writer.write(trips.summary(of: recording))
            if compare != nil { try writer.write(trips.comparison) }
            if let streets = trips.streets { try write(streets, to: &writer) }
            if let report = trips.trips { try writer.write(report.withLocalTimes) }
        } catch let error as RecordingError {
            throw CommandFailure(error.description, exitStatus: error.exitStatus)
        }
    }

    /// Feeds the recording to the trips, and returns what was found in it.
    private func play(
        _ recording: Recording, through trips: inout TripsSideBySide, to writer: inout ReplayWriter
    ) throws -> RecordingSummary {
        var damages = DamageWriter(file: file)
        var bar = ProgressBar(total: Double(recording.byteCount ?? 0)) {
            "\(Words.number($0 / 1e6, decimals: 1)) MB"
        }
        while let entries = try recording.next() {
            for entry in entries {
                switch entry {
                case .event(let event, let instant): trips.handle(event, at: instant) { writer.write($0) }
                case .damage(let damage): damages.write(damage, beside: &bar)
                }
            }
            if progress { writer.write(ReplayProgress(bytes: recording.bytesRead, of: recording.byteCount)) }
            try writer.flush()
            if recording.byteCount != nil, !writer.isWatched { bar.show(Double(recording.bytesRead)) }
        }
        bar.finish()
        damages.finish()
        if progress, damages.lacksDateOrder { try writer.write(ReplayQuestion.dates) }
        return RecordingSummary(
            format: recording.format.rawValue, damaged: damages.count, undated: recording.undatedPositions)
    }

    private func write(_ report: StreetsReport, to writer: inout ReplayWriter) throws(CommandFailure) {
        try writer.write(report)
        guard report.streets.allSatisfy({ $0.street == nil }) else { return }
        Terminal.complain("\(file): no street is known along the way; expected a detail pack with streets")
    }

    private func regions(of settings: Configuration) throws(CommandFailure) -> [Region] {
        let directory = settings.regions.directory
        guard !RegionFiles.isForbidden(directory: directory) else {
            Terminal.error("placemarkctl: without the regions of \(directory), which only placemark-precise may read")
            return []
        }
        do throws(ConfigurationErrors) {
            return try RegionFiles.load(directory: settings.regions.directory)
        } catch {
            throw CommandFailure(error.description, exitStatus: EX_CONFIG)
        }
    }

    @Sendable private static func policies(_ text: String) throws -> [ReplayPolicy] {
        try text.split(separator: ",").flatMap { word in
            if let policies = ReplayPolicy.named(word) { return policies }
            throw ValidationError(
                "there is no policy '\(word)'; expected \(ReplayPolicy.words.joined(separator: ", "))")
        }
    }

    @Sendable private static func order(_ text: String) throws -> DateOrder {
        if let order = DateOrder(rawValue: text) { return order }
        throw ValidationError("there is no order '\(text)'; expected dmy (day first) or mdy (month first)")
    }
}

extension RecordingError {
    fileprivate var exitStatus: Int32 {
        switch self {
        case .unreadable: EX_NOINPUT
        case .empty, .wrapped, .unknownFormat, .noColumns: EX_DATAERR
        }
    }
}
