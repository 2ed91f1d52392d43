import PlacemarkModel

/// Where a position is, as the layers tell it: numbers only, so that finding them allocates nothing.
///
/// The order is that of docs/explain/gazetteer.md: country and time zone by polygon; state and county by polygon, as far as they
/// belong to that country; then the places of that country.
struct ReverseLookup {
    /// What one would stand on.
    enum Ground { case land, lake, sea }

    /// The boundary of the zones layer.
    private(set) var zone: Int?
    /// The country's code (`CountryCode`); 0 where there is none.
    private(set) var country: UInt16 = CountryCode.none
    /// The boundaries of the states layer and of the counties layer, when they belong to the country.
    private(set) var state: Int?
    private(set) var county: Int?
    /// The boundary of the water layer.
    private(set) var water: Int?
    private(set) var ground = Ground.land
    /// Whether the zone is one of the sea: `Etc/GMT+2`.
    private var isOpenSea = false
    /// The place that people there would name, and the nearest one; in the country, when that is known.
    private(set) var named: Int?
    private(set) var nearest: Int?
    /// The number of the state in the layer of cities; 0 when it is not known.
    private(set) var stateNumber: UInt16 = 0
    /// The place of the municipality, where that has told the state.
    private(set) var seat: Int?
    /// The city; nil in a file that has no layer of cities.
    private(set) var city: CityChoice?
    /// What the city was chosen by.
    private(set) var knowledge: CityChoice.Knowledge?
    /// The number of the airport in whose grounds the position is.
    private(set) var airport: Int?

    /// - Parameter countryOfCity: The country of the city limits at the position, when they are known: they are exact
    ///   at borders, where the zones are simplified. 0 for none.
    init(at coordinate: Coordinate, in layers: WorldLayers, countryOfCity: UInt16? = nil) {
        let point = GridPoint(coordinate)
        zone = layers.zones?.boundary(at: point)
        county = layers.counties?.boundary(at: point)
        water = layers.water?.boundary(at: point)
        findCountry(of: coordinate, at: point, in: layers)
        if let countryOfCity, countryOfCity != CountryCode.none, countryOfCity != country {
            country = countryOfCity
            state = layers.states?.boundary(at: point).flatMap {
                layers.states?.country(ofBoundary: $0) == country ? $0 : nil
            }
            if let county, layers.counties?.country(ofBoundary: county) != country { self.county = nil }
        }
        findGround(in: layers)
        // The open sea has no places; a file without polygons has those of all countries.
        guard country != CountryCode.none || zone == nil else { return }
        if country == CountryCode.none,
            let found = NearestSearch.find(in: layers.places, from: coordinate, country: nil)
        {
            (named, nearest) = (found.named, found.nearest)
            country = layers.places.countryCode(at: found.nearest) ?? CountryCode.none
        }
        // The country is the nearest place's then, and the named one must not be across the border from it.
        guard country != CountryCode.none else { return }
        if let cities = layers.cities {
            findCity(at: coordinate, in: layers, cities)
        } else if let found = NearestSearch.find(in: layers.places, from: coordinate, country: country) {
            (named, nearest) = (found.named, found.nearest)
        }
    }

