import ArgumentParser
import FoundationEssentials
import PlacemarkClient

struct GetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Show single values of the status, one a line, for scripts.",
        discussion: """
            A key is a path in the status (`location.coordinate.latitude`), or the last part of one \
            (`locality`, `timeZone`, `state`). A value that has parts of its own (`placemark`) is a line of JSON. A \
            value that there is not is an empty line and exit status 1.

            Exit status: 0 all values are there, 1 one is not, 69 placemarkd cannot be reached, 77 not allowed.

            EXAMPLES
              placemarkctl get locality isoCountryCode
              placemarkctl get location.coordinate | jq .latitude
            """)

    @Argument(help: ArgumentHelp("What to show.", valueName: "key"), completion: .list(StatusKeys.words))
    var keys: [String]
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let line = try await daemon.client.answer(to: "status")
        let status: JSONValue
        do {
            status = try JSONDecoder().decode(JSONValue.self, from: Data(line))
        } catch {
            throw PlacemarkClientError.malformedAnswer("\(error)")
        }
        let values = keys.map { status.value(at: $0.split(separator: ".").map(String.init)) }
        for value in values { print(value?.text ?? "") }
        for (key, value) in zip(keys, values) where value == nil && !StatusKeys.isKnown(key) {
            Terminal.error("placemarkctl: the status has no key '\(key)'; 'placemarkctl status --json' shows its keys")
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

    /// The value at a path; a path of one key is looked for at every depth, the nearest first.
    func value(at path: [String]) -> JSONValue? {
        guard let key = path.first else { return self }
        guard case .object(let members) = self else { return nil }
        if let member = members[key] { return member.value(at: Array(path.dropFirst())) }
        guard path.count == 1 else { return nil }
        return members.sorted { $0.key < $1.key }.lazy.compactMap { $0.value.value(at: path) }.first
    }

    /// The value as a line: for what has parts, JSON; for a list of names, these.
    var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"
        case .truth(let truth): "\(truth)"
        case .array(let values): values.map(\.text).joined(separator: ", ")
        case .object: JSON.line(self)
        }
    }
}
