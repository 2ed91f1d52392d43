import PlacemarkModel

/// What a search tries for a text, and in which order.
extension NameSearch {
    /// A postal code, or what else there is to know, chooses among at most so many places of one name: Santa Cruz, the commonest, is
    /// the name of 69.
    static let mostHitsToChooseFrom = 64

    /// The best places for a text, the best first; empty when there is none. Exact matches come first.
    static func hits(for text: SearchText, in places: PlacesLayer, _ layer: SearchLayer, _ request: Request) -> [Hit] {
        exactHits(for: text, in: places, layer, request)
            ?? exactHits(for: text, in: places, layer, request, lacksCompanion: true)
            ?? looseHits(for: text, in: places, layer, request)
    }

    /// The best places whose names the text has, the best first; nil when there is none. Nothing, when it has a postal code
    /// and means what cannot be where that is.
    ///
    /// - Parameter lacksCompanion: Whether to read a text with a postal code without the word beside that, and not with it.
    static func exactHits(
        for text: SearchText, in places: PlacesLayer, _ layer: SearchLayer, _ request: Request,
        lacksCompanion: Bool = false
    ) -> [Hit]? {
        let others = text.withoutPostalCode.filter { $0.lacksCompanion == lacksCompanion }
        return NameSearch(places, layer, request).first(of: lacksCompanion ? others : [text] + others) {
            $0.exactSteps($1)
        }
    }

    /// What comes next when there are none: the city of an address, other readings, spellings and letters.
    static func looseHits(
        for text: SearchText, in places: PlacesLayer, _ layer: SearchLayer, _ request: Request
    ) -> [Hit] {
        let search = NameSearch(places, layer, request)
        if let address = text.address {
            let cities = Self.cities(of: address, in: places, layer, request)
            // What can only be an address is not the name of something else.
            if !cities.isEmpty || address.isOnlyAddress { return cities }
        }
        return search.first(of: text.withoutPostalCode + [text]) { $0.looseSteps($1) } ?? []
    }

    /// What the first of the texts finds that finds anything.
    private func first(of texts: [SearchText], _ steps: (NameSearch, SearchText) -> [Step]) -> [Hit]? {
        for text in texts {
            var search = self
            if let hits = search.best(for: text, steps(search, text)) { return hits }
        }
        return nil
    }

    /// What the first of the steps finds that finds anything, the best first, chosen by the postal code when there is one. Nil
    /// when none does; nothing, when the text beside the code means a country or state: it is not where the code is.
    private mutating func best(for text: SearchText, _ steps: [Step]) -> [Hit]? {
        let limit = request.limit
        let hasCode = !text.postalCode.isEmpty
        if hasCode { request.limit = max(limit, Self.mostHitsToChooseFrom) }
        take(steps)
        keepBest()
        guard !hits.isEmpty else { return nil }
        if hasCode { choose(byPostalCodeOf: text) }
        return Array(hits.prefix(limit))
    }

    /// The city of an address whose street nobody has, by its exact name.
    private static func cities(
        of address: WrittenAddress, in places: PlacesLayer, _ layer: SearchLayer, _ request: Request
    ) -> [Hit] {
        for parts in address.cities {
            let hits = cities(named: parts, in: places, layer, request) { $0.filter { $0.area == nil } }
            if !hits.isEmpty { return hits }
        }
        return []
    }

    /// What the parts of an address mean as a city with its areas, by an exact name, with and without what may be a postal code.
    ///
    /// - Parameter choose: Takes what may be the city out of all that is called so.
    static func cities(
        named parts: [FoldedName], in places: PlacesLayer, _ layer: SearchLayer, _ request: Request,
        choose: ([Hit]) -> [Hit]
    ) -> [Hit] {
        let withoutCode = PostalCodeInText.readings(of: parts)
        for (parts, code) in [(parts, [])] + withoutCode.map({ ($0.parts, $0.code) }) {
            guard let text = SearchText(parts, postalCode: code) else { continue }
            var search = NameSearch(places, layer, request)
            let hits = choose(search.best(for: text, search.exactSteps(text)) ?? [])
            guard !hits.isEmpty else { continue }
            return hits.map { hit in
                var hit = hit
                hit.match = .withoutStreet
                return hit
            }
        }
        return []
    }

    /// Leaves out the places where there can be no such code, and what is no place, and puts those first whose surroundings have
    /// postal codes that begin like this one, the more letters and digits the better.
    private mutating func choose(byPostalCodeOf text: SearchText) {
        hits.removeAll { hit in
            guard let coordinate = places.coordinate(at: hit.index) else { return true }
            let country = places.countryCode(at: hit.index)
            return !text.postalCodeFits(at: coordinate, country: country, request.postalCodes)
        }
        func sharedCount(_ hit: Hit) -> Int {
            guard let codes = request.postalCodes, let country = places.countryCode(at: hit.index),
                let coordinate = places.coordinate(at: hit.index)
            else { return 0 }
            return codes.sharedCount(with: text.postalCode, at: coordinate, country: country)
        }
        // The text beside the code means a country or state, and not what else is called so.
        if hits.first?.area != nil { hits = [] }
        hits.removeAll { $0.area != nil }
        let counts = hits.map(sharedCount)
        hits = hits.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }.map { hits[$0] }
    }

    private typealias Step = (inout NameSearch) -> Void

    /// Each step runs only when the ones before have found nothing.
    private mutating func take(_ steps: [Step]) { for step in steps where hits.isEmpty { step(&self) } }

    private func exactSteps(_ text: SearchText) -> [Step] {
        let others = text.split + text.reversed
        return [
            { search in
                for reading in text.plain {
                    if let areas = search.areas(reading) { search.findExactly(reading.name, in: areas) }
                }
                if let name = text.nameOfWater, name.isAdjective { search.findWaters(calledForShort: name) }
            },
            // No state and no lake: the position would not be far from it.
            { search in search.findFirst(of: text.farFrom) { $0.find($1, in: $2) } },
            { search in search.findFirst(of: text.plain) { $0.findStates($1, in: $2) } },
            { search in search.findFirst(of: others) { $0.findExactly($1, in: $2) } },
            { search in search.findFirst(of: text.plain + text.farFrom + others) { $0.findRespelled($1, in: $2) } },
            { search in search.findFirst(of: text.plain + text.split) { $0.findCounties($1, in: $2) } },
        ]
    }

    private func looseSteps(_ text: SearchText) -> [Step] {
        guard !text.isTypedAsCode else { return [] }
        return [
            { search in for reading in text.plain + text.split { search.findInSurroundings(reading) } },
            { search in for reading in text.plain { search.findInCorrectedAreas(reading) } },
            { search in
                search.findFirst(of: text.plain + text.split + text.reversed) { $0.findNearly($1, in: $2) }
            },
            { search in if let name = text.nameOfWater { search.findWaters(calledForShort: name) } },
        ]
    }
}
