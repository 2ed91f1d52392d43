import ArgumentParser
import PlacemarkModel

/// In which languages names are wanted.
struct LanguageOptions: ParsableArguments {
    @Option(
        name: .customLong("language"),
        help: ArgumentHelp(
            "The languages of names, most wanted first, such as de or fr-CH,fr;q=0.8; local is what people there write. "
                + "May be given again.",
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
