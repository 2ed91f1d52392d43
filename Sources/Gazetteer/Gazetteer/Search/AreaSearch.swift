import PlacemarkModel

/// What the areas in a reading mean.
extension NameSearch {
    /// Each of them has to match.
    typealias Areas = [[AreaPosting]]

    /// How far from its city a part of it may be.
    private static let surroundingsInMeters = 50_000.0

    /// Nil when one of them is not an area.
    func areas(_ reading: SearchReading) -> Areas? {
        var result: Areas = []
        for name in reading.areas {
            guard let areas = areas(named: name) else { return nil }
            result += areas
        }
        return result
    }

    /// What an area's name means; its last words may be an area round the first: `Ontario Canada`.
    private func areas(named name: FoldedName) -> Areas? {
        let own = postings(named: name)
        if !own.isEmpty { return [own] }
        for index in name.scalars.indices where name.scalars[index] == " " {
            let inner = postings(named: FoldedName(folded: Array(name.scalars[..<index])))
            guard !inner.isEmpty,
                let outer = areas(named: FoldedName(folded: Array(name.scalars[(index + 1)...])))
            else { continue }
            return [inner] + outer
        }
        return nil
    }

    /// What is called so, or so for short; or else what is called so without the word `State` behind it, and is no country.
    private func postings(named name: FoldedName) -> [AreaPosting] {
        func meanings(_ name: FoldedName) -> [AreaPosting] {
            layer.areas.values(of: name.utf8)?.compactMap { AreaPosting($0) } ?? []
        }
        let own = ([name] + StateAliases.names(for: name)).flatMap(meanings)
        guard own.isEmpty, let state = StateAliases.withoutKind(name) else { return own }
        return meanings(state).filter { if case .string = $0 { true } else { false } }
    }

    /// Finds places in areas whose names have one letter wrong.
    mutating func findInCorrectedAreas(_ reading: SearchReading) {
        guard !reading.areas.isEmpty else { return }
        var corrected: Areas = []
        for name in reading.areas {
            if let exact = areas(named: name) {
                corrected += exact
                continue
            }
            var postings: [AreaPosting] = []
            forEachCorrectedArea(of: name) { postings += $0.compactMap { AreaPosting($0) } }
            guard !postings.isEmpty else { return }
            corrected.append(postings)
        }
        find(reading.name, in: corrected, match: .correction)
    }

    /// Finds places near a city that is named instead of an area (`Chelsea, London`), or that has the name of an area in
    /// which there is no such place: `Vincennes, Paris` lies in another county than Paris.
    mutating func findInSurroundings(_ reading: SearchReading) {
        guard let city = reading.areas.first else { return }
        var search = NameSearch(places, layer, request)
        search.request.limit = 1
        guard let outer = areas(SearchReading(name: city, areas: Array(reading.areas.dropFirst()))) else { return }
        search.find(city, in: outer)
        search.keepBest()
        guard let index = search.hits.first?.index, let centre = places.coordinate(at: index) else { return }
        request.surroundings = (centre, Self.surroundingsInMeters)
        find(reading.name, in: outer)
        request.surroundings = nil
    }
}
