import Gazetteer

/// The names that everybody is shown: in English, where GeoNames' own habit mixes the languages (Munich, but Köln).
///
/// GeoNames has an English name for 28,485 places, and 1,278 of them differ from its own name. Most are no better: they
/// only add what the place is (`Kaohsiung City`), are out of date (`Amoy`, `Nur-Sultan`), or spell another romanization.
/// docs/explain/gazetteer.md has the rule, and says who has looked at what it does.
struct EnglishNames {
    /// Country and state, or country, by name: what a city must not be confused with.
    private let areas: Set<[String]>
    private let languages: LocalLanguages
    private let translations: Translations

    init(_ sources: PlaceSources, states: Set<[String]>, languages: LocalLanguages, translations: Translations) {
        areas = states.union(sources.countries.map { [$0.iso, $0.name] })
        (self.languages, self.translations) = (languages, translations)
    }

    /// What a place is called in English.
    func name(of city: PlaceSources.City, state: String?) -> String {
        if let name = Self.names[city.geonameid] { return name }
        guard let names = translations.places[city.geonameid], let english = names["en"], english != city.name else {
            return city.name
        }
        if Self.accepted.contains(city.geonameid) { return english }
        if Self.refused.contains(city.geonameid) { return city.name }
        return choice(of: city, english, names, state)
    }

    private func choice(
        of city: PlaceSources.City, _ english: String, _ names: Translations.Names, _ state: String?
    ) -> String {
        let (own, other) = (FoldedName(city.name), FoldedName(english))
        let spoken = languages.languages(country: city.countrycode ?? "", state: state)
        // The same letters: without marks that English does not write, except where people speak it (King's Lynn).
        if own.scalars.filter({ $0 != " " }) == other.scalars.filter({ $0 != " " }) {
            return !spoken.isEmpty && Self.oddity(english) < Self.oddity(city.name) ? english : city.name
        }
        let (ownWords, otherWords) = (Self.words(own), Self.words(other))
        // "Kaohsiung City", "Santiago de Cali": the English name says no more than the own one.
        if ownWords.isSubset(of: otherWords) { return city.name }
        if otherWords.isSubset(of: ownWords) {
            // "Pasig City" is Pasig; but New York City is no state. What else is left out belongs to the name.
            let isKind = ownWords.subtracting(otherWords).isSubset(of: Self.kinds)
            return isKind && !areas.contains([city.countrycode ?? "", english]) ? english : city.name
        }
        // Köln is what people there write, so Cologne is a translation. Of names in other scripts GeoNames' own name is
        // an English one already, and the newer of the two.
        let local = spoken.flatMap { LanguagePreference($0)?.catalogues ?? [] }
        return local.contains { names[$0] == city.name } ? english : city.name
    }

    private static let kinds: Set<String> = ["city", "town", "si", "shi", "municipality", "district"]

    private static func words(_ name: FoldedName) -> Set<String> {
        Set(name.words.map { String(String.UnicodeScalarView($0)) })
    }

    /// How far a name is from what an English keyboard has.
    private static func oddity(_ name: String) -> Int {
        name.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? ($1 == "'" ? 1 : 0) : 2) }
    }

    /// Two languages in one name, or an English name that the source lacks; by GeoNames id.
    private static let names = [
        104_515: "Mecca", 255_683: "Patras", 3_104_499: "Vitoria-Gasteiz", 3_110_044: "San Sebastián",
        3_116_503: "Mondragón", 3_118_228: "Llodio",
    ]

    /// Better than GeoNames' own name, against the rule: the spelling of English newspapers, and the name that people use
    /// of a long one.
    private static let accepted: Set<Int> = [
        96_994, 99_454, 99_532, 100_077, 107_304, 109_223, 109_435, 121_801, 163_345, 170_017, 250_258, 258_576,
        261_745,
        281_129, 293_918, 355_795, 379_303, 487_928, 515_012, 519_336, 520_555, 523_750, 554_233, 584_923, 609_655,
        689_558, 693_468, 703_845, 709_932, 949_880, 1_256_436, 1_256_728, 1_267_885, 1_272_243, 1_273_467, 1_277_029,
        1_277_799, 1_281_019, 1_512_473, 1_513_243, 1_513_886, 1_529_660, 1_608_133, 1_842_943, 1_846_052, 1_850_034,
        1_860_704, 2_028_462, 2_411_989, 3_515_001, 3_522_210, 2_658_576, 3_526_617, 3_998_655, 4_011_743, 57_289,
    ]

    /// Worse than GeoNames' own name, although the rule takes them: names of another time or another language, and
    /// spellings for lack of letters.
    private static let refused: Set<Int> = [
        54_225, 56_335, 114_593, 250_799, 300_796, 303_750, 585_225, 601_608, 663_118, 683_506, 686_578, 688_373,
        694_677,
        696_566, 702_563, 713_259, 738_329, 745_026, 787_157, 789_225, 790_674, 1_067_531, 1_220_747, 1_256_515,
        1_269_920,
        1_269_935, 1_517_323, 1_524_801, 1_683_881,
        1_686_933, 1_735_459, 2_365_560, 2_511_330, 2_519_110, 2_745_392, 2_805_910, 2_875_881, 2_876_147, 2_978_640,
        2_980_827,
        3_025_466, 3_084_074, 3_085_056, 3_171_728, 3_175_628, 3_181_550, 3_518_723, 3_874_960, 3_874_997, 3_990_040,
        12_217_184,
    ]
}
