import ArgumentParser
import FoundationEssentials
import PlacemarkClient

struct GetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Show single values of the status, one a line, for scripts.",
        discussion: """
            A key is a path in the status (`location.coordinate.latitude`), or the last part of one \
            (`locality`, `timeZone`, `state`). A value that there is not is an empty line and exit status 1.

            Exit status: 0 all values are there, 1 one is not, 69 placemarkd cannot be reached.

            EXAMPLE
              placemarkctl get locality isoCountryCode
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
        if values.contains(nil) { throw ExitCode(1) }
    }
}

/// Any JSON, to be looked into by the keys that a user names.
private enum JSONValue: Decodable, Equatable {
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

    /// The value at a path; a path of one key is looked for at every depth, the nearest first.
    func value(at path: [String]) -> JSONValue? {
        guard let key = path.first else { return self }
        guard case .object(let members) = self else { return nil }
        if let member = members[key] { return member.value(at: Array(path.dropFirst())) }
        guard path.count == 1 else { return nil }
        return members.sorted { $0.key < $1.key }.lazy.compactMap { $0.value.value(at: path) }.first
    }

    /// The value as a line; nil for an object.
    var text: String? {
        switch self {
        case .text(let text): text
        case .number(let number): number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"
        case .truth(let truth): "\(truth)"
        case .array(let values): values.compactMap(\.text).joined(separator: ", ")
        case .object: nil
        }
    }
}
