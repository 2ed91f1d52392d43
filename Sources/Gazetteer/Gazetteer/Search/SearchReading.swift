import PlacemarkModel

/// One way to read what somebody typed: the name of a place, and the areas that it is to lie in.
struct SearchReading: Hashable {
    var name: FoldedName
    var areas: [FoldedName] = []
}

/// What somebody typed to find a place.
struct SearchText {
    /// As it stands: a name up to the first comma, then areas. Or a name with a comma in it.
    let plain: [SearchReading]
    /// The place behind `120 km from`, with what the position lies in, in full and then with ever less of it.
    let farFrom: [SearchReading]
    /// Without the comma: `Paris TX`; the longest name first.
    let split: [SearchReading]
    /// The areas first: `Germany, Munich`, `日本 東京`.
    let reversed: [SearchReading]
    /// The same without what may be a postal code, the likeliest first; empty where there is none.
    private(set) var withoutPostalCode: [SearchText] = []
    /// The letters and digits of the postal code that has been passed over; empty where there was none.
    private(set) var postalCode: [Unicode.Scalar] = []
    /// Whether a short word beside the code has been taken for a part of it: it may have been a state (`Sparta, KY 41086`).
    private(set) var lacksCompanion = false
    /// What stands between the commas, folded.
    let parts: [FoldedName]
    /// Whether a street and its number have been passed over as if they were a name and its postal code.
    private(set) var isLeftOfAddress = false
    /// Whether it was typed as a code is, in capitals and digits: `JFK`, `EC1A`. It is taken at its word.
    private(set) var isTypedAsCode = false

    /// The text as that of an address; nil when it names no street.
    var address: WrittenAddress? { WrittenAddress(parts) }
    /// The text as a postal code alone, with or without its country or state.
    var code: PostalCodeText? { PostalCodeText(parts) }
    /// The text as a postal code that has letters apart.
    var codeInWords: PostalCodeText? { PostalCodeText(joining: parts) }

    /// Such a text is no longer: airports have up to four letters, and so have the first halves of British postal codes.
    private static let longestCode = 4
    /// No text that is meant as a name is longer; the time to read one grows with the square of its length.
    private static let longestTextByteCount = 1000
    /// More lines than an address has, and more words than all but two names of the world file; they bound the readings.
    private static let (mostParts, mostWordsInName) = (12, 12)

    /// The name up to the first comma, as it was typed, without the blanks around it.
    private(set) var firstPart = ""
    /// Returns nil when there is no name in `text`, or far too much.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longestTextByteCount else { return nil }
        let parts = TextParts.of(text).map { FoldedName($0) }.filter { !$0.isEmpty }
        guard parts.count <= Self.mostParts else { return nil }
        self.init(parts)
        firstPart = text.prefix { $0 != "," }.split(separator: " ").joined(separator: " ")
        let typed = text.unicodeScalars.filter { !$0.properties.isWhitespace }
        isTypedAsCode =
            typed.count <= Self.longestCode
            && typed.allSatisfy { ("A"..."Z").contains($0) || ("0"..."9").contains($0) }
        let isOnlyAddress = address?.isOnlyAddress == true
        withoutPostalCode = PostalCodeInText.readings(of: parts).compactMap {
            var text = SearchText($0.parts, postalCode: $0.code, isLeftOfAddress: isOnlyAddress)
            text?.lacksCompanion = $0.takesCompanion
            return text
        }
    }

    /// What is left of a text beside a postal code. Nil when there is no part.
    init?(_ parts: [FoldedName], postalCode: [Unicode.Scalar], isLeftOfAddress: Bool = false) {
        self.init(parts)
        (self.postalCode, self.isLeftOfAddress) = (postalCode, isLeftOfAddress)
    }

    /// Returns nil when there is no part.
    init?(_ parts: [FoldedName]) {
        guard let first = parts.first, let last = parts.last else { return nil }
        self.parts = parts
        let others = Array(parts.dropFirst())
        // Some names have commas: what stands before the first of them is tried first.
        let plain = parts.indices.map { index in
            let name = FoldedName(joining: parts[...index].map { $0.scalars[...] })
            return SearchReading(name: name, areas: Array(parts[(index + 1)...]))
        }
        var reversed: [SearchReading] = []
        if !others.isEmpty { reversed.append(SearchReading(name: last, areas: Array(parts.dropLast()))) }
        let words = first.words
        var split: [SearchReading] = []
        if words.count <= Self.mostWordsInName {
            for count in stride(from: words.count - 1, to: 0, by: -1) {
                let head = FoldedName(joining: words.prefix(count))
                let tail = FoldedName(joining: words.dropFirst(count))
                split.append(SearchReading(name: head, areas: [tail] + others))
                reversed.append(SearchReading(name: tail, areas: [head] + others))
            }
        }
        (self.plain, self.split, self.reversed) = (plain, split, reversed)
        farFrom = Self.farFrom(first, areas: others)
    }
}

