import ArgumentParser
import PlacemarkClient
import PlacemarkModel

struct TrackCommand: AsyncParsableCommand {
    /// How the track is written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case gpx, geojson, json, text
    }

    static let configuration = CommandConfiguration(
        commandName: "track", abstract: "Show or save where this machine has been.",
        discussion: """
            Shows a summary; --format writes the track itself. Only json, with one point a line, has speeds and \
            accuracies. Needs Keep=memory or Keep=disk in [Track] of the daemon's configuration, and the group \
            placemark-precise.

            EXAMPLES
              placemarkctl track --format gpx > way.gpx
              placemarkctl track --since 2h --format geojson > way.geojson
              placemarkctl track --since 2026-11-20T08:00:00Z
              placemarkctl track --clear
            """)

    @Option(help: "gpx, geojson, json (one point a line, as --json) or text (a summary, the default).")
    var format: Format?
    @Option(help: TrackStart.help("Only from then on", suchAs: "2h"), transform: TrackStart.read)
    var since: TrackStart?
    @Flag(help: "Forget the whole track.")
    var clear = false
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try output.check(agreesWith: format)
        if clear, format != nil || since != nil {
            throw ValidationError("--clear forgets everything, and shows nothing")
        }
    }

    /// As much as a pipe takes at once.
    private static let pieceInBytes = 64 * 1024

    func run() async throws {
        if clear {
            let count = try await daemon.client.clearTrack()
            return print(
                output.isForPeople ? "The track is forgotten: \(count) points." : JSON.line(["cleared": count]))
        }
        var writer: any TrackWriter =
            switch format ?? (output.isForPeople ? .text : .json) {
            case .gpx: GPXTrack()
            case .geojson: GeoJSONTrack()
            case .json: JSONTrack()
            case .text: TrackSummary()
            }
        var (isFirst, text) = (true, "")
        for try await point in daemon.client.track(since: since ?? .beginning) {
            // Not before there is an answer: an error must not leave half a document.
            text += (isFirst ? writer.beginning : "") + writer.add(point)
            isFirst = false
            guard text.utf8.count > Self.pieceInBytes else { continue }
            try Terminal.write(text)
            text = ""
        }
        try Terminal.write(text + (isFirst ? writer.beginning : "") + writer.end())
    }
}

extension TrackStart {
    /// The help of an option whose value `read` takes.
    static func help(_ meaning: String, suchAs example: String) -> ArgumentHelp {
        ArgumentHelp("\(meaning): a duration before now, such as \(example), or a time.", valueName: "when")
    }

    /// Reads the value of an option: a duration or a time.
    @Sendable static func read(_ text: String) throws -> TrackStart {
        if let duration = Quantity.duration(text) { return .ago(duration) }
        if let timestamp = Timestamp(parsing: text) { return .time(timestamp) }
        throw ValidationError("expected a duration such as 90min, 2h or 7d, or a time such as 2026-11-20T20:24:49Z")
    }
}
