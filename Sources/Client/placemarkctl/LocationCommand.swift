import ArgumentParser
import PlacemarkClient
import LocationEngine
import PlacemarkModel

struct LocationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "location", abstract: "Show the last location, or wait for a good one.",
        discussion: """
            With --wait, shows the best location that comes within this time, or the first one that is as accurate as \
            --accuracy asks.

            Exit status: 0 there is a location, 1 none yet or none in time, 69 placemarkd cannot be reached.

            EXAMPLES
              placemarkctl location
              placemarkctl location --wait 30s --accuracy 10m
            """)

    @Option(help: ArgumentHelp("How long to wait, at most 5min.", valueName: "time"), transform: time)
    var wait: Duration?
    @Option(
        help: ArgumentHelp("With --wait: the accuracy that is good enough.", valueName: "length"), transform: length)
    var accuracy: Double?
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if accuracy != nil, wait == nil { throw ValidationError("--accuracy needs --wait") }
    }

    func run() async throws {
        let client = daemon.client
        guard let wait else {
            return try await output.show(
                json: await client.answer(to: "location"), text: await Table(client.currentLocation()).text)
        }
        let request = PlacemarkClient.locationRequest(within: wait, desiredAccuracyInMeters: accuracy)
        try await output.show(
            json: await client.answer(to: request, within: wait),
            text: await Table(client.requestLocation(within: wait, desiredAccuracyInMeters: accuracy)).text)
    }

    @Sendable private static func time(_ text: String) throws -> Duration {
        // The daemon has the same limit. It is checked here, too, because a usage error should not need the daemon.
        guard let time = Quantity.duration(text), time > .zero, time <= OneShot.longestWait else {
            throw ValidationError("expected a time of at most 5min, such as 30s or 1min 30s, not '\(text)'")
        }
        return time
    }

    @Sendable private static func length(_ text: String) throws -> Double {
        guard let length = Quantity.meters(text), length > 0 else {
            throw ValidationError("expected a length such as 10m or 1km, not '\(text)'")
        }
        return length
    }
}
