public import PlacemarkModel

extension Gazetteer {
    /// Finds places by what people type: CoreLocation's `geocodeAddressString`, for cities, towns and villages.
    ///
    /// `text` is a name in any language and script that GeoNames has it in, without regard to case, accents and
    /// punctuation (`Munich`, `munchen`, `Мюнхен`), and after it, with or without commas, the area that it lies in: a
    /// county, state or country, by name or by code (`Springfield, Illinois`, `Paris TX`, `London, Ontario, CA`). When
    /// no place has the name, the search finds names that differ in one letter, and names that begin with it. It also
    /// finds countries and states by name, municipalities, cities of the post and counties that no place has the name of,
    /// and puts them where their largest place is, seas and lakes, and postal codes alone or with their country (`8001,
    /// Switzerland`). Custom places come first. A postal code before or behind the name chooses among places of that name.
    /// Of an address whose street is not known, the city comes back (`withoutStreet`); so it does of what is found in no other way
    /// and may be an address (`Champs-Élysées, Paris`).
    ///
    /// Places with more inhabitants come first, and those before others that have the name as their own; with `hint`,
    /// those near that coordinate: as with gravity, a place twice as far away needs four times the inhabitants.
    /// `countryCodes` (ISO 3166-1 alpha-2 or alpha-3, in any case) leaves out all other countries. With
    /// `countiesOnly`, the text names a county, and none of the places of that name.
    /// Names are in the first of the languages that has them, as in `placemark(at:)`; a name in one of these languages
    /// finds a place as well as its own. At least one result and at most `limit` come back, the best first.
    public func search(
        _ text: String, near hint: Coordinate? = nil, in countryCodes: [String]? = nil, limit: Int = 10,
        countiesOnly: Bool = false, preferredLanguages: [String] = []
    ) throws(SearchError) -> [SearchResult] {
        let layer = try searchLayer.get()
        let address = details.packs.isEmpty ? nil : AddressText(text)
        guard let text = SearchText(text) else { throw .noName }
        // The layers point into the mappings, but do not keep them.
        let results = withExtendedLifetime((file, details)) {
            let countries = countryCodes.map { $0.flatMap { self.country($0, in: layer) } }
            let request = NameSearch.Request(
                hint: hint, countries: countries, limit: max(1, min(limit, placeCount)), postalCodes: world.postalCodes,
                languages: preferredLanguages, reader: ReaderLanguages(preferredLanguages, in: world.names))
            if countiesOnly {
                return self.counties(for: text, in: layer, request)
            }
            return self.results(for: text, address, in: layer, request)
        }
        guard !results.isEmpty, !file.isLost else { throw .noResult }
        return Array(results.prefix(max(1, limit)))
    }

