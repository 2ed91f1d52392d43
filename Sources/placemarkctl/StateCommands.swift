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

    func run() async throws {
        if output.isForPeople {
            print(Table(try await daemon.client.status()).text)
        } else {
            print(String(decoding: try await daemon.client.answer(to: "status"), as: UTF8.self))
        }
    }
}

struct PlacemarkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "placemark", abstract: "Show the current placemark.")

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        // Also for people: so that "no placemark yet" is the same answer with the same exit status.
        let answer = try await daemon.client.answer(to: "placemark")
        if output.isForPeople {
            print(Table(placemarkOf: try await daemon.client.status()).text)
        } else {
            print(String(decoding: answer, as: UTF8.self))
        }
    }
}

struct LocationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "location", abstract: "Show the last location.")

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let answer = try await daemon.client.answer(to: "location")
        if output.isForPeople {
            print(Table(locationOf: try await daemon.client.status()).text)
        } else {
            print(String(decoding: answer, as: UTF8.self))
        }
    }
}
