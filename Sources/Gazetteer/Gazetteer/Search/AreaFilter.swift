import PlacemarkModel

/// Whether a result lies in the areas that somebody named.
struct AreaFilter {
    let world: WorldLayers
    /// Knows what areas are called, and which countries are wanted.
    let search: NameSearch

    /// Whether a result lies in all of these areas, as the world has them there or as its placemark says itself, and in one
    /// of the wanted countries.
    ///
    /// - Parameter ownNames: What a detail pack calls the city there and its part by default; the placemark has their names
    ///   in the reader's languages.
    func lies(_ result: SearchResult, in areas: [FoldedName], ownNames: [String] = []) -> Bool {
        let lookup = ReverseLookup(at: result.coordinate, in: world)
        let area = lookup.nearest.flatMap { world.places.area(ofPlaceAt: $0) }
        func lies(in postings: [AreaPosting]) -> Bool {
            area.map { area in postings.contains { $0.matches(area) } } ?? false
        }
        if let countries = search.request.countries, !lies(in: countries) { return false }
        let placemark = result.placemark
        let names =
            [
                placemark.locality, placemark.subLocality, placemark.subAdministrativeArea,
                placemark.administrativeArea,
                placemark.country, placemark.isoCountryCode, placemark.inlandWater, placemark.ocean,
            ].compactMap { $0.map { FoldedName($0) } } + ownNames.map { FoldedName($0) }
            + otherNames(ofCityOf: lookup, shown: placemark.locality)
        return areas.allSatisfy { name in
            names.contains(name)
                || search.areas(SearchReading(name: name, areas: [name]))?.allSatisfy(lies) ?? false
        }
    }

    /// What the city is called besides the name that the reader is shown: by everybody, and by people there, who have the name
    /// that a detail pack has.
    private func otherNames(ofCityOf lookup: ReverseLookup, shown: String?) -> [FoldedName] {
        guard let place = lookup.city?.city.place ?? lookup.named, let name = world.places.name(at: place),
            shown == search.request.reader?.name(of: NameKey(place: place), orDefault: name) ?? name
        else { return [] }
        return [name, world.localName(ofPlace: place)].compactMap { $0.map { FoldedName($0) } }
    }
}
