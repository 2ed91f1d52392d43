import ArgumentParser
import FoundationEssentials
import PlacemarkClient

struct GetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Show single values of the status, one a line, for scripts.",
        discussion: """
            A key is a path in the status (`location.coordinate.latitude`), or the end of a path if no other \
            path ends like it (`locality`, `timeZone`, `state`). `age` fails, and the error names the paths that it \
            may mean. Each value has a line, and so has each member of a list (`regions`). A value with parts \
            (`placemark`) is a line of JSON. A missing value gives an empty line and exit status 1.

            These keys give the position as a grid reference instead of in degrees. For readers with reduced \
            precision, this is as coarse as their position:

            \(GridHelp.list)

            Exit status: 0 all values are there, 1 one is not, 2 wrong usage, 69 placemarkd cannot be reached, 77 not \
            allowed.

            EXAMPLES
              placemarkctl get locality isoCountryCode
              placemarkctl get location.coordinate | jq .latitude
              placemarkctl get maidenhead
            """)

    @Argument(help: ArgumentHelp("What to show.", valueName: "key"), completion: .list(StatusKeys.words))
    var keys: [String]
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        for key in keys {
            if case .ambiguous(let paths) = StatusKeys.meaning(of: key) {
                throw ValidationError("'\(key)' is ambiguous: name one of \(paths.joined(separator: ", "))")
            }
        }
    }

    func run() async throws {
        let line = try await daemon.client.answer(to: "status")
        let status: JSONValue
        do {
            status = try JSONDecoder().decode(JSONValue.self, from: Data(line))
        } catch {
            throw PlacemarkClientError.malformedAnswer("\(error)")
        }
        let values = keys.map { StatusKeys.value(of: $0, in: status) }
        for value in values { for line in value?.lines ?? [""] { print(line) } }
        for (key, value) in zip(keys, values) where value == nil && StatusKeys.meaning(of: key) == .unknown {
            Terminal.complain("the status has no key '\(key)'; 'placemarkctl status --json' shows its keys")
        }
        if values.contains(nil) { throw ExitCode(1) }
    }
}