    /// Custom places come before the world's places that match as well, and before all that match less. An address with a
    /// house number comes before all of them; streets come behind places that match as well.
    private func results(
        for text: SearchText, _ address: AddressText?, in layer: SearchLayer, _ request: NameSearch.Request
    ) -> [SearchResult] {
        let addresses = address.map { address in
            { [search = NameSearch(places, layer, request)] likenesses in
                AddressSearch(packs: self.details, world: self.world, search: search).results(for: address, likenesses)
            }
        }
        let exact = addresses?([.equal, .respelled]) ?? .init()
        if exact.hasNumber { return exact.results }
        let filter = AreaFilter(world: world, search: NameSearch(places, layer, request))
        let code = text.code
        for code in [code, text.codeInWords].compactMap(\.self) where code.isAlone(in: layer) {
            let codes = PostalCodeResults(world: world, filter: filter).results(for: code)
            if !codes.isEmpty { return codes }
        }
        var exactHits = NameSearch.exactHits(for: text, in: places, layer, request)
        var cities = exactHits == nil ? cityResults(for: text, lacksCompanion: false, filter) : []
        if exactHits == nil, cities.isEmpty {
            exactHits = NameSearch.exactHits(for: text, in: places, layer, request, lacksCompanion: true)
            if exactHits == nil { cities = cityResults(for: text, lacksCompanion: true, filter) }
        }
        let airports = airportResults(for: text, beside: exactHits, filter)
        if exactHits == nil {
            if cities.isEmpty { cities = airports.map(\.result) }
            if !cities.isEmpty { return customResults(for: text, .equal, in: layer, request) + cities + exact.results }
        }
        var hits = exactHits ?? NameSearch.looseHits(for: text, in: places, layer, request)
        // Beside a state that is no city.
        if hits.isEmpty, let code {
            let codes = PostalCodeResults(world: world, filter: filter).results(for: code)
            if !codes.isEmpty { return codes }
        }
        if exactHits == nil, hits.isEmpty {
            hits = NameSearch.guessedHits(for: text, in: places, layer, request)
        }
        let lacksStreet = hits.first?.match == .withoutStreet
        if lacksStreet, let named = addresses?([.withoutKind]), named.hasNumber { return named.results }
        let isExact = !lacksStreet && hits.contains { $0.match != .correction && $0.match != .completion }
        let found = results(of: hits, and: airports, request)
        let equal = customResults(for: text, .equal, in: layer, request)
        if isExact { return equal + found + exact.results.filter { !$0.isSamePlace(asOneOf: found) } }
        if !equal.isEmpty { return equal + exact.results }
        // The city of an unknown street is nothing beside a street that is known.
        if !exact.results.isEmpty { return exact.results + (lacksStreet ? [] : found) }
        let loose = text.isTypedAsCode ? .init() : addresses?([.corrected, .completed]) ?? .init()
        let near = customResults(for: text, .near, in: layer, request)
        if lacksStreet { return loose.results + near + (loose.results.isEmpty ? found : []) }
        return loose.hasNumber ? loose.results + near + found : near + found + loose.results
    }

    /// By the names that positions are told with; or else by those that places are told with.
    private func counties(
        for text: SearchText, in layer: SearchLayer, _ request: NameSearch.Request
    ) -> [SearchResult] {
        let search = NameSearch(places, layer, request)
        let filter = AreaFilter(world: world, search: search)
        var results = CountySearch(world: world, filter: filter).results(
            named: text.firstPart, in: Array(text.parts.dropFirst()))
        guard results.isEmpty else {
            if let hint = request.hint { for index in results.indices { results[index].measure(from: hint) } }
            return results
        }
        return NameSearch.counties(for: text, in: places, layer, request).compactMap { result($0, request) }
    }

    /// Municipalities and cities of the post that no place is called.
    ///
    /// - Parameter lacksCompanion: As in `NameSearch.exactHits`.
    private func cityResults(
        for text: SearchText, lacksCompanion: Bool, _ filter: AreaFilter
    ) -> [SearchResult] {
        let search = CityNameSearch(world: world, filter: filter)
        let others = text.withoutPostalCode.filter { $0.lacksCompanion == lacksCompanion }
        for text in lacksCompanion ? others : [text] + others {
            for reading in text.plain + text.split {
                let results = search.results(named: reading.name, in: reading.areas).filter {
                    let country = $0.placemark.isoCountryCode.flatMap { CountryCode.packed($0) }
                    return text.postalCodeFits(at: $0.coordinate, country: country, filter.search.request.postalCodes)
                }
                if !results.isEmpty { return results }
            }
        }
        return []
    }

    /// Airports, where no place that people know has their name; and whatever else has it, those whose code it is.
    private func airportResults(
        for text: SearchText, beside hits: [NameSearch.Hit]?, _ filter: AreaFilter
    ) -> [AirportSearch.Found] {
        let isKnown = hits?.contains { hit in
            hit.area != nil || (places.record(at: hit.index)?.population ?? 0) > AirportSearch.largestNamesake
        }
        guard hits?.isEmpty != true else { return [] }
        return AirportSearch(world: world, filter: filter).airports(for: text, byCodeOnly: isKnown == true)
    }

    /// The places, and before each of them the airports that are likelier to be meant.
    private func results(
        of hits: [NameSearch.Hit], and airports: [AirportSearch.Found], _ request: NameSearch.Request
    ) -> [SearchResult] {
        var rest = airports[...]
        var results: [SearchResult] = []
        for hit in hits {
            while let airport = rest.first, airport.score > hit.score || airport.isTypedCode && hit.isCode {
                results.append(rest.removeFirst().result)
            }
            if let result = result(hit, request) { results.append(result) }
        }
        return results + rest.map(\.result)
    }

