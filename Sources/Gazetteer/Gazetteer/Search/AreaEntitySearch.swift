import PlacemarkModel

/// Countries, states and waters as what is looked for.
extension NameSearch {
    /// The countries, states and waters themselves. A state is left out whose largest place has the name already (`New York`,
    /// `Zürich`), a country never; and no country lies in anything.
    mutating func addAreas(_ values: NameIndex.Values, in areas: Areas, match: SearchResult.Match) {
        for posting in values.lazy.compactMap({ AreaPosting($0) }) {
            switch posting {
            case .entity(let entity):
                let (index, kind) = (Int(entity.largestPlace), entity.isCountry ? AreaKind.country : .state)
                guard !entity.isCountry || areas.isEmpty, let record = places.record(at: index),
                    let penaltyOfAreas = areaPenalty(of: record, at: index, as: kind, in: areas),
                    entity.isCountry || !hits.contains(where: { $0.index == index && $0.area == nil })
                else { continue }
                var score = entity.score - penaltyOfAreas - distancePenalty(toAreaOf: record, index, kind)
                let cities = entity.isCountry ? [] : largeCities
                if entity.naming == .code, !cities.isEmpty { score -= NameScore.codeOfCityPenalty }
                if let ofCity = Self.bestScore(of: cities, inCountryOf: record, places) {
                    score = min(score, ofCity.nextDown)
                }
                hits.append(
                    Hit(index: index, score: score, match: match, area: kind, isCode: entity.naming == .code))
            case .position(let position): addWater(at: position, in: areas, match: match)
            case .country, .string, .countyCode: break
            }
        }
    }

    /// States with a word behind their names that says what they are: `Washington State`, `Punjab Province`. Neither codes nor
    /// countries are named so.
    mutating func findStates(_ name: FoldedName, in areas: Areas) {
        guard let state = StateAliases.withoutKind(name), let values = layer.areas.values(of: state.utf8)
        else { return }
        addAreas(values, in: areas, match: .area)
        hits.removeAll { $0.area != .state || $0.isCode }
    }

    /// Seas and oceans without that word: `Mediterranean`, `Baltic`.
    mutating func findWaters(calledForShort name: FoldedName) {
        for kind in ["sea", "ocean"] {
            let fullName = FoldedName(joining: [name.scalars[...], Array(kind.unicodeScalars)[...]])
            guard let values = layer.areas.values(of: fullName.utf8) else { continue }
            for case .position(let position) in values.compactMap({ AreaPosting($0) }) {
                addWater(at: position, in: [], match: .area, size: NameScore.waterForShort)
            }
        }
    }

    /// The cities that were found and are so large that whoever names a state may mean one of them: Québec in Quebec, and Kyiv
    /// beside the state that is called after it.
    private var largeCities: [Hit] {
        hits.filter { hit in
            hit.area == nil
                && places.record(at: hit.index).map { $0.population >= NameScore.largeCityPopulation } == true
        }
    }

    /// The best score of the cities that lie in the country of a place.
    private static func bestScore(
        of cities: [Hit], inCountryOf record: PlacesLayer.Record, _ places: PlacesLayer
    ) -> Double? {
        guard let country = places.area(at: record.area)?.country else { return nil }
        return cities.filter { places.area(ofPlaceAt: $0.index)?.country == country }.map(\.score).max()
    }

    /// A water, or Antarctica. What follows its name chooses only among those of the name, because they reach into many areas.
    private mutating func addWater(
        at position: StoredPosition, in areas: Areas, match: SearchResult.Match, size: Double = NameScore.water
    ) {
        let coordinate = position.coordinate
        guard request.countries == nil, request.surroundings == nil,
            let nearest = NearestSearch.find(in: places, from: coordinate, country: nil)?.nearest,
            let record = places.record(at: nearest)
        else { return }
        let isElsewhere = areaPenalty(of: record, at: nearest, in: areas) == nil
        let distance = request.hint.map { NameScore.penalty(ofDistance: $0.distance(to: coordinate)) } ?? 0
        let score = size - distance - (isElsewhere ? NameScore.elsewherePenalty : 0)
        hits.append(Hit(index: nearest, score: score, match: match, area: .position(position)))
    }

    /// None for a country or state in which the hint lies.
    private func distancePenalty(toAreaOf record: PlacesLayer.Record, _ index: Int, _ kind: AreaKind) -> Double {
        guard let hint = request.hint else { return 0 }
        let nearest = NearestSearch.find(in: places, from: hint, country: nil)?.nearest
        if let here = nearest.flatMap({ places.area(ofPlaceAt: $0) }), let area = places.area(at: record.area),
            here.country == area.country, kind == .country || here.state == area.state
        {
            return 0
        }
        return distancePenalty(toPlaceAt: index)
    }
}

extension FoldedName {
    /// Whether it ends as an adjective that is made of a name: `Caribbean`, `Baltic`, `Tyrrhenian`. Few towns are called so. Of the
    /// names of other seas, without that word, many are those of towns: Java, Flores, Beaufort.
    var isAdjective: Bool {
        let name = String(String.UnicodeScalarView(scalars))
        return ["ean", "ian", "ic"].contains { name.hasSuffix($0) }
    }
}

extension Placemark {
    /// Keeps what the whole country, state or county has in common.
    mutating func widen(to area: NameSearch.AreaKind) {
        var wide = Placemark(geocoder: geocoder)
        (wide.country, wide.isoCountryCode) = (country, isoCountryCode)
        switch area {
        case .country, .position: wide.name = country
        case .state:
            (wide.name, wide.administrativeArea) = (administrativeArea, administrativeArea)
            wide.isoSubdivisionCode = isoSubdivisionCode
        case .county:
            (wide.name, wide.subAdministrativeArea) = (subAdministrativeArea, subAdministrativeArea)
            (wide.administrativeArea, wide.isoSubdivisionCode) = (administrativeArea, isoSubdivisionCode)
        }
        self = wide
    }
}

extension AreaEntity {
    /// How likely somebody means it, on the scale of `NameScore`.
    fileprivate var score: Double {
        let size = Double(self.size) / 2
        switch (naming, isCountry) {
        case (.own, true): return size + NameScore.countryBonus
        case (.own, false): return min(size, max(NameScore.stateBound, size - NameScore.statePenalty))
        case (.other, _): return size - NameScore.alternateNamePenalty
        case (.code, _): return size - NameScore.codePenalty
        }
    }
}
