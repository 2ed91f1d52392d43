import PlacemarkModel

/// What may be the city of a text that nothing has been found for, and what would be the street before it. No word of the text need
/// say that it is an address, so it is read as one last of all.
struct AddressGuess {
    /// What says that a city follows, from the surest to the least sure.
    enum Sign {
        /// `Champs-Élysées, Paris`
        case comma
        /// A number between both: `Damrak 1 Amsterdam`.
        case number
        /// The number, then a French word for a street: `12 rue de Rivoli Paris`. The name of the street may end as that of a
        /// city does.
        case frenchStreet
    }

    let sign: Sign
    /// What would be the street, the quarter and the building. None of them may be called as a place is: `Zürich, Paris` contradicts
    /// itself, and says nothing of a street.
    let unknown: [FoldedName]
    /// The city with its areas.
    let city: [FoldedName]

    /// So long a text is no address, and the endings of a longer one are too many to look for.
    private static let mostWords = 12

    /// The guesses for a text by what stands between its commas, the likeliest first.
    static func all(of parts: [FoldedName]) -> [AddressGuess] {
        guard let first = parts.first?.words, first.count <= mostWords else { return [] }
        let others = Array(parts.dropFirst())
        let behindComma = parts.indices.dropFirst().map {
            AddressGuess(sign: .comma, unknown: Array(parts[..<$0]), city: Array(parts[$0...]))
        }
        return behindComma + behindNumber(first, others) + behindFrenchStreet(first, others)
    }

    /// What follows the first number, which may be a postal code with its city, and what follows the last of several: `Damrak 1-3`.
    private static func behindNumber(_ words: [ArraySlice<Unicode.Scalar>], _ others: [FoldedName]) -> [AddressGuess] {
        guard let number = words.firstIndex(where: WrittenAddress.isNumber), number > 0,
            let next = words[number...].firstIndex(where: { !WrittenAddress.isNumber($0) })
        else { return [] }
        let street = FoldedName(joining: words[..<number])
        return [number + 1, next].map {
            AddressGuess(sign: .number, unknown: [street], city: [FoldedName(joining: words[$0...])] + others)
        }
    }

    /// The endings of the street's name, the longest first; but not what belongs to the word before it: `5 Rue de Paris`.
    private static func behindFrenchStreet(
        _ words: [ArraySlice<Unicode.Scalar>], _ others: [FoldedName]
    ) -> [AddressGuess] {
        func isAny(of set: Set<String>, _ word: ArraySlice<Unicode.Scalar>) -> Bool {
            set.contains(String(String.UnicodeScalarView(word)))
        }
        guard let kind = words.firstIndex(where: { isAny(of: frenchKinds, $0) }), kind > 0,
            words[..<kind].allSatisfy({ WrittenAddress.isNumber($0) || isAny(of: ["bis", "ter"], $0) })
        else { return [] }
        return words.indices.dropFirst(kind + 2).filter { !isAny(of: frenchParticles, words[$0 - 1]) }.map {
            let city = FoldedName(joining: words[$0...])
            return AddressGuess(sign: .frenchStreet, unknown: [], city: [city] + others)
        }
    }

    private static let frenchKinds: Set = [
        "rue", "avenue", "av", "boulevard", "bd", "chemin", "quai", "impasse", "allee", "place", "cours", "passage",
        "square", "route",
    ]
    /// Words that the name of a street does not end with.
    private static let frenchParticles: Set = [
        "de", "du", "des", "d", "la", "le", "les", "l", "et", "a", "au", "aux", "en", "sur", "saint", "sainte", "st",
        "ste", "faubourg", "porte",
    ]
}

/// What is tried last of all.
extension NameSearch {
    /// Less sure signs than a comma speak for a city only that many people know.
    private static let fewestInhabitants = 50_000
    /// Where French addresses have the number first, as packed letters.
    private static let frenchCountries = Set(
        "FR BE LU CH MC CA MA DZ TN SN CI".split(separator: " ").compactMap { CountryCode.packed($0) })

    /// The city of a text that may be an address, when what stands before it is the name of nothing, and the rest that of a place
    /// rather than of a country or state.
    static func guessedHits(
        for text: SearchText, in places: PlacesLayer, _ layer: SearchLayer, _ request: Request
    ) -> [Hit] {
        let search = NameSearch(places, layer, request)
        var request = request
        // The best may be none that counts.
        request.limit = max(request.limit, mostHitsToChooseFrom)
        for guess in AddressGuess.all(of: text.parts) where !guess.unknown.contains(where: search.isNamed) {
            let hits = cities(named: guess.city, in: places, layer, request) { hits in
                guard hits.first?.area == nil else { return [] }
                return hits.filter { $0.area == nil && search.mayBeCity($0, by: guess.sign) }
            }
            if !hits.isEmpty { return hits }
        }
        return []
    }

    /// Whether anything has the name; and what is too short for the name of a street counts as one, or may be a code.
    private func isNamed(_ name: FoldedName) -> Bool {
        name.isCode || name.scalars.count < Self.fewestLettersToCorrect || layer.names.values(of: name.utf8) != nil
            || layer.areas.values(of: name.utf8) != nil
    }

    private func mayBeCity(_ hit: Hit, by sign: AddressGuess.Sign) -> Bool {
        let isLarge = places.record(at: hit.index).map { $0.population >= Self.fewestInhabitants } == true
        switch sign {
        case .comma: return true
        case .number: return isLarge
        case .frenchStreet:
            return isLarge && hit.match == .name
                && places.countryCode(at: hit.index).map { Self.frenchCountries.contains($0) } == true
        }
    }
}
