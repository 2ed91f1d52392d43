import PlacemarkCore

/// What a search tries for a text, and in which order.
extension NameSearch {
    /// A postal code chooses among at most so many places of one name: Santa Cruz, the commonest, is the name of 69.
    private static let mostHitsToChooseFrom = 64

    /// The best places for a text, the best first; empty when there is none.
    ///
    /// Exact matches come first. Only when there are none, the search tries other readings, spellings and letters.
    static func hits(for text: SearchText, in places: PlacesLayer, _ layer: SearchLayer, _ request: Request) -> [Hit] {
        var search = NameSearch(places, layer, request)
        if !text.postalCode.isEmpty { search.request.limit = max(request.limit, mostHitsToChooseFrom) }
        search.take(search.exactSteps(text))
        if search.hits.isEmpty {
            for text in text.withoutPostalCode {
                var found = hits(for: text, in: places, layer, request)
                if found.first.map({ $0.area != nil || $0.sharedCount == 0 }) ?? true {
                    search.findPostalCode(text.postalCode, in: text.parts)
                }
                // Where the text means a country, or a state whose largest place is elsewhere, the code alone says where in it.
                let hasCode = !search.hits.isEmpty
                func isElsewhere(_ hit: Hit) -> Bool {
                    hit.area == .country || hit.area != nil && (hasCode || hit.sharedCount == 0)
                }
                if found.first.map(isElsewhere) == true { found = [] }
                let hits = search.hits + found.filter { !isElsewhere($0) }
                if !hits.isEmpty { return Array(hits.prefix(request.limit)) }
            }
            if request.countries != nil, let code = text.wholePostalCode { search.findPostalCode(code, in: []) }
        }
        search.take(search.looseSteps(text))
        search.keepBest()
        if !text.postalCode.isEmpty { search.choose(by: text.postalCode) }
        return Array(search.hits.prefix(request.limit))
    }

    /// Puts those places first whose surroundings have postal codes that begin like this one, the more letters and digits the
    /// better. Less than
    /// half a code says little: the first digit stands for a tenth of a country.
    private mutating func choose(by postalCode: [Unicode.Scalar]) {
        func sharedCount(_ hit: Hit) -> Int {
            guard let codes = request.postalCodes, let country = places.countryCode(at: hit.index),
                let coordinate = places.coordinate(at: hit.index),
                let code = codes.nearestCode(to: coordinate, country: country)
            else { return 0 }
            let count = zip(FoldedName(code).scalars.filter { $0 != " " }, postalCode).prefix(while: ==).count
            return 2 * count >= postalCode.count ? count : 0
        }
        for index in hits.indices { hits[index].sharedCount = sharedCount(hits[index]) }
        hits = hits.indices.sorted { (hits[$1].sharedCount, $0) < (hits[$0].sharedCount, $1) }.map { hits[$0] }
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
            },
            { search in search.findFirst(of: others) { $0.findExactly($1, in: $2) } },
            { search in search.findFirst(of: text.plain + others) { $0.findRespelled($1, in: $2) } },
            { search in search.findFirst(of: text.plain + text.split) { $0.findCounties($1, in: $2) } },
        ]
    }

    private func looseSteps(_ text: SearchText) -> [Step] {
        [
            { search in for reading in text.plain + text.split { search.findInSurroundings(reading) } },
            { search in for reading in text.plain { search.findInCorrectedAreas(reading) } },
            { search in
                search.findFirst(of: text.plain + text.split + text.reversed) { $0.findNearly($1, in: $2) }
            },
        ]
    }
}
