/// All that is known about one key of the file. Parsing, error messages, the shipped file and the manual are made of it.
public struct ConfigurationKey<Settings: ConfigurationFileSettings>: Sendable {
    /// The section, without its brackets.
    public let section: String
    public let name: String
    /// What a value may be, to follow the word "expected".
    public let allowed: String
    /// What the key does, in one sentence.
    public let explanation: String

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
        allowed = grammar.allowed
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
