import ArgumentParser
import PlacemarkClient
import PlacemarkCore

struct TrackCommand: AsyncParsableCommand {
    /// How the track is written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case gpx, geojson, json, text
    }

    static let configuration = CommandConfiguration(
        commandName: "track", abstract: "Show or save where this machine has been.",
        discussion: """
            Needs Keep=memory or Keep=disk in [Track] of the daemon's configuration, and the group placemark-precise. A \
            terminal gets a summary, a pipe or a file GPX. Speeds and accuracies are in json only, which has one point \
            a line.

            EXAMPLES
              placemarkctl track > way.gpx
              placemarkctl track --since 2h --format geojson > way.geojson
              placemarkctl track --since 2026-11-20T08:00:00Z
              placemarkctl track --clear
            """)

    @Option(help: "gpx, geojson, json (one point a line) or text (a summary).")
    var format: Format?
    @Option(
        help: ArgumentHelp("Only from then on: a duration before now, such as 2h, or a time.", valueName: "when"),
        transform: start)
    var since: TrackStart?
    @Flag(help: "Forget the whole track.")
    var clear = false
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if clear, format != nil || since != nil {
            throw ValidationError("--clear forgets everything, and shows nothing")
        }
    }

    func run() async throws {
        if clear { return print(JSON.line(["cleared": try await daemon.client.clearTrack()])) }
        var writer: any TrackWriter =
            switch format ?? (Terminal.isOutputTerminal ? .text : .gpx) {
            case .gpx: GPXTrack()
            case .geojson: GeoJSONTrack()
            case .json: JSONTrack()
            case .text: TrackSummary()
            }
        var isFirst = true
        for try await point in daemon.client.track(since: since ?? .beginning) {
            // Not before there is an answer: an error shall not leave half a document.
            if isFirst { print(writer.beginning, terminator: "") }
            isFirst = false
            print(writer.add(point), terminator: "")
        }
        if isFirst { print(writer.beginning, terminator: "") }
        print(writer.end(), terminator: "")
    }

    @Sendable private static func start(_ text: String) throws -> TrackStart {
        if let duration = Quantity.duration(text) { return .ago(duration) }
        if let timestamp = Timestamp(parsing: text) { return .time(timestamp) }
        throw ValidationError("expected a duration such as 90min, 2h or 7d, or a time such as 2026-11-20T20:24:49Z")
    }
}

/// One point a line, as it came.
struct JSONTrack: TrackWriter {
    let beginning = ""
    func add(_ point: TrackPoint) -> String { JSON.line(point) + "\n" }
    func end() -> String { "" }
}
