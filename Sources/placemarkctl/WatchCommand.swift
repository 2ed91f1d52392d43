import ArgumentParser
import FoundationEssentials
import PlacemarkClient
import PlacemarkCore

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show what happens, as it happens.",
        discussion: """
            The first line is the present state. Then one line an event: location, rejected, geocode, placemark, \
            source and more. Name some to see only those.

            With --significant there is nothing but a location now and then: at most one every 500 m and 5 min.
            """)

    @Argument(help: ArgumentHelp("Only these events.", valueName: "event"), transform: name)
    var events: [EventReport.Name] = []
    @Flag(help: "Only significant changes of the location.")
    var significant = false
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        Terminal.flushEachLine()
        let request = PlacemarkClient.watchRequest(significant ? .significant : .all)
        for try await line in daemon.client.lines(of: request) {
            guard let event = try? JSONDecoder().decode(EventReport.self, from: Data(line)) else { continue }
            guard events.isEmpty || event.event == .status || events.contains(event.event) else { continue }
            print(output.isForPeople ? EventText.line(event) : String(decoding: line, as: UTF8.self))
        }
        throw PlacemarkClientError.notReachable(path: daemon.socket, reason: "placemarkd has closed the connection")
    }

    @Sendable private static func name(_ text: String) throws -> EventReport.Name {
        if let name = EventReport.Name(rawValue: text) { return name }
        let names = EventReport.Name.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("there is no event '\(text)'; the events are: \(names)")
    }
}
