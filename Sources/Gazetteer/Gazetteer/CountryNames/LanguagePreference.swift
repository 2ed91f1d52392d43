/// A language as people and systems name it, split into its parts: BCP 47 (`de-CH`, `zh-Hant-TW`, `sr-Latn-RS`) or POSIX
/// (`de_CH.UTF-8`, `sr_RS@latin`).
package struct LanguagePreference: Equatable {
    /// `de`, in lower case.
    package private(set) var language: String
    /// `Latn`, in lower case: `latn`.
    private(set) var script: String?
    /// `CH`, in upper case.
    private(set) var region: String?

    /// Nil for no language at all: an empty text, `C`, `POSIX`, or something that is not made of letters.
    package init?(_ text: String) {
        let modifier = text.split(separator: "@").dropFirst().first?.lowercased()
        let locale = text.prefix { $0 != "." && $0 != "@" }
        let parts = locale.split { $0 == "-" || $0 == "_" }
        guard let first = parts.first, (2...8).contains(first.utf8.count), locale != "POSIX",
            first.utf8.allSatisfy(Self.isLetter)
        else { return nil }
        language = first.lowercased()
        for part in parts.dropFirst() {
            if part.utf8.count == 4, part.utf8.allSatisfy(Self.isLetter), script == nil {
                script = part.lowercased()
            } else if part.utf8.count == 2, part.utf8.allSatisfy(Self.isLetter), region == nil {
                region = part.uppercased()
            }
        }
        if let modifier { script = modifier == "latin" || modifier == "iqtelif" ? "latn" : modifier }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Whether it is the language of the names that everybody is shown.
    package var isEnglish: Bool { language == "en" }

    /// Whether it stands for the language of the place.
    var isLocal: Bool { language == NamesFormat.local }

    /// The catalogues to look into, the best first.
    ///
    /// Catalogues are named as POSIX does. One of another region is better than none (`pt` for `pt-PT`); one in another
    /// script is not (`sr` is Cyrillic, and `zh_TW` in characters that readers of `zh_CN` do not write).
    package var catalogues: [String] {
        if language == "zh" { return chinese }
        // Norwegian is two written languages; `no` means the greater.
        if language == "no" || language == "nb" { return ["nb_NO", "nb", "nn"] }
        // The standard of Tagalog.
        if language == "fil" || language == "tl" { return language == "tl" ? ["tl", "fil"] : ["fil", "tl"] }
        if language == "iw" { return ["he"] }
        if script == "latn" && language == "sr" { return ["sr@latin"] }
        if script == "latn" && language == "tt" { return ["tt@iqtelif"] }
        return (region.map { ["\(language)_\($0)"] } ?? []) + [language]
    }

    private var chinese: [String] {
        switch (script, region) {
        case ("hant", "HK"), ("hant", "MO"), (nil, "HK"), (nil, "MO"): ["zh_HK", "zh_TW"]
        case ("hant", _), (nil, "TW"): ["zh_TW", "zh_HK"]
        case (_, "SG"): ["zh_SG", "zh_CN", "zh"]
        case (nil, nil): ["zh", "zh_CN"]
        default: ["zh_CN", "zh"]
        }
    }
}
