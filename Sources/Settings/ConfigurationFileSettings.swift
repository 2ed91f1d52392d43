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
}

extension ConfigurationFileSettings {
    public var contradiction: ConfigurationProblem.Reason? { nil }
    public static var contradictingKeys: Set<String> { [] }

    /// The names of the sections, in the order of the shipped file.
    static var sections: [String] {
        keys.reduce(into: [String]()) { if $0.last != $1.section { $0.append($1.section) } }
    }
}
