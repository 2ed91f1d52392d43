/// Tells which of a city's names are in the language of its country.
package enum NativeNames {
    /// Those of a city's other names that are written as one of the first three languages of its country writes, and not in
    /// plain A–Z: a guess, because the source does not tell languages.
    package static func of(_ city: PlaceSources.City, languages: String) -> [String] {
        let ranges = languages.split(separator: ",").prefix(3).flatMap { Self.letters[$0.prefix { $0 != "-" }] ?? [] }
        return city.usableAlternateNames.filter { name in
            let foreign = name.unicodeScalars.filter { $0.value > 0x7F }
            return !foreign.isEmpty && foreign.allSatisfy { letter in ranges.contains { $0.contains(letter) } }
        }
    }

    /// The letters beside A–Z in which languages are written, as far as a name in them tells that it is one of the language.
    private static let letters: [Substring: [ClosedRange<Unicode.Scalar>]] = {
        var letters: [Substring: [ClosedRange<Unicode.Scalar>]] = [:]
        func add(_ languages: Substring, _ ranges: ClosedRange<Unicode.Scalar>...) {
            for language in languages.split(separator: " ") { letters[language, default: []] += ranges }
        }
        add("zh ja yue", "\u{4E00}"..."\u{9FFF}")
        add("ja", "\u{3040}"..."\u{30FF}")
        add("ko", "가"..."힣")
        add("ru uk be bg sr mk kk ky mn tg", "Ѐ"..."ӿ")
        add("ar fa ur ps ckb ug sd", "\u{620}"..."\u{6FF}")
        add("he", "א"..."ת")
        add("el", "\u{386}"..."\u{3CE}")
        add("hi mr ne", "\u{900}"..."\u{97F}")
        add("bn", "\u{980}"..."\u{9FF}")
        add("ta", "\u{B80}"..."\u{BFF}")
        add("te", "\u{C00}"..."\u{C7F}")
        add("th", "\u{E00}"..."\u{E7F}")
        add("my", "\u{1000}"..."\u{109F}")
        add("ka", "\u{10D0}"..."\u{10FF}")
        add("hy", "\u{531}"..."\u{58F}")
        add("am ti", "\u{1200}"..."\u{137F}")
        for (language, special) in [
            ("de", "äöüßÄÖÜ"), ("fr", "éèêëàâçîïôûùÉÈÊÀÂÇÎÔ"), ("es", "áéíóúñÁÉÍÓÚÑü"), ("pt", "áéíóúãõâêôçÁÉÍÓÚÃÂÊÔÇ"),
            ("pl", "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"), ("cs", "áčďéěíňóřšťúůýžÁČĎÉÍŇÓŘŠŤÚÝŽ"), ("tr", "çğıöşüÇĞİÖŞÜ"),
            ("sv", "åäöÅÄÖ"),
            ("da", "æøåÆØÅ"), ("no", "æøåÆØÅ"), ("hu", "áéíóöőúüűÁÉÍÓÖŐÚÜŰ"), ("ro", "ăâîșşțţĂÂÎȘŞȚŢ"),
        ] {
            letters[Substring(language), default: []] += special.unicodeScalars.map { $0...$0 }
        }
        add("vi", "à"..."ỹ")
        return letters
    }()
}
