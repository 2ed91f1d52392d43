import Gazetteer
import PlacemarkModel

/// Which city each place, each county and each state belongs to: what the layer of cities is made of.
struct CityTables {
    /// A county of the file, and what is known of it.
    struct County {
        var isoCountryCode: String?
        /// Nil where it is not what its source calls it.
        var name: String?
        /// The name of its state.
        var state: String?
        var areaInSquareMeters: Double
    }

    /// The layers of states and counties, as they go into the file.
    struct Polygons {
        /// The country and the name of each boundary of states, in the layer's order; and the layer.
        var states: [BoundaryVotes.Label]
        var stateBytes: [UInt8]
        var counties: [County]
        var countyBytes: [UInt8]
    }

    /// The share of a country's places that must lie in the polygon of their own state before that may keep others out.
    private static let leastShareInOwnState = 0.9

    private let places: [Place]
    private let sources: PlaceSources
    private let kinds: PlaceKinds
    private let polygons: Polygons
    private let municipalities: [SourceBoundary]
    private let villagesOfMunicipality: [Int: [String]]
    /// The number of each state, 1 and up.
    private var numbers: [BoundaryVotes.Label: Int] = [:]
    private var labelsOfPolygons: Set<BoundaryVotes.Label> = []
    /// The largest place of each state.
    private var largest: [BoundaryVotes.Label: Int] = [:]
    /// For each place, the county and the state boundary that it lies in.
    private var countyOfPlace: [Int?] = []
    private var boundaryOfPlace: [Int?] = []
    private var municipalityOfPlace: [Int?] = []
    private var astray: Set<Int> = []
    /// By county, and by boundary of the layer of municipalities.
    private var cityOfCounty: [CitiesLayerWriter.City?] = []
    private var cityOfMunicipality: [CitiesLayerWriter.City?] = []
    private var stateCities: [CitiesLayerWriter.City?] = []
    private var cityOfPlace: [CitiesLayerWriter.City?] = []

    init(
        places: [Place], sources: PlaceSources, kinds: PlaceKinds, polygons: Polygons, municipalities: [SourceBoundary],
        municipalityBytes: [UInt8], villages: VillageNames = .none, postal: [PostalCities.Point],
        codes: [BoundaryVotes.Label: String]
    ) {
        self.municipalities = municipalities
        villagesOfMunicipality = Self.names(of: villages, in: municipalityBytes)
        (self.places, self.sources, self.kinds, self.polygons) = (places, sources, kinds, polygons)
        countyOfPlace = Self.boundaries(of: places, in: polygons.countyBytes)
        boundaryOfPlace = Self.boundaries(of: places, in: polygons.stateBytes)
        municipalityOfPlace = Self.boundaries(of: places, in: municipalityBytes)
        labelsOfPolygons = Set(polygons.counties.indices.compactMap { label(ofCounty: $0) })
            .union(polygons.states.indices.map { label(ofBoundary: $0) })
        numberStates()
        astray = AstrayPlaces(
            places, states: places.indices.map { label(ofPlace: $0) },
            around: places.indices.map { place in countyOfPlace[place].flatMap { label(ofCounty: $0) } }
        ).indices.filter { label(ofPlace: $0).map(labelsOfPolygons.contains) == true }
        findCityStates(codes)
        findMunicipalities()
        findCitiesOfPlaces(postal)
    }

    private static func boundaries(of places: [Place], in bytes: [UInt8]) -> [Int?] {
        BoundariesLayer.read(bytes) { layer in
            places.map { place in
                let boundary = layer.boundary(at: GridPoint(place.coordinate))
                let country = place.isoCountryCode.flatMap(CountryCode.packed)
                return boundary.flatMap { layer.country(ofBoundary: $0) == country ? $0 : nil }
            }
        }
    }

    /// The names of the villages in each boundary of their own country, each name once.
    private static func names(of villages: VillageNames, in bytes: [UInt8]) -> [Int: [String]] {
        let places = villages.rows.map {
            Place(name: $0.city, coordinate: $0.coordinate, population: 0, isoCountryCode: $0.country)
        }
        var names: [Int: [String]] = [:]
        for (place, boundary) in zip(places, boundaries(of: places, in: bytes)) {
            guard let boundary, names[boundary]?.contains(place.name) != true else { continue }
            names[boundary, default: []].append(place.name)
        }
        return names
    }

