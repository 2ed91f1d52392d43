import PlacemarkModel

/// Finds airports by their names: in full, or without the words that most of them have and without their city, as people say
/// `Heathrow` and `O'Hare`; and by their IATA codes (`JFK`).
///
/// It looks at all airports: most of them are passed over by their letters alone.
struct AirportSearch {
    let world: WorldLayers
    /// Knows what else the text says.
    let filter: AreaFilter

    /// A place with more inhabitants is what people mean by its name, and nothing that flies.
    static let largestNamesake = 50_000

    /// An airport, and how likely somebody means it, in the measure of `NameScore`.
    struct Found {
        var result: SearchResult
        var score: Double
        /// Whether the text is its code, and typed as one: it comes before what else has the same code.
        var isTypedCode = false
    }

    private static let commonWords: Set<[Unicode.Scalar]> = Set(
        ["airport", "airfield", "international", "intl", "regional", "municipal"].map { Array($0.unicodeScalars) })

    /// The airports that a text means, the likeliest first.
    ///
    /// - Parameter byCodeOnly: Not those that have the name.
    func airports(for text: SearchText, byCodeOnly: Bool = false) -> [Found] {
        guard let cities = world.cities, world.airports != nil else { return [] }
        for reading in text.plain where !byCodeOnly || reading.name.isCode {
            let wanted = Words(reading.name)
            guard !wanted.own.isEmpty, !byCodeOnly || wanted.code != nil else { continue }
            let found = (0..<cities.airportCount).compactMap { number -> Found? in
                guard let airport = cities.airport(number) else { return nil }
                if let code = wanted.code, cities.airportCode(number) == code, let name = cities.name(airport.name) {
                    return self.found(
                        number, named: name, of: airport.city, by: text.isTypedAsCode ? .typedCode : .code)
                }
                guard !byCodeOnly, cities.mayContain(wanted.letters, airport.name),
                    let name = cities.name(airport.name), isMeant(name, of: airport.city, by: wanted)
                else { return nil }
                let isTown = !wanted.hasCommonWord && !reading.areas.isEmpty
                return self.found(number, named: name, of: airport.city, by: isTown ? .nameInArea : .name)
            }.filter { filter.lies($0.result, in: reading.areas) }
            if !found.isEmpty { return found.sorted { $0.score > $1.score } }
        }
        return []
    }

    /// How an airport comes to be meant. Its city tells how likely that is, except where a town is likelier in any case: by a code
    /// that is not typed as one, and by a name with what it lies in, as people write it behind that of a town.
    private enum Meaning { case typedCode, code, name, nameInArea }

    /// Whether an airport is called so. What the city is called, too, means the city, unless an airport is spoken of.
    private func isMeant(_ name: String, of city: CityReference, by wanted: Words) -> Bool {
        let words = Words(FoldedName(name)).own
        let nameOfCity = FoldedName(city.place.flatMap { world.places.name(at: $0) } ?? "")
        let rest = words.filter { word in !nameOfCity.words.contains { $0.elementsEqual(word) } }
        if wanted.own == words { return wanted.hasCommonWord || !rest.isEmpty }
        return wanted.own == rest
    }

    private func found(
        _ number: Int, named name: String, of city: CityReference, by meaning: Meaning
    ) -> Found? {
        guard let coordinate = coordinate(of: number),
            var placemark = world.placemark(
                at: coordinate, preferredLanguages: filter.search.request.languages)
        else { return nil }
        (placemark.name, placemark.areasOfInterest) = (name, [name])
        (placemark.distant, placemark.distance, placemark.bearing) = (nil, nil, nil)
        var result = SearchResult(placemark: placemark, coordinate: coordinate, population: 0, match: .name)
        var score = NameScore.of(population: city.place.flatMap { world.places.record(at: $0)?.population } ?? 0)
        switch meaning {
        case .typedCode: break
        // As another name of its city.
        case .name: score -= NameScore.alternateNamePenalty
        case .code, .nameInArea: score -= NameScore.afterAllPenalty
        }
        if let hint = filter.search.request.hint {
            result.measure(from: hint)
            score -= NameScore.penalty(ofDistance: hint.distance(to: coordinate))
        }
        return Found(result: result, score: score, isTypedCode: meaning == .typedCode)
    }

    private func coordinate(of number: Int) -> Coordinate? {
        guard let airports = world.airports, let code = PostalCityCode.text(airport: number) else { return nil }
        return airports.countriesWithCodes.lazy
            .compactMap { airports.find(Array(code.utf8), country: $0)?.coordinates.first }.first
    }

    /// The words of a name, but for those that most airports have.
    private struct Words {
        let own: [[Unicode.Scalar]]
        let hasCommonWord: Bool
        /// The letters from a to z among them, as bits.
        let letters: UInt32
        /// What they may be the code of.
        let code: AirportCode?

        init(_ name: FoldedName) {
            let words = name.words.map { Array($0) }
            own = words.filter { !AirportSearch.commonWords.contains($0) }
            hasCommonWord = own.count < words.count
            code = own.count == 1 ? AirportCode(String(String.UnicodeScalarView(own[0]))) : nil
            letters = own.joined().reduce(0) { $0 | ("a"..."z" ~= $1 ? 1 << ($1.value - 0x61) : 0) }
        }
    }
}

extension CitiesLayer {
    /// Whether a name may have these letters: it has them, or some that are not of English, which may be folded to them.
    fileprivate func mayContain(_ letters: UInt32, _ name: UInt32) -> Bool {
        guard let bytes = nameBytes(name) else { return false }
        var missing = letters
        // A buffer, not a slice: its elements cost a tenth in a build for tests, whose searches are mostly this.
        for byte in UnsafeRawBufferPointer(rebasing: bytes) where missing != 0 {
            if byte >= 0x80 { return true }
            let small = byte | 0x20
            if small >= 0x61, small <= 0x7A { missing &= ~(1 &<< UInt32(small &- 0x61)) }
        }
        return missing == 0
    }
}
