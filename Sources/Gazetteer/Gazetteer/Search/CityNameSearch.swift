import PlacemarkModel

/// Finds cities that no place of the file is called: municipalities and the cities of postal codes, by the names that
/// `placemark(at:)` tells, such as `Illnau-Effretikon` and `Tollhouse, California`.
///
/// It looks at all names, and where one fits at all places and postal codes: some milliseconds.
struct CityNameSearch {
    let world: WorldLayers
    /// Knows what else the text says.
    let filter: AreaFilter

    /// The cities of a name, one for each state, those with the largest village first.
    ///
    /// - Parameter areas: that a city lies in.
    func results(named name: FoldedName, in areas: [FoldedName]) -> [SearchResult] {
        guard let cities = world.cities, !name.isEmpty else { return [] }
        let references = Set(cities.nameNumbers(of: name).map { CityReference(name: $0) })
        guard !references.isEmpty else { return [] }
        var found: [SearchResult] = []
        for coordinate in villages(of: references, in: cities) + postalPoints(of: references) {
            guard
                var placemark = world.placemark(
                    at: coordinate, preferredLanguages: filter.search.request.languages),
                let city = placemark.locality, FoldedName(city) == name
            else { continue }
            (placemark.name, placemark.subLocality, placemark.postalCode) = (city, nil, nil)
            (placemark.distant, placemark.distance, placemark.bearing) = (nil, nil, nil)
            let result = SearchResult(placemark: placemark, coordinate: coordinate, population: 0, match: .name)
            let isKnown = found.contains {
                $0.placemark.isoCountryCode == placemark.isoCountryCode
                    && $0.placemark.administrativeArea == placemark.administrativeArea
            }
            if !isKnown, filter.lies(result, in: areas) { found.append(result) }
        }
        if let hint = filter.search.request.hint {
            for index in found.indices { found[index].measure(from: hint) }
            found.sort { $0.coordinate.distance(to: hint) < $1.coordinate.distance(to: hint) }
        }
        return found
    }

    /// Where the places are that belong to one of the cities, the largest first.
    private func villages(of references: Set<CityReference>, in cities: CitiesLayer) -> [Coordinate] {
        (0..<world.places.placeCount)
            .filter { references.contains(cities.city(ofPlace: $0).identity) }
            .sorted { (world.places.record(at: $0)?.population ?? 0) > (world.places.record(at: $1)?.population ?? 0) }
            .compactMap { world.places.coordinate(at: $0) }
    }

    /// Where the postal codes are whose city is one of these.
    private func postalPoints(of references: Set<CityReference>) -> [Coordinate] {
        guard let codes = world.postalCities else { return [] }
        return references.sorted { $0.rawValue < $1.rawValue }.flatMap { reference -> [Coordinate] in
            guard let text = PostalCityCode.text(reference) else { return [] }
            return codes.countriesWithCodes.flatMap { codes.find(Array(text.utf8), country: $0)?.coordinates ?? [] }
        }
    }
}
