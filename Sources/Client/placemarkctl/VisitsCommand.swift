import ArgumentParser
import PlacemarkClient
import PlacemarkModel

struct VisitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "visits", abstract: "Show where the box has stayed: arrival, departure, duration and place.",
        discussion: """
            The last 100 stays of three minutes and more, the oldest first, and the current one. Times are the \
            receiver's, in UTC. Only for root and members of the group placemark-precise.

            EXAMPLE
              placemarkctl visits --json | jq -r '.recent[].placemark.locality'
            """)

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let client = daemon.client
        try await output.show(json: await client.answer(to: "visits"), text: await Self.text(client.visits()))
    }

    private static func text(_ visits: VisitsReport) -> String {
        let lines =
            visits.recent.map { line($0, end: "?") }
            + [visits.current].compactMap(\.self).map { line($0, end: "still there") }
        return lines.isEmpty ? "no visit yet" : lines.joined(separator: "\n")
    }

    /// - Parameter end: what stands for a departure without a time.
    private static func line(_ visit: VisitReport, end: String) -> String {
        let times = [time(visit.arrival) ?? "?", time(visit.departure) ?? end]
        let columns = times.map { Words.leftAligned($0, width: 20) }
        return (columns + [Words.rightAligned(Words.age(visit.duration), width: 8), Words.place(of: visit)])
            .joined(separator: "  ")
    }

    /// Without fractions of a second.
    private static func time(_ timestamp: Timestamp?) -> String? { timestamp.map { $0.description.prefix(19) + "Z" } }
}
