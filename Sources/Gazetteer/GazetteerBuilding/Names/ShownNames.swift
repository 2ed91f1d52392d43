import Gazetteer
import PlacemarkModel

/// What places are called in the file: the name that everybody is shown, and the names in other languages.
struct ShownNames {
    /// Of each place, in the order of the sources.
    let english: [String]
    /// What people there write, where that is another name.
    private(set) var local: [String?] = []
    private(set) var ofPlaces: [Translations.Names] = []
    private let translations: Translations
    private let languages: LocalLanguages

    /// - Parameter places: those of the sources, with their states.
    init(_ sources: PlaceSources, places: [Place], translations: Translations) {
        let languages = LocalLanguages(sources.countries)
        let states = Set(
            places.compactMap { place in
                place.isoCountryCode.flatMap { country in place.administrativeArea.map { [country, $0] } }
            })
        let rule = EnglishNames(sources, states: states, languages: languages, translations: translations)
        english = zip(sources.cities, places).map { rule.name(of: $0, state: $1.isoSubdivisionCode) }
        (self.translations, self.languages) = (translations, languages)
        for (index, city) in sources.cities.enumerated() {
            let (names, local) = names(of: city, english: english[index], state: places[index].isoSubdivisionCode)
            ofPlaces.append(names)
            self.local.append(local)
        }
    }

    /// A place as a county may be called after it.
    func town(_ place: Int) -> EnglishCounties.Town {
        EnglishCounties.Town(localName: local[place] ?? english[place], englishName: english[place])
    }

    /// The names of a place in other languages, and what people there write where that is not its English name.
    private func names(
        of city: PlaceSources.City, english: String, state: String?
    ) -> (names: Translations.Names, local: String?) {
        var names = translations.withTraditional(translations.places[city.geonameid] ?? [:])
        let isEnglish = names.removeValue(forKey: "en") == city.name
        let spoken = languages.languages(country: city.countrycode ?? "", state: state)
        let preferences = spoken.compactMap { LanguagePreference($0) }
        if english != city.name, let first = preferences.first, LocalLanguages.latin.contains(first.language),
            first.catalogues.allSatisfy({ names[$0] == nil })
        {
            // GeoNames' own name, if nothing else, is what people there write.
            names[first.language] = city.name
        }
        let found = preferences.flatMap(\.catalogues).compactMap { names[$0] }
        // Of a place with names in several languages, the one that GeoNames itself uses, unless that is the English one,
        // which another language may have, too (Rome is French).
        let isOwn = !isEnglish && found.contains(city.name)
        let local = isOwn ? city.name : found.first ?? (english == city.name ? nil : city.name)
        return (names, local == english || preferences.isEmpty ? nil : local)
    }

    /// What the layer holds.
    ///
    /// - Parameters:
    ///   - numbers: for each place its number in the layer of places.
    ///   - states: the names of the states in English, by ISO 3166-2 code.
    ///   - otherNames: GeoNames' own names of those that it does not call so.
    ///   - keys: GeoNames' key of each of these states.
    ///   - waters: what people there call seas and lakes, by their English names.
    ///   - meansTheSame: whether a name of CLDR is that of the state with a code.
    func layer(
        numbers: [Int], states: [String: String], otherNames: [String: String] = [:], keys: [String: String],
        waters: [String: String] = [:],
        meansTheSame: (_ code: String, _ name: String) -> Bool
    ) -> [NamesLayerWriter.Name] {
        var names: [NamesLayerWriter.Name] = []
        func add(_ key: NameKey?, _ translated: Translations.Names, _ local: String?, english: String) {
            guard let key else { return }
            for (language, text) in translated where language.prefix(3) != "en_" && language != "en" {
                names.append(.init(key, language: language, text: text == english ? "" : text))
            }
            if let local { names.append(.init(key, language: NamesFormat.local, text: local)) }
        }
        for place in english.indices {
            add(NameKey(place: numbers[place]), ofPlaces[place], local[place], english: english[place])
        }
        for (code, english) in states {
            let country = String(code.prefix(2))
            var names = self.names(ofState: code, key: keys[code], meansTheSame)
            let spoken = languages.languages(country: country, state: code).first.flatMap { LanguagePreference($0) }
            if let own = otherNames[code], let spoken, LocalLanguages.latin.contains(spoken.language),
                spoken.catalogues.allSatisfy({ names[$0] == nil })
            {
                names[spoken.language] = own
            }
            add(NameKey(state: code), names, local(names, english, country: country, state: code), english: english)
        }
        for (country, names) in translations.countries {
            let names = translations.withTraditional(names)
            guard let english = names["en"] else { continue }
            let local = local(names, english, country: country, state: nil)
            add(NameKey(country: country), [:], local, english: english)
        }
        for (english, names) in SeaTranslations.names {
            add(NameKey(water: english), translations.withTraditional(names), waters[english], english: english)
        }
        for (english, own) in waters where SeaTranslations.names[english] == nil {
            add(NameKey(water: english), [:], own, english: english)
        }
        return names
    }

    /// GeoNames' names of a state, which have GeoNames' keys, and for other languages CLDR's, where its code means the same:
    /// Iran and Morocco have given their codes to other states since.
    func names(
        ofState code: String, key: String?, _ meansTheSame: (_ code: String, _ name: String) -> Bool
    ) -> Translations.Names {
        var names = key.flatMap { translations.states[$0] } ?? [:]
        if let others = translations.subdivisions[code], let english = others["en"], meansTheSame(code, english) {
            names.merge(others) { first, _ in first }
        }
        return translations.withTraditional(names)
    }

    private func local(_ names: Translations.Names, _ english: String, country: String, state: String?) -> String? {
        let found = languages.languages(country: country, state: state)
            .compactMap { LanguagePreference($0) }.flatMap(\.catalogues).compactMap { names[$0] }
        return found.first == english ? nil : found.first
    }
}
