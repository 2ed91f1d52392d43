extension Gazetteer {
    /// The layers of boundaries, for makers of maps; nil for those that the file lacks. They read the file as long as the
    /// gazetteer lives.
    package var zones: BoundariesLayer? { world.zones }
    package var states: BoundariesLayer? { world.states }
    package var counties: BoundariesLayer? { world.counties }
    package var municipalities: BoundariesLayer? { world.municipalities }
    package var water: BoundariesLayer? { world.water }

    /// Whether the place with this number is a quarter of a city that has a place of its own.
    package func isQuarter(_ place: Int) -> Bool { world.cities?.isQuarter(place) ?? false }

    /// The city that a boundary of the municipalities is, when no place is called after it; nil for all others.
    package func ownName(ofMunicipality boundary: Int) -> String? {
        guard let cities = world.cities else { return nil }
        return cities.city(ofMunicipality: boundary).name.flatMap { cities.name($0) }
    }

    /// The same of the city that a place belongs to.
    package func ownNameOfCity(ofPlace place: Int) -> String? {
        guard let cities = world.cities else { return nil }
        return cities.city(ofPlace: place).name.flatMap { cities.name($0) }
    }

    /// The languages in which countries have names, as iso-codes writes them: `de`, `zh_TW`.
    package var countryLanguages: [String] {
        guard let layer = world.countryNames else { return [] }
        return (0..<layer.languageCount).map { String(decoding: layer.languageName(at: $0), as: UTF8.self) }
    }

    /// The English name of a country; nil when no place is in it.
    package func countryName(ofCode code: UInt16) -> String? {
        places.countryIndex(ofCode: code).flatMap { places.country(at: $0).name }
    }

    /// The name of a country in a language of `countryLanguages`.
    package func countryName(ofCode code: UInt16, language: String) -> String? {
        CountryCode.letters(code).flatMap { world.countryNames?.name(ofCountry: $0, preferredLanguages: [language]) }
    }
}