    private func label(ofPlace place: Int) -> BoundaryVotes.Label? {
        guard let country = places[place].isoCountryCode else { return nil }
        // In a country that is one city the state does not matter.
        if CityStates.countries.contains(country) { return BoundaryVotes.Label(isoCountryCode: country, name: "") }
        return places[place].administrativeArea.map { BoundaryVotes.Label(isoCountryCode: country, name: $0) }
    }

    private func label(ofCounty county: Int) -> BoundaryVotes.Label? {
        let county = polygons.counties[county]
        guard let country = county.isoCountryCode else { return nil }
        if CityStates.countries.contains(country) { return BoundaryVotes.Label(isoCountryCode: country, name: "") }
        return county.state.map { BoundaryVotes.Label(isoCountryCode: country, name: $0) }
    }

    private func label(ofBoundary boundary: Int) -> BoundaryVotes.Label {
        let label = polygons.states[boundary]
        return CityStates.countries.contains(label.isoCountryCode)
            ? BoundaryVotes.Label(isoCountryCode: label.isoCountryCode, name: "") : label
    }

    /// Numbers the states of the countries in which places lie in their own states' polygons.
    private mutating func numberStates() {
        var counts: [String: (known: Int, own: Int)] = [:]
        for place in places.indices {
            guard let own = label(ofPlace: place), let polygon = polygonLabel(ofPlace: place) else { continue }
            counts[own.isoCountryCode, default: (0, 0)].known += 1
            if own == polygon { counts[own.isoCountryCode, default: (0, 0)].own += 1 }
        }
        let labels = Set(places.indices.compactMap { label(ofPlace: $0) }).sorted()
        for label in labels {
            if let count = counts[label.isoCountryCode],
                Double(count.own) < Self.leastShareInOwnState * Double(count.known)
            {
                continue
            }
            numbers[label] = numbers.count + 1
        }
    }

    private mutating func findCityStates(_ codes: [BoundaryVotes.Label: String]) {
        for place in places.indices {
            guard let label = label(ofPlace: place) else { continue }
            if let other = largest[label], places[other].population >= places[place].population { continue }
            largest[label] = place
        }
        stateCities = Array(repeating: nil, count: numbers.count)
        for (label, number) in numbers {
            guard label.name.isEmpty || codes[label].map(CityStates.codes.contains) == true,
                let place = largest[label]
            else { continue }
            stateCities[number - 1] = .init(.place(place))
        }
    }

    /// Gives each municipality its city.
    private mutating func findMunicipalities() {
        var (inCounty, inMunicipality): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
        for place in places.indices {
            if let county = countyOfPlace[place] { inCounty[county, default: []].append(place) }
            if let boundary = municipalityOfPlace[place] { inMunicipality[boundary, default: []].append(place) }
        }
        let choice = MunicipalCity(places: places, sources: sources, kinds: kinds)
        cityOfCounty = polygons.counties.indices.map { index in
            let county = polygons.counties[index]
            guard let country = county.isoCountryCode, MunicipalityRules.countries.contains(country),
                let name = county.name
            else { return nil }
            if MunicipalityRules.isWard(name, country: country, state: county.state) {
                return label(ofCounty: index).flatMap { largest[$0] }.map { .init(.place($0)) }
            }
            return choice.city(
                ofMunicipality: name, country: country, areaInSquareMeters: county.areaInSquareMeters,
                inside: inCounty[index] ?? [])
        }
        let manila = places.indices.filter { places[$0].isoCountryCode == "PH" && places[$0].name == "Manila" }
            .max { places[$0].population < places[$1].population }
        cityOfMunicipality = municipalities.indices.map { index in
            let boundary = municipalities[index]
            let country = boundary.isoCountryCode ?? ""
            if MunicipalityRules.isDistrictOfManila(boundary.name, country: country), let manila,
                Coordinate(boundary.rings[0][0]).distance(to: places[manila].coordinate)
                    <= MunicipalityRules.reachOfManilaInMeters
            {
                return .init(.place(manila))
            }
            return choice.city(
                ofMunicipality: boundary.name, country: country, areaInSquareMeters: boundary.areaInSquareMeters,
                inside: inMunicipality[index] ?? [], villages: villagesOfMunicipality[index] ?? [])
        }
    }

    /// The municipality that a place lies in.
    private func municipality(ofPlace place: Int) -> CitiesLayerWriter.City? {
        countyOfPlace[place].flatMap { cityOfCounty[$0] }
            ?? municipalityOfPlace[place].flatMap { cityOfMunicipality[$0] }
    }