    private func customResults(
        for text: SearchText, _ likeness: CustomPlaceSearch.Likeness, in layer: SearchLayer,
        _ request: NameSearch.Request
    ) -> [SearchResult] {
        guard let customPlaces = world.customPlaces else { return [] }
        let search = CustomPlaceSearch(places: customPlaces, world: world, search: NameSearch(places, layer, request))
        return search.results(for: likeness == .equal ? text.plain + text.split + text.reversed : text.plain, likeness)
    }

    /// By alpha-2 that country alone: other countries may be called so (`MY` is Vietnamese for the United States).
    private func country(_ code: String, in layer: SearchLayer) -> [AreaPosting] {
        if let index = CountryCode.packed(code.uppercased()).flatMap({ places.countryIndex(ofCode: $0) }) {
            return [.country(index)]
        }
        let postings = layer.areas.values(of: FoldedName(code).utf8)?.compactMap { AreaPosting($0) } ?? []
        return postings.filter { if case .country = $0 { true } else { false } }
    }

    private func result(_ hit: NameSearch.Hit, _ request: NameSearch.Request) -> SearchResult? {
        if case .position(let position) = hit.area { return result(at: position.coordinate, hit, request) }
        guard let place = place(at: hit.index), var placemark = placemark(ofPlaceAt: hit.index, for: request.reader)
        else { return nil }
        if let area = hit.area { placemark.widen(to: area) }
        var result = SearchResult(
            placemark: placemark, coordinate: place.coordinate, population: hit.area == nil ? place.population : 0,
            match: hit.match)
        if let hint = request.hint { result.measure(from: hint) }
        return result
    }

    /// A water as it is where its position lies, without the country, for it may have several shores; or Antarctica.
    private func result(
        at coordinate: Coordinate, _ hit: NameSearch.Hit, _ request: NameSearch.Request
    ) -> SearchResult? {
        guard var placemark = world.placemark(at: coordinate, preferredLanguages: request.languages) else { return nil }
        (placemark.distant, placemark.distance, placemark.bearing) = (nil, nil, nil)
        if let water = placemark.inlandWater ?? placemark.ocean {
            var wide = Placemark(geocoder: placemark.geocoder)
            (wide.name, wide.inlandWater, wide.ocean) = (water, placemark.inlandWater, placemark.ocean)
            placemark = wide
        } else {
            placemark.widen(to: .country)
        }
        var result = SearchResult(placemark: placemark, coordinate: coordinate, population: 0, match: hit.match)
        if let hint = request.hint { result.measure(from: hint) }
        return result
    }

    /// The place with this number in words. Nil when there is no such place.
    func placemark(ofPlaceAt index: Int, for reader: ReaderLanguages? = nil) -> Placemark? {
        guard let place = place(at: index) else { return nil }
        var placemark = Placemark(geocoder: "gazetteer")
        let name = reader?.name(of: NameKey(place: index), orDefault: place.name) ?? place.name
        (placemark.name, placemark.locality) = (name, name)
        placemark.subAdministrativeArea = place.subAdministrativeArea
        placemark.administrativeArea = place.administrativeArea
        placemark.isoSubdivisionCode = place.isoSubdivisionCode
        placemark.country = place.country
        placemark.isoCountryCode = place.isoCountryCode
        placemark.timeZone = place.timeZone
        if let reader {
            placemark.nameState(for: reader)
            if let code = place.isoCountryCode, let country = reader.country(code, in: world.countryNames) {
                placemark.country = country
            }
        }
        return placemark
    }
}

extension SearchResult {
    /// Villages of a detail pack that the world has, too, lie so near to their twins.
    private static let twinInMeters = 10_000.0

    /// Whether one of these is the same village or city.
    fileprivate func isSamePlace(asOneOf others: [SearchResult]) -> Bool {
        guard placemark.thoroughfare == nil, placemark.areasOfInterest == nil else { return false }
        return others.contains {
            $0.match != .area && $0.coordinate.distance(to: coordinate) <= Self.twinInMeters
        }
    }
}
