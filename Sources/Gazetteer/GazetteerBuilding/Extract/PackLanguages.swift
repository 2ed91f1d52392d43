import Gazetteer

/// The languages whose names an import takes along besides those that it shows everybody, and how OpenStreetMap's tags and
/// detail packs call them.
package struct PackLanguages: Hashable, Sendable {
    /// Why a list of languages is none.
    package enum Fault: Error, Hashable, CustomStringConvertible {
        case noLanguage(String)
        case tooMany(Int)

        package var description: String {
            switch self {
            case .noLanguage(let text):
                "--languages: \"\(text)\" is not a language; expected codes with commas, as in de,fr,zh-Hant, or local"
            case .tooMany(let count):
                "--languages: \(count) languages are more than a pack can hold (\(PackLanguages.most))"
            }
        }
    }

    private struct Language: Hashable {
        /// As POSIX writes it, and as the pack stores it.
        var stored: String
        /// The tags that may have the name, the best first.
        var keys: [String]
    }

    /// What `--languages` was given, to be noted beside the pack.
    package let text: String?
    private let languages: [Language]

    /// Each language costs an object that has a name in it some bytes; so many nobody reads.
    static let most = 16
    package static let none = PackLanguages()

    private init() { (text, languages) = (nil, []) }

    /// - Parameter list: `de,fr,zh-Hant`; `local` stands for `name` itself.
    package init(_ list: String) throws(Fault) {
        var languages: [Language] = []
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part).trimmed
            guard let preference = LanguagePreference(name), let stored = preference.catalogues.first else {
                throw .noLanguage(name)
            }
            let language = Language(stored: stored, keys: Self.keys(name, preference))
            if !languages.contains(where: { $0.stored == stored }) { languages.append(language) }
        }
        guard languages.count <= Self.most else { throw .tooMany(languages.count) }
        (text, self.languages) = (list, languages)
    }

    /// The tags of a language: as it was written (`name:zh-Hant`), then without its region (`name:de` for `de-AT`).
    private static func keys(_ name: String, _ preference: LanguagePreference) -> [String] {
        if name == NamesFormat.local { return ["name"] }
        let written = String(name.map { $0 == "_" ? "-" : $0 })
        let others: [String] =
            switch preference.catalogues.first {
            // Each script has its readers; `name:zh` may be in either.
            case "zh_TW": ["zh-Hant", "zh-TW", "zh-Hant-TW"]
            case "zh_HK": ["zh-Hant-HK", "zh-HK", "zh-Hant"]
            case "zh", "zh_CN", "zh_SG": ["zh-Hans", "zh", "zh-CN"]
            case "sr@latin": ["sr-Latn"]
            case "tt@iqtelif": ["tt-Latn"]
            case "nb_NO": ["nb", "no"]
            default: [preference.language]
            }
        return ([written] + others).reduce(into: []) { keys, key in
            if !keys.contains("name:\(key)") { keys.append("name:\(key)") }
        }
    }

    /// The names of an object by language; empty where none differs from the one that everybody is shown.
    func names(in tags: ExtractFile.Tags, shown: String) -> [String: String] {
        var names: [String: String] = [:]
        for language in languages {
            guard let name = language.keys.lazy.compactMap({ tags[$0].flatMap(LocalName.usable) }).first else {
                continue
            }
            names[language.stored] = name
        }
        return names.values.contains { $0 != shown } ? names : [:]
    }
}