    /// Gives each place its city: by its state, its municipality, its code, the post.
    private mutating func findCitiesOfPlaces(_ postal: [PostalCities.Point]) {
        let seats = seats()
        let postalCities = PostalNeighbours(postal)
        cityOfPlace = places.indices.map { place in
            if let number = label(ofPlace: place).flatMap({ numbers[$0] }), let city = stateCities[number - 1] {
                return city
            }
            if let city = municipality(ofPlace: place) { return city }
            if let country = places[place].isoCountryCode, PostalCities.countries.contains(country),
                let city = postalCities.city(at: places[place].coordinate, country: country),
                label(ofPlace: city) == label(ofPlace: place)
            {
                return .init(.place(city))
            }
            return kinds.municipality(of: sources.cities[place]).flatMap { seats[$0] }.map {
                .init(.place($0), isSpacious: isSeatOfSpaciousCounty($0))
            }
        }
    }

    /// Where the counties are municipalities with coarse polygons, those at least tell how large it is.
    private func isSeatOfSpaciousCounty(_ place: Int) -> Bool {
        guard places[place].isoCountryCode.map(MunicipalityRules.countriesOfCoarseCounties.contains) == true,
            let county = countyOfPlace[place]
        else { return false }
        return MunicipalityRules.isSpacious(
            areaInSquareMeters: polygons.counties[county].areaInSquareMeters,
            inhabitantsOfCity: places[place].population)
    }

    /// The place that names each municipality of a code: its seat, else the largest that is no quarter. In Portugal, whose
    /// municipalities have many towns, none but the seat.
    private func seats() -> [String: Int] {
        func rank(_ place: Int) -> (Int, Int, Int) {
            (kinds.seatRank(sources.cities[place]), places[place].population, -place)
        }
        func maySpeak(_ place: Int) -> Bool {
            places[place].isoCountryCode.map(MunicipalityRules.countriesOfCoarseCounties.contains) != true
                || kinds.seatRank(sources.cities[place]) >= PlaceKinds.rankOfCounty
        }
        var seats: [String: Int] = [:]
        for place in places.indices {
            guard let code = kinds.municipality(of: sources.cities[place]), maySpeak(place) else { continue }
            if let other = seats[code], rank(other) >= rank(place) { continue }
            seats[code] = place
        }
        return seats
    }

    /// What the writer takes; `order` has the index of each place in the order of the places layer.
    func writer(order: [Int]) -> CitiesLayerWriter {
        var numberOfPlace = Array(repeating: 0, count: places.count)
        for (number, place) in order.enumerated() { numberOfPlace[place] = number }
        func numbered(_ city: CitiesLayerWriter.City?) -> CitiesLayerWriter.City? {
            guard case .place(let place) = city?.identity else { return city }
            return city.map { .init(.place(numberOfPlace[place]), isSpacious: $0.isSpacious) }
        }
        let entries = order.map { place in
            var entry = CitiesLayerWriter.PlaceEntry()
            entry.state = astray.contains(place) ? 0 : drawnLabel(ofPlace: place).flatMap { numbers[$0] } ?? 0
            entry.isQuarter = kinds.isQuarter(sources.cities[place])
            entry.city = numbered(cityOfPlace[place])
            return entry
        }
        return CitiesLayerWriter(
            places: entries, stateCities: stateCities.map(numbered),
            counties: polygons.counties.indices.map {
                (label(ofCounty: $0).flatMap { numbers[$0] } ?? 0, numbered(cityOfCounty[$0]))
            },
            stateBoundaries: polygons.states.indices.map { numbers[label(ofBoundary: $0)] ?? 0 },
            municipalities: cityOfMunicipality.map(numbered))
    }

    /// The state of a place as the polygons have it: where no polygon is its own state's, or nobody knows its state, another's
    /// lies over it, and its places must not be kept out of that.
    private func drawnLabel(ofPlace place: Int) -> BoundaryVotes.Label? {
        let own = label(ofPlace: place)
        if let own, labelsOfPolygons.contains(own) { return own }
        return polygonLabel(ofPlace: place) ?? own
    }

    private func polygonLabel(ofPlace place: Int) -> BoundaryVotes.Label? {
        countyOfPlace[place].flatMap { label(ofCounty: $0) } ?? boundaryOfPlace[place].map { label(ofBoundary: $0) }
    }
}
