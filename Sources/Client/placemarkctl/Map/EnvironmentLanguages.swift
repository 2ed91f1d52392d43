import PlacemarkModel

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