extension SearchText {
    /// What may be a water's name: the whole text. Nil beside a postal code, for there is none on the water.
    var nameOfWater: FoldedName? { postalCode.isEmpty ? plain.last?.name : nil }

    /// Whether the postal code that has been passed over can be that of a position. The number of a house is one only where
    /// the codes near by are like it: `80120 Rue` is a town, and `17 Park Avenue` is not.
    func postalCodeFits(at coordinate: Coordinate, country: UInt16?, _ codes: PostalCodesLayer?) -> Bool {
        guard !postalCode.isEmpty, let country else { return true }
        guard let codes else { return !isLeftOfAddress }
        return codes.mayHave(postalCode, country: country)
            && (!isLeftOfAddress || codes.sharedCount(with: postalCode, at: coordinate, country: country) > 0)
    }

    /// The place in what a placemark writes far from it: `120 km from Tamanrasset, Algeria`, `near Vaduz`. The areas are
    /// those of the position, and need not be the place's, except for the country: the nearest place may lie in another state.
    private static func farFrom(_ part: FoldedName, areas: [FoldedName]) -> [SearchReading] {
        guard let letter = part.scalars.first, letter == "n" || ("0"..."9").contains(letter) else { return [] }
        let words = part.words.map { String(String.UnicodeScalarView($0)) }
        let wordCount: Int
        if words.count > 3, words[1...2] == ["km", "from"], words[0].utf8.allSatisfy({ (48...57).contains($0) }) {
            wordCount = 3
        } else if words.count > 1, words[0] == "near" {
            wordCount = 1
        } else {
            return []
        }
        let name = FoldedName(joining: part.words.dropFirst(wordCount))
        // The country is the place's, too.
        return (0..<max(1, areas.count)).map { SearchReading(name: name, areas: Array(areas.dropFirst($0))) }
    }
}

extension FoldedName {
    init(joining words: some Sequence<ArraySlice<Unicode.Scalar>>) {
        self.init(folded: Array(words.joined(separator: [" "])))
    }

    /// The same name spelled otherwise: abbreviated or written out, and without the e that stands for two dots.
    var respellings: [FoldedName] {
        let words = self.words.map { String(String.UnicodeScalarView($0)) }
        let pairs = [("st", "saint"), ("ste", "sainte"), ("mt", "mount"), ("ft", "fort"), ("pt", "point")]
        var result: Set<FoldedName> = []
        for (from, to) in pairs + pairs.map({ ($1, $0) }) where words.contains(from) {
            result.insert(FoldedName(words.map { $0 == from ? to : $0 }.joined(separator: " ")))
        }
        var undotted: [Unicode.Scalar] = []
        for letter in scalars {
            if letter == "e", let last = undotted.last, "aou".unicodeScalars.contains(last) { continue }
            undotted.append(letter)
        }
        result.insert(FoldedName(folded: undotted))
        result.remove(self)
        return result.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
