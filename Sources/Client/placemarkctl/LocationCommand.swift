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

            With --format, it gives the position as a grid reference instead of in degrees. For readers with reduced \
            precision, this is as coarse as their position:

            \(GridHelp.list)

            Exit status: 0 there is a location, 1 none yet or none in time, 69 placemarkd cannot be reached.

            EXAMPLES
              placemarkctl location
              placemarkctl location --wait 30s --accuracy 10m
              placemarkctl location --format mgrs
            """)

    @Option(help: ArgumentHelp("How long to wait, at most 5min.", valueName: "time"), transform: time)
    var wait: Duration?
    @Option(
        help: ArgumentHelp("With --wait: the accuracy that is good enough.", valueName: "length"), transform: length)
    var accuracy: Double?
    @Option(help: ArgumentHelp("How to write: text, json or one of the grids above.", valueName: "format"))
    var format: LocationFormat?
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if accuracy != nil, wait == nil { throw ValidationError("--accuracy needs --wait") }
        try output.check(agreesWith: format)
    }

    func run() async throws {
        switch format ?? (output.isForPeople ? .text : .json) {
        case .json: print(String(decoding: try await line(), as: UTF8.self))
        case .text: print(try await Table(location()).text)
        case .grid(let grid):
            let location = try await location()
            print(grid.text(of: location.coordinate, for: location.precision))
        }
    }

    private func location() async throws -> LocationReport {
        guard let wait else { return try await daemon.client.currentLocation() }
        return try await daemon.client.requestLocation(within: wait, desiredAccuracyInMeters: accuracy)
    }

    /// The daemon's own line of JSON, which may have keys that this program does not know.
    private func line() async throws -> [UInt8] {
        guard let wait else { return try await daemon.client.answer(to: "location") }
        let request = PlacemarkClient.locationRequest(within: wait, desiredAccuracyInMeters: accuracy)
        return try await daemon.client.answer(to: request, within: wait)
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
