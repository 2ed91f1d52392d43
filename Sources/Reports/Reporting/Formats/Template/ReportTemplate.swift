import PlacemarkModel

/// A text of a user's own with names in braces, which stand for parts of a report: `placemarkd/{device}/{event}`,
/// `{latitude},{longitude}`. `{name:json}` is a value of JSON with quotes and escapes, null where there is none. `{{` and `}}`
/// stand for braces.
public struct ReportTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case field(ReportField, asJSON: Bool)
    }

    private let parts: [Part]

    /// What is wrong with a template.
    public enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        case unknownName(String)
        /// Where everybody may read it.
        case password
        case openBrace
        case strayBrace
        /// In a topic: a wildcard or a NUL.
        case wildcard(Unicode.Scalar)
        case empty
        /// Something of a report where there is none.
        case onlyDevice(String)

        public var description: String {
            switch self {
            case .unknownName(let name):
                "there is no '{\(name)}'; the names are: "
                    + ReportField.allCases.filter { $0 != .password }.map(\.rawValue).joined(separator: ", ")
                    + "; any of them with ':json' after it"
            case .password: "{password} can only be used in a request over HTTP"
            case .openBrace: "a '{' without its '}': write '{{' for a brace"
            case .strayBrace: "a '}' without its '{': write '}}' for a brace"
            case .wildcard("\0"): "a topic cannot have a NUL"
            case .wildcard(let scalar): "a topic to publish at cannot have '\(scalar)', which is for subscribers"
            case .empty: "it is empty"
            case .onlyDevice(let name): "with this format it can contain {device}, but not {\(name)}"
            }
        }
    }

    /// Reads a template.
    ///
    /// - Parameter mayHoldPassword: whether `{password}` may stand in it.
    public init(parsing text: String, mayHoldPassword: Bool = false) throws(Mistake) {
        guard !text.isEmpty else { throw .empty }
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "{" || character == "}", rest.first == character {
                rest.removeFirst()
                literal.append(character)
            } else if character == "}" {
                throw .strayBrace
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else { throw .openBrace }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(try Self.field(rest[..<end]))
                rest = rest[rest.index(after: end)...]
            } else {
                literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
        guard mayHoldPassword || !names(.password) else { throw .password }
    }

    /// Reads a template of a topic, which must not have wildcards.
    public init(parsingTopic text: String) throws(Mistake) {
        if let wildcard = text.unicodeScalars.first(where: { $0 == "+" || $0 == "#" || $0 == "\0" }) {
            throw .wildcard(wildcard)
        }
        try self.init(parsing: text)
    }

    private static func field(_ text: Substring) throws(Mistake) -> Part {
        let words = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let field = ReportField(rawValue: String(words[0])), words.count == 1 || words.dropFirst() == ["json"]
        else {
            throw .unknownName(String(text))
        }
        return .field(field, asJSON: words.count == 2)
    }

    /// The topic for a report. Each value is one level of it and changes no other: what has a meaning in topics is `_` in it, and
    /// so is a value that is not there.
    public func topic(for report: Report, device: String) -> String {
        filled { field, _ in SafeName.topicLevel(field.value(in: report, device: device).plain) }
    }

    /// The topic for a report as people may see it: with device and event filled in, and the other names as they are.
    public func shownTopic(for report: Report, device: String) -> String {
        filled { field, _ in
            switch field {
            case .device, .event: SafeName.topicLevel(field.value(in: report, device: device).plain)
            default: "{\(field.rawValue)}"
            }
        }
    }

    /// The topic for all reports. Throws when it has more than the device in it.
    public func topic(device: String) throws(Mistake) -> String {
        var topic = ""
        for part in parts {
            switch part {
            case .text(let text): topic += text
            case .field(.device, _): topic += SafeName.topicLevel(device)
            case .field(let field, _): throw .onlyDevice(field.rawValue)
            }
        }
        return topic
    }

    /// The payload for a report. A value that is not there is empty, or null.
    public func payload(for report: Report, device: String) -> [UInt8] {
        let text = filled { field, asJSON in
            let value = field.value(in: report, device: device)
            return asJSON ? value.json : value.plain
        }
        return Array(text.utf8)
    }

    /// The text for a report, of which `escaped` makes each value fit for its place.
    func text(
        for report: Report, device: String, _ password: SecretText?, _ escaped: (String) -> String
    ) -> String {
        filled { field, asJSON in
            let value = field.value(in: report, device: device, password: password)
            if asJSON { return value.json }
            // A whole object is as it has to be.
            return if case .json = value { value.plain } else { escaped(value.plain) }
        }
    }

    /// Whether a name stands in it.
    func names(_ field: ReportField) -> Bool {
        parts.contains { if case .field(field, _) = $0 { true } else { false } }
    }

    /// Whether it begins so, in upper or lower case.
    func begins(with text: String) -> Bool {
        if case .text(let first)? = parts.first { first.lowercased().hasPrefix(text) } else { false }
    }

    private func filled(_ text: (ReportField, Bool) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let literal): literal
            case .field(let field, let asJSON): text(field, asJSON)
            }
        }.joined()
    }
}