    /// Keeps the places in the position's state, and chooses the city.
    private mutating func findCity(at coordinate: Coordinate, in layers: WorldLayers, _ cities: CitiesLayer) {
        stateNumber = county.map { cities.state(ofCounty: $0) } ?? 0
        // A county tells the state: then its places are found at once. Where it has none, those of the country count.
        var inCountysState =
            stateNumber == 0
            ? nil
            : NearestSearch.find(
                in: layers.places, from: coordinate, country: country, state: stateNumber, cities: cities)
        guard
            let first = inCountysState
                ?? NearestSearch.find(in: layers.places, from: coordinate, country: country, cities: cities)
        else { return }
        if inCountysState != nil, cities.state(ofPlace: first.nearest) == 0,
            isInOtherState(near: first.nearest, coordinate, in: layers, cities)
        {
            inCountysState = nil
        }
        // In a polygon that tells no state, only the codes of places do.
        let isInSilentPolygon = stateNumber == 0 && (state.map { cities.state(ofBoundary: $0) == 0 } ?? (county != nil))
        let isByPlace = takeStateOfBoundary(near: first.nearest, coordinate, in: layers, cities)
        let municipality = reconcile(
            layers.municipality(at: coordinate, county: county, country: country, cities),
            beside: isByPlace ? nil : first.nearest, coordinate, in: layers, cities)
        if seat != nil { inCountysState = nil }
        if stateNumber == 0 { stateNumber = cities.state(ofPlace: first.nearest) }
        var places = first
        let isAcross =
            inCountysState == nil && stateNumber != 0
            && (cities.state(ofPlace: first.named) != stateNumber
                || cities.state(ofPlace: first.nearest) != stateNumber)
        if isAcross,
            let own = NearestSearch.find(
                in: layers.places, from: coordinate, country: country, state: stateNumber, cities: cities)
        {
            places = own
        }
        (named, nearest) = (places.named, places.nearest)
        airport = layers.airports
            .flatMap {
                AirportGrounds.number(at: coordinate, country: country, in: $0) {
                    layers.places.coordinate(at: places.nearest).map { coordinate.distance(to: $0) }
                }
            }
            .flatMap { PostalCityCode.city($0)?.place }
        let knowledge = CityChoice.Knowledge(
            state: stateNumber, municipality: municipality,
            postalCity: layers.postalCities?
                .number(at: coordinate, country: country, scale: PostalCityCode.scale)
                .flatMap { PostalCityCode.city($0) },
            airportCity: airport.flatMap { cities.airport($0)?.city },
            named: places.named, nearest: places.nearest,
            isNamedNear: municipality.isSpacious
                && layers.places.isWithin(NamingDistance.onLandInMeters, of: coordinate, places.named),
            isStateDoubtful: isInSilentPolygon && seat == nil
                && cities.city(ofState: stateNumber).place
                    .map { !layers.places.isWithin(Self.reachOfCityInMeters, of: coordinate, $0) } == true
        )
        self.knowledge = knowledge
        city = CityChoice(knowledge, in: cities)
    }

    /// Beside a place whose code says another state than its county, the polygon of a state decides: then the position is in no
    /// county. Whether it is another state's than the county's.
    private mutating func isInOtherState(
        near place: Int, _ coordinate: Coordinate, in layers: WorldLayers, _ cities: CitiesLayer
    ) -> Bool {
        guard let states = layers.states, let boundary = states.boundary(at: GridPoint(coordinate)),
            states.country(ofBoundary: boundary) == country, cities.state(ofBoundary: boundary) != 0,
            cities.state(ofBoundary: boundary) != stateNumber,
            layers.places.isWithin(Self.reachOfAstrayPlaceInMeters, of: coordinate, place)
        else { return false }
        (county, state, stateNumber) = (nil, boundary, cities.state(ofBoundary: boundary))
        return true
    }

    /// Where no county tells the state, its polygon does. Its borders are coarse: a place that is so near knows better. Whether
    /// such a place has told it.
    private mutating func takeStateOfBoundary(
        near place: Int, _ coordinate: Coordinate, in layers: WorldLayers, _ cities: CitiesLayer
    ) -> Bool {
        guard stateNumber == 0, let state else { return false }
        stateNumber = cities.state(ofBoundary: state)
        let own = cities.state(ofPlace: place)
        guard own != 0, own != stateNumber, layers.places.isWithin(Self.stateMarginInMeters, of: coordinate, place)
        else { return false }
        (self.state, stateNumber) = (nil, own)
        return true
    }

