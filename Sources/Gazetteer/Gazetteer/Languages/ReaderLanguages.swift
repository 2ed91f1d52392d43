/// The languages in which a reader wants names, resolved once for all names of an answer.
///
/// Each name comes in the first of the languages that has it; when none has, or English comes first, it is the one that
/// everybody is shown. So an answer may be in several languages, and a name never is.
struct ReaderLanguages {
    /// As the reader has listed them, up to English or `local`.
    let preferences: [LanguagePreference]
    /// The layer of names, and the numbers of the languages in it, most wanted first.
    private let names: (layer: NamesLayer, languages: [UInt8])?

    /// Nil when the reader wants the names that everybody is shown.
    init?(_ languages: [String], in layer: NamesLayer?) {
        var preferences: [LanguagePreference] = []
        for preference in languages.lazy.compactMap(LanguagePreference.init) {
            if preference.isEnglish { break }
            preferences.append(preference)
            if preference.isLocal { break }
        }
        guard !preferences.isEmpty else { return nil }
        self.preferences = preferences
        names = layer.map { layer in
            var numbers: [UInt8] = []
            for number in preferences.lazy.flatMap(\.catalogues).compactMap(layer.number(ofLanguage:))
            where !numbers.contains(number) {
                numbers.append(number)
            }
            return (layer, numbers)
        }
    }

    /// The name of a key, or `name`, by which everybody knows it.
    func name(of key: NameKey?, orDefault name: String) -> String { translation(of: key) ?? name }

    /// The name of a key; nil where there is none in these languages, or the one by which everybody knows it.
    func translation(of key: NameKey?) -> String? {
        guard let key, let names, case .name(let text) = names.layer.name(of: key, in: names.languages) else {
            return nil
        }
        return text
    }

    /// The name of a country (ISO 3166-1 alpha-2), for which iso-codes has more languages; nil for the default.
    func country(_ code: String, in countryNames: CountryNamesLayer?) -> String? {
        for preference in preferences {
            if let name = countryNames?.name(ofCountry: code, in: preference) { return name }
            let numbers = names.map { names in preference.catalogues.compactMap(names.layer.number(ofLanguage:)) }
            if let key = NameKey(country: code), case .name(let text) = names?.layer.name(of: key, in: numbers ?? []) {
                return text
            }
        }
        return nil
    }
}

extension Gazetteer {
    /// The name of a place, by its number, in the first of the languages that has it; `local` is what people there write.
    /// Nil when there is no such place.
    public func placeName(at index: Int, preferredLanguages: [String]) -> String? {
        guard !file.isLost else { return nil }
        return withExtendedLifetime(file) {
            guard let name = places.name(at: index) else { return nil }
            return ReaderLanguages(preferredLanguages, in: world.names)?.name(
                of: NameKey(place: index), orDefault: name) ?? name
        }
    }

    /// The name of a sea or lake, by its English name, in the first of the languages that has it; nil for the default.
    package func waterName(of english: String, preferredLanguages: [String]) -> String? {
        guard !file.isLost else { return nil }
        return withExtendedLifetime(file) {
            ReaderLanguages(preferredLanguages, in: world.names)?.translation(of: NameKey(water: english))
        }
    }
}
