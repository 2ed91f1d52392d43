import PlacemarkModel

/// Finds where a postal code is that stands alone, or with its country or state.
struct PostalCodeResults {
    let world: WorldLayers
    /// Knows what else the text says.
    let filter: AreaFilter
    private var request: NameSearch.Request { filter.search.request }

    /// One country's code, and how well it fits what was typed.
    private struct Candidate {
        var result: SearchResult
        /// Written as that country writes its codes, or another way; or only by a part that no code of the country has.
        var likeness: Likeness
        /// Of equally likely ones, the lowest comes first.
        var order: Double
    }

    private enum Likeness: Int { case asWritten, otherwise, byPart }

    /// Country by country. As the code is written there first: `100 05` is one of Sweden, and `1012 AB` of the Netherlands; then
    /// with a hint the nearest first, otherwise where most people live.
    func results(for text: PostalCodeText) -> [SearchResult] {
        guard let codes = world.postalCodeTable else { return [] }
        var found = countries(for: text, in: codes).compactMap { candidate(for: text, in: $0, codes) }
        if found.contains(where: { $0.likeness != .byPart }) { found.removeAll { $0.likeness == .byPart } }
        return found.sorted { ($0.likeness.rawValue, $0.order) < ($1.likeness.rawValue, $1.order) }
            .prefix(request.limit).map(\.result)
    }

    /// Those that may be meant. Where nothing names the country, somebody means the one where he is, if its codes are such:
    /// an equal code on another continent is a stranger's, also when the file has not got the right one.
    private func countries(for text: PostalCodeText, in codes: any PostalCodeTable) -> [UInt16] {
        guard text.area == nil, request.countries == nil, let hint = request.hint,
            case let here = ReverseLookup(at: hint, in: world).country, codes.characters(country: here) != nil,
            codes.mayHave(text.code.map { Unicode.Scalar($0) }, country: here)
        else { return codes.countriesWithCodes }
        return [here]
    }

    /// One code is one result, whose points are its streets or its houses.
    private func candidate(
        for text: PostalCodeText, in country: UInt16, _ codes: any PostalCodeTable
    ) -> Candidate? {
        guard let found = codes.find(text.code, country: country) else { return nil }
        let areas = [text.area].compactMap(\.self)
        let results = found.coordinates.compactMap { coordinate -> (result: SearchResult, order: Double)? in
            guard let result = result(for: found, at: coordinate), filter.lies(result, in: areas) else { return nil }
            if let hint = request.hint { return (result, hint.distance(to: coordinate)) }
            let nearest = NearestSearch.find(in: world.places, from: coordinate, country: country)
            let population = Double(nearest.flatMap { world.places.record(at: $0.named)?.population } ?? 0)
            // Of the codes at one point, each has a part of those who live there; but one of them is that of the middle.
            return (result, -population / Double(found.sharedCount).squareRoot())
        }
        return results.min { $0.order < $1.order }.map {
            Candidate(result: $0.result, likeness: likeness(of: found, to: text, in: country), order: $0.order)
        }
    }

    private func result(for found: FoundPostalCode, at coordinate: Coordinate) -> SearchResult? {
        guard var placemark = world.placemark(at: coordinate, preferredLanguages: request.languages) else { return nil }
        // The first code of a town stands for a street that nobody knows.
        (placemark.name, placemark.postalCode) =
            found.isFirstOfRange ? (placemark.locality ?? placemark.name, nil) : (found.code, found.code)
        (placemark.distant, placemark.distance, placemark.bearing) = (nil, nil, nil)
        var result = SearchResult(placemark: placemark, coordinate: coordinate, population: 0, match: .name)
        if let hint = request.hint { result.measure(from: hint) }
        return result
    }

    private func likeness(of found: FoundPostalCode, to text: PostalCodeText, in country: UInt16) -> Likeness {
        if let countries = found.form.usualCountries {
            return CountryCode.letters(country).map(countries.contains) == true ? .asWritten : .byPart
        }
        let groups = found.code.split { $0 == " " || $0 == "-" }.drop { $0.allSatisfy(\.isLetter) }.map(\.count)
        return groups == text.groups ? .asWritten : .otherwise
    }
}
