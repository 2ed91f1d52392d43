/// Words that say that a text is the name of a street.
enum StreetWords {
    /// Whether a word is one, or ends as one (`Bahnhofstrasse`, `Keizersgracht`).
    static func contains(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        let word = String(String.UnicodeScalarView(word))
        return words.contains(word) || endings.contains { word.count > $0.count && word.hasSuffix($0) }
    }

    /// Whether a word is short for one behind the name of a street; at the beginning, `St` is a saint.
    static func isAbbreviation(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        abbreviations.contains(String(String.UnicodeScalarView(word)))
    }

    private static let words: Set<String> = Set(
        """
        street road avenue lane drive boulevard square court crescent terrace highway parkway strasse weg gasse platz
        allee rue route chemin quai impasse calle avenida paseo plaza carrer avinguda placa carretera camino rua travessa
        praca alameda via viale piazza corso vicolo largo ulica aleja namesti trida ulitsa prospekt pereulok straat laan
        gatan vej gade utca sokak caddesi
        """.split { $0.isWhitespace }.map(String.init))
    private static let abbreviations: Set = [
        "st", "rd", "ave", "av", "ln", "dr", "blvd", "sq", "ct", "hwy", "pkwy", "str",
    ]
    private static let endings = [
        "strasse", "str", "gasse", "platz", "allee", "straat", "laan", "gracht", "gatan", "katu",
    ]
}