    /// Makes state and municipality agree, and returns the municipality; none where its polygon is the wrong one.
    ///
    /// It lies in one state, that of its place; but its polygon and those of counties and states have been simplified each for
    /// itself. Where they disagree, the state follows the city. But not against the polygons and the word of a place right here,
    /// nor after a place far away: in Austria the source has joined municipalities of one name.
    ///
    /// - Parameter neighbour: The nearest place, unless that alone has told the state.
    private mutating func reconcile(
        _ municipality: CityReference, beside neighbour: Int?, _ coordinate: Coordinate, in layers: WorldLayers,
        _ cities: CitiesLayer
    ) -> CityReference {
        guard let place = municipality.place, case let own = cities.state(ofPlace: place), own != 0,
            own != stateNumber, layers.isInCounty(ofState: own, place, country: country, cities)
        else { return municipality }
        if stateNumber != 0 {
            if let neighbour, cities.state(ofPlace: neighbour) == stateNumber,
                layers.places.isWithin(Self.stateMarginInMeters, of: coordinate, neighbour)
            {
                return .none
            }
            guard layers.places.isWithin(Self.reachOfCityInMeters, of: coordinate, place) else { return .none }
            (county, state) = (nil, nil)
        }
        (stateNumber, seat) = (own, place)
        return municipality
    }

    /// How far a city may be that tells the state against polygons, or that a state is by the code of a place alone: Thika has
    /// Nairobi's, and is 39 km away.
    private static let reachOfCityInMeters = 25_000.0

    /// How far a place makes the county doubtful that it does not fit into: as far as a town reaches.
    private static let reachOfAstrayPlaceInMeters = 5000.0

    /// How far a border between states without counties may be off: Natural Earth's are drawn for 1:10 million.
    private static let stateMarginInMeters = 1500.0

    /// South of it lies Antarctica, whatever anybody claims there (Antarctic Treaty, article VI; ISO 3166-1: AQ).
    private static let antarcticLatitude = -60.0

    /// Takes the country of the zone. A few zones cover a part of a second country, and the states tell where.
    private mutating func findCountry(of coordinate: Coordinate, at point: GridPoint, in layers: WorldLayers) {
        guard let zone, let zones = layers.zones else {
            state = layers.states?.boundary(at: point)
            return
        }
        country = zones.country(ofBoundary: zone)
        isOpenSea = country == CountryCode.none
        if coordinate.latitude < Self.antarcticLatitude { country = CountryCode.antarctica }
        let second = zones.kind(ofBoundary: zone)
        // Most counties tell their state: the layer of states needs not be asked.
        if let county, let counties = layers.counties, second == CountryCode.none,
            counties.country(ofBoundary: county) == country, counties.hasText(CountyText.state, ofBoundary: county)
        {
            return
        }
        state = layers.states?.boundary(at: point)
        let countryOfState = state.flatMap { layers.states?.country(ofBoundary: $0) }
        if second != CountryCode.none {
            // At coasts and borders there may be no state, or one of a third country, but there are places.
            let isSecond =
                countryOfState == second
                || countryOfState != country && Self.isNearer(to: second, than: country, coordinate, layers.places)
            if isSecond { country = second }
        }
        if countryOfState != country { state = nil }
        if let county, layers.counties?.country(ofBoundary: county) != country { self.county = nil }
    }

    /// Whether the nearest place of one country is nearer than that of another. A third country's do not count.
    private static func isNearer(
        to country: UInt16, than other: UInt16, _ coordinate: Coordinate, _ places: PlacesLayer
    ) -> Bool {
        func distanceInMeters(_ country: UInt16) -> Double {
            let nearest = NearestSearch.find(in: places, from: coordinate, country: country)?.nearest
            return nearest.flatMap { places.coordinate(at: $0) }.map { coordinate.distance(to: $0) } ?? .infinity
        }
        return distanceInMeters(country) < distanceInMeters(other)
    }

    /// At the coast the polygons of land and sea, which come from different sources, may both claim a position: land
    /// wins. Where people live it is land, whatever the polygons say.
    private mutating func findGround(in layers: WorldLayers) {
        switch water.flatMap({ WaterKind(rawValue: layers.water?.kind(ofBoundary: $0) ?? 0) }) {
        case .ground: water = nil
        case .lake: ground = .lake
        case .sea, nil: if state == nil && county == nil && (water != nil || isOpenSea) { ground = .sea }
        }
    }
}
