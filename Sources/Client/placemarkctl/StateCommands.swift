import ArgumentParser
import PlacemarkClient
import PlacemarkModel

struct CityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "city", abstract: "Show the current city.",
        discussion: """
            One plain line. When the position is not current, the line says how old it is.

            Exit status: 0 there is a city, 1 none yet, 69 placemarkd cannot be reached, 77 not allowed.

            EXAMPLE
              placemarkctl city || echo "somewhere"
            """)

    @OptionGroup var daemon: DaemonOptions

    func run() async throws { print(try await daemon.client.city()) }
}

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show everything that the daemon knows.",
        discussion: """
            The source and its state, the location, the placemark, and what the policy has done; as much of it as this \
            user may know.

            EXAMPLES
              placemarkctl status
              placemarkctl status --json | jq .fixes
            """)

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let client = daemon.client
        try await output.show(json: await client.answer(to: "status"), text: await Table(client.status()).text)
    }
}

struct PlacemarkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placemark", abstract: "Show the current placemark.",
        discussion: """
            The address from small to large, how far away its place is, and how old the answer is.

            EXAMPLE
              placemarkctl placemark --json | jq -r .cityWithContext
            """)

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let client = daemon.client
        try await output.show(
            json: await client.answer(to: "placemark"), text: await Table(client.currentPlacemark()).text)
    }
}
