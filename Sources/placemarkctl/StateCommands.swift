import ArgumentParser
import PlacemarkClient
import PlacemarkCore

struct CityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "city", abstract: "Show the current city.",
        discussion: "One plain line. When the position is not current, the line says how old it is.")

    @OptionGroup var daemon: DaemonOptions

    func run() async throws { print(try await daemon.client.city()) }
}

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show everything that the daemon knows.")

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws { try await daemon.show("status", output) { Table($0) } }
}

struct PlacemarkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "placemark", abstract: "Show the current placemark.")

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws { try await daemon.show("placemark", output) { Table(placemarkOf: $0) } }
}

extension DaemonOptions {
    /// Prints the answer to a request: as it came, or as a table of the status.
    func show(_ request: String, _ output: OutputOptions, table: (Status) -> Table) async throws {
        // For people too: "no fix yet" is the same answer with the same exit status.
        let answer = try await client.answer(to: request)
        print(output.isForPeople ? table(try await client.status()).text : String(decoding: answer, as: UTF8.self))
    }
}
