/// One way to read what somebody typed as an address.
struct AddressReading: Hashable {
    var street: FoldedName
    /// `12a`; nil when the street alone is asked for.
    var number: FoldedName?
    /// What the street lies in: a city, a state, a country.
    var areas: [FoldedName]
}

/// What somebody typed, read as an address: `Herrengasse 4, Vaduz`, `4 Rue Grimaldi, Monaco`, `Via Roma, 4, Milano`,
/// `9490 Vaduz, Herrengasse 4`, `Herrengasse 4 9490 Vaduz`, or a street alone.
struct AddressText {
    /// The readings, those with a house number first; each once.
    private(set) var readings: [AddressReading] = []

    /// More lines than an address has, and more words than the name of a street; they bound the readings.
    private static let (mostParts, mostWords) = (8, 12)
    /// `12345`, `128bis`; more is no house number.
    private static let longestNumber = 8

    /// Returns nil when there is nothing to look for, or far too much.
    init?(_ text: String) {
        guard text.utf8.count <= 1000 else { return nil }
        for spelling in JapaneseAddress.spellings(of: text) { addReadings(of: spelling) }
        if readings.isEmpty { return nil }
    }

    private mutating func addReadings(of text: String) {
        let parts = TextParts.of(text).map { Self.withoutNumberSign(FoldedName($0)) }.filter { !$0.isEmpty }
        guard (1...Self.mostParts).contains(parts.count), parts.allSatisfy({ $0.words.count <= Self.mostWords }) else {
            return
        }
        for index in parts.indices {
            var others = Array(parts[..<index] + parts[(index + 1)...])
            // `26, rue Grimaldi, Monaco`
            if index + 1 < parts.count, parts[index].words.count == 1, Self.isNumber(parts[index].words[0]) {
                others.remove(at: index)
                add(parts[index + 1].words[...], number: parts[index], areas: others)
                others = Array(parts[..<index] + parts[(index + 1)...])
            }
            // `Via Roma, 4, Milano`
            if index + 1 < parts.count, parts[index + 1].words.count == 1, Self.isNumber(parts[index + 1].words[0]) {
                others.remove(at: index)
                add(parts[index].words[...], number: parts[index + 1], areas: others)
            }
            addNumbered(parts[index].words, areas: others)
        }
        for index in parts.indices {
            addPlain(parts[index].words, areas: Array(parts[..<index] + parts[(index + 1)...]))
        }
    }

    private static func isNumber(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        word.count <= longestNumber && word.first.map { ("0"..."9").contains($0) } == true
    }

    /// `a`, `bis`: what stands behind the digits of a house number.
    private static func isSuffix(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        word.count == 1 || ["bis", "ter"].contains(String(String.UnicodeScalarView(word)))
    }

    /// The part without the word before its number: `Calle Mayor nº 5`.
    private static func withoutNumberSign(_ part: FoldedName) -> FoldedName {
        let words = part.words
        let kept = words.indices.filter { index in
            let isSign = ["no", "nº", "nr", "num", "numero"].contains(String(String.UnicodeScalarView(words[index])))
            return !(isSign && index + 1 < words.count && isNumber(words[index + 1]))
        }
        return kept.count == words.count ? part : FoldedName(joining: kept.map { words[$0] })
    }

    /// With a number before the street or behind it; what follows is an area, with or without a comma.
    private mutating func addNumbered(_ words: [ArraySlice<Unicode.Scalar>], areas: [FoldedName]) {
        for start in words.indices where Self.isNumber(words[start]) {
            // `12-14` and `12 a` are folded to two words.
            for end in [start + 2, start + 1] where end <= words.count {
                let number = FoldedName(joining: words[start..<end])
                if end == start + 2, !Self.isNumber(words[start + 1]), !Self.isSuffix(words[start + 1]) { continue }
                let rest = words[end...]
                if start > 0 {
                    let behind = (rest.isEmpty ? [] : [FoldedName(joining: rest)]) + areas
                    add(words[..<start], number: number, areas: behind)
                    // `Vaduz Herrengasse 4`
                    for split in words.indices.dropFirst() where split < start {
                        add(
                            words[split..<start], number: number,
                            areas: [FoldedName(joining: words[..<split])] + behind)
                    }
                } else if !rest.isEmpty {
                    for split in stride(from: rest.endIndex, to: rest.startIndex, by: -1) {
                        let area = rest[split...]
                        add(
                            rest[..<split], number: number,
                            areas: (area.isEmpty ? [] : [FoldedName(joining: area)]) + areas)
                    }
                }
            }
        }
    }

    /// A street alone: the whole part, its first words, or its last ones.
    private mutating func addPlain(_ words: [ArraySlice<Unicode.Scalar>], areas: [FoldedName]) {
        for split in stride(from: words.endIndex, to: words.startIndex, by: -1) {
            let area = words[split...]
            add(words[..<split], number: nil, areas: (area.isEmpty ? [] : [FoldedName(joining: area)]) + areas)
        }
        for split in words.indices.dropFirst() {
            add(words[split...], number: nil, areas: [FoldedName(joining: words[..<split])] + areas)
        }
    }

    /// Adds a reading, and the same one without what may be a postal code among the areas.
    private mutating func add(
        _ street: ArraySlice<ArraySlice<Unicode.Scalar>>, number: FoldedName?, areas: [FoldedName]
    ) {
        let street = FoldedName(joining: street)
        let others = PostalCodeInText.readings(of: areas).map(\.parts)
        // Nothing but a postal code is left out by that, too.
        let codes = areas.filter { area in area.words.allSatisfy(Self.isNumber) }
        let withoutCodes = codes.isEmpty ? [] : [areas.filter { !codes.contains($0) }]
        for areas in [areas] + others + withoutCodes {
            let reading = AddressReading(street: street, number: number, areas: areas)
            if !readings.contains(reading) { readings.append(reading) }
        }
    }
}
