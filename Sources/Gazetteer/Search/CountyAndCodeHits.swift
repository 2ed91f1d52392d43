import PlacemarkCore

/// Counties, and areas of postal codes: both are found only by looking at all of them, so a search does it last.
extension NameSearch {
    /// The counties that a text names, and no places, the one with the largest place first.
    static func counties(
        for text: SearchText, in places: PlacesLayer, _ layer: SearchLayer, _ request: Request
    ) -> [Hit] {
        var search = NameSearch(places, layer, request)
        search.findFirst(of: text.plain + text.split) { $0.findCounties($1, in: $2) }
        search.keepBest()
        return search.hits
    }

    /// Finds the counties of a name, and puts each where its largest place is.
    mutating func findCounties(_ name: FoldedName, in areas: Areas) {
        guard let values = layer.areas.values(of: name.utf8) else { return }
        let names = Set(values.compactMap { AreaPosting($0) }).compactMap {
            if case .string(let offset) = $0, offset != 0 { offset } else { nil }
        }
        guard !names.isEmpty else { return }
        // A county with two time zones has two areas.
        var counties: [UInt32: County] = [:]
        for index in 0..<UInt32(places.areaCount) {
            guard let area = places.area(at: index), names.contains(area.county), isWanted(area, in: areas) else {
                continue
            }
            counties[index] = County(country: area.country, state: area.state, county: area.county)
        }
        guard !counties.isEmpty else { return }
        var largest: [County: (index: Int, population: Int)] = [:]
        for index in 0..<places.placeCount {
            guard let record = places.record(at: index), let county = counties[record.area],
                record.population > largest[county]?.population ?? -1
            else { continue }
            largest[county] = (index, record.population)
        }
        for (index, _) in largest.values {
            guard let record = places.record(at: index) else { continue }
            let score = score(record, at: index) - Self.areaPenalty
            hits.append(Hit(index: index, score: score, match: .area, area: .county))
        }
    }

    private struct County: Hashable { var country: UInt16, state, county: UInt32 }

    /// Where a postal code is, when all parts of the text beside it are states or countries: `80331, Germany`. Without such a
    /// part, the countries of the request are meant.
    mutating func findPostalCode(_ code: [Unicode.Scalar], in parts: [FoldedName]) {
        guard let layer = request.postalCodes, let areas = areas(SearchReading(name: .init(folded: []), areas: parts)),
            !areas.isEmpty || request.countries != nil
        else { return }
        var countries: Set<UInt16> = []
        for index in 0..<UInt32(places.areaCount) {
            guard let area = places.area(at: index), isWanted(area, in: areas),
                let country = places.country(at: area.country).isoCode.flatMap({ CountryCode.packed($0) })
            else { continue }
            countries.insert(country)
        }
        for country in countries.sorted() {
            guard let found = layer.middle(of: code, country: country),
                let index = NearestSearch.find(in: places, from: found.middle, country: country)?.nearest,
                let record = places.record(at: index), let area = places.area(at: record.area),
                isWanted(area, in: areas)
            else { continue }
            hits.append(
                Hit(index: index, score: score(record, at: index), match: .area, postalCode: (found.code, found.middle))
            )
        }
        keepBest()
    }
}
