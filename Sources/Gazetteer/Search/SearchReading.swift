/// One way to read what somebody typed: the name of a place, and the areas that it is to lie in.
struct SearchReading: Hashable {
    var name: FoldedName
    var areas: [FoldedName] = []
}

/// What somebody typed to find a place.
struct SearchText {
    /// As it stands: a name up to the first comma, then areas. Or a name with a comma in it.
    let plain: [SearchReading]
    /// Without the comma: `Paris TX`; the longest name first.
    let split: [SearchReading]
    /// The areas first: `Germany, Munich`, `日本 東京`.
    let reversed: [SearchReading]
    /// The same without what may be a postal code, the likeliest first; empty where there is none.
    private(set) var withoutPostalCode: [SearchText] = []
    /// The letters and digits of the postal code that has been passed over; empty where there was none.
    private(set) var postalCode: [Unicode.Scalar] = []

    /// No text that is meant as a name is longer; the time to read one grows with the square of its length.
    private static let longestTextByteCount = 1000
    /// More lines than an address has, and more words than all but two names of the world file; they bound the readings.
    private static let (mostParts, mostWordsInName) = (12, 12)

    /// The name up to the first comma, as it was typed, without the blanks around it.
    private(set) var firstPart = ""
    /// What stands between the commas, folded.
    var parts: [FoldedName] { plain.first.map { [$0.name] + $0.areas } ?? [] }

    /// The letters and digits of a text that may be a postal code and nothing else.
    var wholePostalCode: [Unicode.Scalar]? {
        guard parts.count == 1, postalCode.isEmpty, let scalars = parts.first?.scalars.filter({ $0 != " " }),
            scalars.contains(where: { ("0"..."9").contains($0) }), scalars.count <= PostalCodeInText.longestCode
        else { return nil }
        return scalars
    }

    /// Returns nil when there is no name in `text`, or far too much.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longestTextByteCount else { return nil }
        let parts = text.split { ",;\u{60C}\u{61B}\u{3001}\u{FF0C}\u{FF1B}".contains($0) }.map { FoldedName($0) }
            .filter { !$0.isEmpty }
        guard parts.count <= Self.mostParts else { return nil }
        self.init(parts)
        firstPart = text.prefix { $0 != "," }.split(separator: " ").joined(separator: " ")
        withoutPostalCode = PostalCodeInText.readings(of: parts).compactMap { reading in
            var text = SearchText(reading.parts)
            text?.postalCode = reading.code
            return text
        }
    }

    /// Returns nil when there is no part.
    private init?(_ parts: [FoldedName]) {
        guard let first = parts.first, let last = parts.last else { return nil }
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
