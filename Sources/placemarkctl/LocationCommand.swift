import ArgumentParser
import PlacemarkClient
import PlacemarkCore

struct LocationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "location", abstract: "Show the last location, or wait for a good one.",
        discussion: """
            With --wait, the best location that comes within this time, or sooner the first one that is as accurate as \
            --accuracy says.

            Exit status: 0 there is a location, 1 none yet or none in time, 69 placemarkd cannot be reached.

            EXAMPLES
              placemarkctl location
              placemarkctl location --wait 30s --accuracy 10m
            """)

    @Option(help: ArgumentHelp("Wait for so long, 5min at most.", valueName: "time"), transform: time)
    var wait: Duration?
    @Option(help: ArgumentHelp("With --wait: this is accurate enough.", valueName: "length"), transform: length)
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
            throw ValidationError("'\(text)' is no time of at most 5min, such as 30s or 1min 30s")
        }
        return time
    }

    @Sendable private static func length(_ text: String) throws -> Double {
        guard let length = Quantity.meters(text), length > 0 else {
            throw ValidationError("'\(text)' is no length such as 10m or 1km")
        }
        return length
    }
}
