import ArgumentParser
import FoundationEssentials
import PlacemarkClient

struct GetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Show single values of the status, one a line, for scripts.",
        discussion: """
            A key is a path in the status (`location.coordinate.latitude`), or the end of one where only one path \
            ends so (`locality`, `timeZone`, `state`): `age` is refused with the paths that it may mean. Each value is \
            a line, and of a list (`regions`) each member. A value with parts of its own (`placemark`) is a line of \
            JSON. A missing value is an empty line and exit status 1.

            Exit status: 0 all values are there, 1 one is not, 2 wrong usage, 69 placemarkd cannot be reached, 77 not \
            allowed.

            EXAMPLES
              placemarkctl get locality isoCountryCode
              placemarkctl get location.coordinate | jq .latitude
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
        let values = keys.map { key in
            // A key that this program does not know may be one of a later daemon.
            if case .path(let path) = StatusKeys.meaning(of: key) {
                status.value(at: path)
            } else {
                status.value(at: key)
            }
        }
        for value in values { for line in value?.lines ?? [""] { print(line) } }
        for (key, value) in zip(keys, values) where value == nil && StatusKeys.meaning(of: key) == .unknown {
            Terminal.complain("the status has no key '\(key)'; 'placemarkctl status --json' shows its keys")
        }
        if values.contains(nil) { throw ExitCode(1) }
    }
}

/// Any JSON, to be looked into by the keys that a user names.
private enum JSONValue: Codable, Equatable {
    case text(String)
    case number(Double)
    case truth(Bool)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let object = try? container.decode([String: JSONValue].self) {
            self = .object(object)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .truth(let truth): try container.encode(truth)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }

    /// The value at a path, such as `location.coordinate`.
    func value(at path: String) -> JSONValue? {
        path.split(separator: ".", omittingEmptySubsequences: false).reduce(JSONValue?.some(self)) { value, name in
            if case .object(let members) = value { members[String(name)] } else { nil }
        }
    }

    /// The value in lines: of a list each member, and of what has parts, JSON.
    var lines: [String] {
        switch self {
        case .text(let text): [text]
        case .number(let number):
            [number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"]
        case .truth(let truth): ["\(truth)"]
        case .array(let values): values.flatMap(\.lines)
        case .object: [JSON.line(self)]
        }
    }
}
