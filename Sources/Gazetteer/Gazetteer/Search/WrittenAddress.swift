/// A text that names a street, and the city behind or before it: what is left of an address where nobody knows the street.
struct WrittenAddress {
    /// What may be the city with its areas, the likeliest first.
    let cities: [[FoldedName]]
    /// Whether the text can be nothing but an address: `150 Elm Street`. Without a word for a street it may be a postal
    /// code and a city as well, and without a number a name.
    let isOnlyAddress: Bool

    /// `10`, `221b`, `128bis`; longer is no house number.
    private static let longestNumber = 6
    /// A quarter of a town, which stands between the street and the city: `NW`, `S`.
    private static let directions: Set = ["n", "s", "e", "w", "ne", "nw", "se", "sw"]

    /// Nil for a text that names no street.
    init?(_ parts: [FoldedName]) {
        guard let index = parts.firstIndex(where: Self.isStreet) else { return nil }
        let words = parts[index].words
        let others = Array(parts[..<index] + parts[(index + 1)...])
        let street = words.indices.first {
            StreetWords.contains(words[$0]) || $0 > 0 && StreetWords.isAbbreviation(words[$0])
        }
        isOnlyAddress = street != nil && words.contains(where: Self.isNumber)
        var cities: [[FoldedName]] = []
        if let street, case let rest = Self.words(behind: street, of: words), !rest.isEmpty {
            cities.append([FoldedName(joining: rest)] + others)
        }
        // `221B Baker Street, Marylebone, London`: without the parts that nobody knows.
        for start in others.indices { cities.append(Array(others[start...])) }
        self.cities = cities
    }

    /// A number and words beside it, or else a word for a street beside another one.
    private static func isStreet(_ part: FoldedName) -> Bool {
        let words = part.words
        guard words.count >= 2 else { return false }
        let numberCount = words.count(where: isNumber)
        return numberCount > 0 && numberCount < words.count || words.contains(where: StreetWords.contains)
    }

    static func isNumber(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        word.count <= longestNumber && word.first.map { ("0"..."9").contains($0) } == true
    }

    /// `London` of `10 Downing Street London`, `8001 Zürich` of `Bahnhofstrasse 1 8001 Zürich`; nothing of `5 Rue de Paris`,
    /// where the name of the street follows.
    private static func words(
        behind street: Int, of words: [ArraySlice<Unicode.Scalar>]
    ) -> ArraySlice<ArraySlice<Unicode.Scalar>> {
        var rest = words[(street + 1)...]
        if let number = rest.firstIndex(where: isNumber), !words[..<street].contains(where: isNumber) {
            rest = words[(number + 1)...]
        } else if !words[..<street].contains(where: { !isNumber($0) }) {
            return []
        }
        if let first = rest.first, directions.contains(String(String.UnicodeScalarView(first))) {
            rest = rest.dropFirst()
        }
        return rest
    }
}
