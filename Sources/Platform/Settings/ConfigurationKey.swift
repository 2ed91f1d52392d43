/// What a program reads from a configuration file: a struct whose defaults are the file's, and the table of its keys.
public protocol ConfigurationFileSettings: Equatable, Sendable {
    init()
    /// Every key, in the order of the shipped file.
    static var keys: [ConfigurationKey<Self>] { get }
    /// Where the file is, unless the command line names another.
    static var defaultPath: String { get }
    /// The comment at the beginning of the shipped file.
    static var introduction: String { get }
    /// What is wrong with values that are right one by one; nil when nothing is.
    var contradiction: ConfigurationProblem.Reason? { get }
    /// The keys between which that may be, as `Section/Name`: the last of them in the files gives the line.
    static var contradictingKeys: Set<String> { get }
    /// Reads the files that the values name, and that belong to the configuration.
    mutating func readNamedFiles() throws(ConfigurationErrors)
}

extension ConfigurationFileSettings {
    public var contradiction: ConfigurationProblem.Reason? { nil }
    public static var contradictingKeys: Set<String> { [] }
    public mutating func readNamedFiles() throws(ConfigurationErrors) {}

    /// The names of the sections, in the order of the shipped file.
    static var sections: [String] {
        keys.reduce(into: [String]()) { if $0.last != $1.section { $0.append($1.section) } }
    }
}

/// All that is known about one key of the file. Parsing, error messages, the shipped file and the manual are made of it.
public struct ConfigurationKey<Settings: ConfigurationFileSettings>: Sendable {
    /// The section, without its brackets.
    public let section: String
    public let name: String
    /// What a value may be, to follow the word "expected".
    public let allowed: String
    /// What the key does, in one sentence.
    public let explanation: String
    /// Whether a value may be a password, or have one in it: then no message repeats it.
    public let isSecret: Bool

    private let format: @Sendable (Settings) -> String
    private let assign: @Sendable (inout Settings, String) -> Bool
    private let reset: @Sendable (inout Settings) -> Void

    package init<Value>(
        _ section: String, _ name: String, _ field: any WritableKeyPath<Settings, Value> & Sendable,
        _ grammar: ValueGrammar<Value>, _ explanation: String
    ) {
        self.section = section
        self.name = name
        self.explanation = explanation
        (allowed, isSecret) = (grammar.allowed, grammar.isSecret)
        format = { grammar.format($0[keyPath: field]) }
        assign = { configuration, text in
            guard let value = grammar.parse(text) else { return false }
            configuration[keyPath: field] = value
            return true
        }
        reset = { $0[keyPath: field] = Settings()[keyPath: field] }
    }

    /// The value in a configuration, as it would be written into the file; empty for none.
    public func text(of configuration: Settings) -> String { format(configuration) }

    /// The default, as it would be written into the file; empty for none.
    public var defaultText: String { text(of: Settings()) }

    /// Puts the value into the configuration; an empty text puts the default back.
    ///
    /// Returns false, and changes nothing, when the text is not what is allowed.
    public func set(_ configuration: inout Settings, to text: String) -> Bool {
        guard !text.isEmpty else {
            reset(&configuration)
            return true
        }
        return assign(&configuration, text)
    }
}
