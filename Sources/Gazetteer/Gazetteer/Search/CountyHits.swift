import PlacemarkModel

/// Counties are found only by looking at all areas and places, so a search does it last.
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
            guard let area = places.area(at: index), names.contains(area.county),
                penalty(of: area, in: areas) != nil
            else {
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
            let score = NameScore.of(population: record.population) - distancePenalty(toPlaceAt: index)
            hits.append(Hit(index: index, score: score, match: .area, area: .county))
        }
    }

    private struct County: Hashable { var country: UInt16, state, county: UInt32 }
}
