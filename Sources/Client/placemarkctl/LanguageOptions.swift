import ArgumentParser
import PlacemarkModel

/// In which languages names are wanted.
struct LanguageOptions: ParsableArguments {
    @Option(
        name: .customLong("language"),
        help: ArgumentHelp(
            "The languages of names, in order of preference, such as de or fr-CH,fr;q=0.8; local is what people there "
                + "write. May be given again.",
            valueName: "list"),
        transform: Self.languages)
    private var lists: [PreferredLanguages] = []

    /// Those of all lists, one after the other.
    var languages: PreferredLanguages { PreferredLanguages(lists.flatMap(\.languages)) }

    @Sendable private static func languages(_ text: String) throws -> PreferredLanguages {
        guard let languages = PreferredLanguages(parsing: text) else {
            throw ValidationError("expected languages such as de or fr-CH,fr;q=0.8, or local")
        }
        return languages
    }
}

/// The language of messages that POSIX has in the environment: the first of LC_ALL, LC_MESSAGES and LANG that is not empty
/// says it, without its encoding. None when that is `C` or `POSIX`, or is no name of a language.
///
/// - Parameter variable: the value of a variable; nil when it is not set.
func environmentLanguages(_ variable: (String) -> String?) -> PreferredLanguages {
    let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    let name = value.prefix { $0 != "." && $0 != "@" }
    guard name != "C", name != "POSIX" else { return .none }
    return PreferredLanguages(parsing: String(name)) ?? .none
}
