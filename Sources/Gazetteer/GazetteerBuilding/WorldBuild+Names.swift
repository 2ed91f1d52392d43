import Gazetteer
import PlacemarkModel

/// What everything is called: the last of a world file's layers.
extension WorldBuild {
    /// The places under the names that everybody is shown.
    var shownPlaces: [Place] {
        zip(joined.places, names.english).map { place, name in
            var place = place
            place.name = name
            return place
        }
    }

    /// GeoNames' key of each state, by ISO 3166-2 code.
    static func keys(of cities: [PlaceSources.City], _ places: [Place]) -> [String: String] {
        var votes: [String: [String: Int]] = [:]
        for (city, place) in zip(cities, places) {
            guard let code = place.isoSubdivisionCode, let country = city.countrycode, let admin1 = city.admin1code
            else {
                continue
            }
            votes[code, default: [:]]["\(country).\(admin1)", default: 0] += 1
        }
        return votes.compactMapValues { $0.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key }
    }

    /// The names of countries and of all else in other languages, and the layer of all names for searching.
    mutating func addNames(search: [UInt8]) throws {
        progress.report(0.95, "arranging names")
        writer.add(
            LayerID.countryNames, CountryNamesLayerWriter.bytes(of: translations),
            description: sources.versions.countryNamesLayer)
        try addTranslations()
        writer.add(LayerID.search, search, description: sources.versions.searchLayer)
    }

    /// All names for searching. After the places and the water.
    func searchLayer() throws -> [UInt8] {
        var countries = sources.countryCodes
        for name in translations {
            guard let code = CountryCode.letters(name.country) else { continue }
            countries[code, default: []].append(name.text)
        }
        var states: [AreaNames.State: [String]] = [:]
        for (label, code) in codes {
            states[AreaNames.State(isoCountryCode: label.isoCountryCode, name: label.name)] =
                (subdivisions.names[code] ?? []) + [otherNamesOfStates[code]].compactMap(\.self)
                + namesOfState(code).values.sorted()
        }
        let ownCountries = try CountryNameSource.englishNames(directory: directory)
            .merging(PlaceSources.customaryCountryNames, uniquingKeysWith: +)
        var areaNames = AreaNames(countries: countries, ownCountries: ownCountries, states: states)
        areaNames.countyCodes = subdivisions.letters(
            ofCounties: Set(
                joined.places.compactMap { place in
                    place.isoCountryCode.flatMap { country in
                        place.subAdministrativeArea.map { AreaNames.State(isoCountryCode: country, name: $0) }
                    }
                }))
        let translatedWaters = waters.flatMap { water in
            Set([water.localName].compactMap(\.self) + (SeaTranslations.names[water.name] ?? [:]).values).sorted().map {
                (name: $0, coordinate: water.coordinate)
            }
        }
        areaNames.positions =
            waters.map { (name: $0.name, coordinate: $0.coordinate) } + translatedWaters + [
                (name: "Antarctica", coordinate: Self.antarctica)
            ]
        return writer.searchLayer(
            shownPlaces,
            alternateNames: zip(sources.cities, names.ofPlaces).map { $0.usableAlternateNames + $1.values },
            localNames: ownNames, areaNames: areaNames)
    }

    /// What people there call each place: GeoNames' own name among them, where everybody is shown another one.
    private var ownNames: [[String]] {
        let local = sources.localNames(counties: joined.places.map(\.subAdministrativeArea))
        return joined.places.indices.map { index in
            local[index] + [joined.places[index].name, names.local[index]].compactMap(\.self)
        }
    }

    /// The names of places, states and countries in other languages.
    private mutating func addTranslations() throws {
        var numbers = Array(repeating: 0, count: joined.places.count)
        for (number, place) in GazetteerWriter.order(of: joined.places).enumerated() { numbers[place] = number }
        var states: [String: String] = [:]
        for (label, code) in codes.sorted(by: { $0.key < $1.key }) { states[code] = label.name }
        let content = names.layer(
            numbers: numbers, states: states, otherNames: otherNamesOfStates, keys: stateKeys,
            waters: Dictionary(waters.compactMap { water in water.localName.map { (water.name, $0) } }) { first, _ in
                first
            },
            meansTheSame: subdivisions.isCalled)
        guard let bytes = NamesLayerWriter.bytes(of: content) else {
            throw SourceError.malformed(path: "\(directory)/place-names.tsv", reason: "it has more than 255 languages")
        }
        writer.add(LayerID.names, bytes, description: sources.versions.namesLayer)
    }

    private func namesOfState(_ code: String) -> Translations.Names {
        names.names(ofState: code, key: stateKeys[code], subdivisions.isCalled)
    }

    /// On land, and where no country has a place.
    private static let antarctica = Coordinate(clampingLatitude: -82, wrappingLongitude: 60)
}
