import ArgumentParser

/// Words of a command of which some may begin with a hyphen, because a latitude south of the equator does.
///
/// ArgumentParser then hands the command all that it does not recognize, mistyped options among it.
enum HyphenatedWords {
    /// The words without the first `--`, after which nothing is an option. Throws when one before it is neither a number
    /// nor an option that there is.
    static func checked(_ words: [String]) throws -> [String] {
        let isOption = { (word: String) in
            word.hasPrefix("-") && !(word.dropFirst().first.map { $0.isNumber || $0 == "." } ?? true)
        }
        let parts = words.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
        if let option = parts[0].first(where: isOption) { throw ValidationError("Unknown option '\(option)'") }
        return Array(parts.joined())
    }
}
