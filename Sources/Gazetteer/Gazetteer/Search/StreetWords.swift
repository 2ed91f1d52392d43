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

    /// A name as that of each kind of street; none for one that has its kind.
    static func withKinds(_ name: FoldedName) -> [FoldedName] {
        guard !name.words.contains(where: contains) else { return [] }
        let name = String(String.UnicodeScalarView(name.scalars))
        return (kindsBefore.map { "\($0) \(name)" } + kindsBehind.map { "\(name) \($0)" } + endings.map { name + $0 })
            .map { FoldedName($0) }
    }

    private static let kindsBefore = [
        "avinguda", "avenida", "avenue", "boulevard", "calle", "carrer", "corso", "passeig", "paseo", "piazza", "place",
        "placa", "plaza", "praca", "rua", "rue", "ulica", "via", "viale",
    ]
    private static let kindsBehind = ["street", "road", "avenue", "lane", "strasse", "weg", "platz", "allee"]
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
