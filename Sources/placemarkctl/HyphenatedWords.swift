import ArgumentParser

/// Words of a command of which some may begin with a hyphen, because a latitude south of the equator does.
///
/// ArgumentParser then hands the command all that it does not recognize, mistyped options among it.
enum HyphenatedWords {
    /// Throws when one of the words is no number, and an option that there is not.
    static func refuseOptions(among words: [String]) throws {
        let isOption = { (word: String) in
            word.hasPrefix("-") && !(word.dropFirst().first.map { $0.isNumber || $0 == "." } ?? true)
        }
        if let option = words.first(where: isOption) { throw ValidationError("Unknown option '\(option)'") }
    }
}
