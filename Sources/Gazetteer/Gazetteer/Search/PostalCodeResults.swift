import PlacemarkModel

/// Finds where a postal code is that stands alone, or with its country or state.
struct PostalCodeResults {
    let world: WorldLayers
    /// Knows what else the text says.
    let filter: AreaFilter
    private var request: NameSearch.Request { filter.search.request }

    /// Country by country: with a hint the nearest first, otherwise where most people live.
    func results(for text: PostalCodeText) -> [SearchResult] {
        guard let codes = request.postalCodes else { return [] }
        let found = countries(for: text, in: codes).compactMap { result(for: text, in: $0, codes) }
        return found.sorted { $0.order < $1.order }.prefix(request.limit).map(\.result)
    }

    /// Those that may be meant. Where nothing names the country, somebody means the one where he is, if its codes are such:
    /// an equal code on another continent is a stranger's, also when the file has not got the right one.
    private func countries(for text: PostalCodeText, in codes: PostalCodesLayer) -> [UInt16] {
        guard text.area == nil, request.countries == nil, let hint = request.hint,
            case let here = ReverseLookup(at: hint, in: world).country, codes.country(with: here) != nil,
            codes.mayHave(text.code.map { Unicode.Scalar($0) }, country: here)
        else { return codes.countriesWithCodes }
        return [here]
    }

    /// One code is one result, whose points are its streets or its houses.
    private func result(
        for text: PostalCodeText, in country: UInt16, _ codes: PostalCodesLayer
    ) -> (result: SearchResult, order: Double)? {
        guard let found = codes.find(text.code, country: country) else { return nil }
        let areas = [text.area].compactMap(\.self)
        let results = found.coordinates.compactMap { coordinate -> (result: SearchResult, order: Double)? in
            guard var placemark = world.placemark(at: coordinate, preferredLanguages: request.languages)
            else { return nil }
            (placemark.name, placemark.postalCode) = (found.code, found.code)
            (placemark.distant, placemark.distance, placemark.bearing) = (nil, nil, nil)
            var result = SearchResult(placemark: placemark, coordinate: coordinate, population: 0, match: .name)
            guard filter.lies(result, in: areas) else { return nil }
            if let hint = request.hint {
                result.measure(from: hint)
                return (result, hint.distance(to: coordinate))
            }
            let nearest = NearestSearch.find(in: world.places, from: coordinate, country: country)
            return (result, -Double(nearest.flatMap { world.places.record(at: $0.named)?.population } ?? 0))
        }
        return results.min { $0.order < $1.order }
    }
}
