/// Any JSON, to be looked into by the keys that a user names.
enum JSONValue: Codable, Equatable {
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
            // From 1e16 on a Double is written with an exponent.
            [number == number.rounded() && number.magnitude < 1e16 ? "\(Int(number))" : "\(number)"]
        case .truth(let truth): ["\(truth)"]
        case .array(let values): values.flatMap(\.lines)
        case .object: [JSON.line(self)]
        }
    }
}
