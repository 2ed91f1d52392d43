import PlacemarkModel

/// What is made of the names of a position: the strings themselves (`NamesInWords`), or the numbers that stand for them
/// (`NamesInNumbers`).
///
/// `WorldLayers.tellNames` decides which names there are, and where each comes from. A sink takes them in that order.
protocol NameSink {
    associatedtype Names

    func takeTimeZone(ofBoundary boundary: Int, of zones: BoundariesLayer, in names: inout Names)
    /// A sea or a lake.
    func takeWater(ofBoundary boundary: Int, of water: BoundariesLayer, in names: inout Names)
    /// The city, and what is finer.
    func takeCity(of lookup: ReverseLookup, isOnLand: Bool, in names: inout Names)
    /// The position is on the water, and too far from any shore for a city.
    func takeNoCity(in names: inout Names)
    /// The county, and its state where the layer knows that.
    func takeCounty(ofBoundary boundary: Int, of counties: BoundariesLayer, in names: inout Names)
    func takeState(ofBoundary boundary: Int, of states: BoundariesLayer, in names: inout Names)
    func takeTimeZone(ofNeighbour neighbour: PlacesLayer.Area, in names: inout Names)
    func takeState(ofNeighbour neighbour: PlacesLayer.Area, in names: inout Names)
    func takeCounty(ofNeighbour neighbour: PlacesLayer.Area, in names: inout Names)
    func takeCountry(of lookup: ReverseLookup, in names: inout Names)

    func hasTimeZone(_ names: Names) -> Bool
    func hasState(_ names: Names) -> Bool
    func hasCounty(_ names: Names) -> Bool
    /// Whether a neighbour's county may be the position's: not across a border between states, and not without a city.
    func mayHaveCounty(ofNeighbour neighbour: PlacesLayer.Area, _ names: Names) -> Bool
}

extension WorldLayers {
    /// Finds where a position is, and tells a sink the names that count there.
    ///
    /// - Parameters:
    ///   - city: the city of a detail pack, whose limits win over the places and over the sea.
    ///   - isInStreet: whether a detail pack has a street there. Only on the water it is asked.
    func tellNames<Sink: NameSink>(
        at coordinate: Coordinate, city: DetailPacks.City?, isInStreet: @autoclosure () -> Bool, to sink: Sink,
        in names: inout Sink.Names
    ) -> ReverseLookup {
        let lookup = ReverseLookup(at: coordinate, in: self, countryOfCity: city?.lookup.country)
        let ground = lookup.ground(isInCity: city != nil, isInStreet: isInStreet())
        if let zones, let zone = lookup.zone { sink.takeTimeZone(ofBoundary: zone, of: zones, in: &names) }
        if ground != .land, let water, let boundary = lookup.water {
            sink.takeWater(ofBoundary: boundary, of: water, in: &names)
        }
        if ground == .land || city != nil || isOnShore(lookup, of: coordinate) {
            sink.takeCity(of: lookup, isOnLand: ground == .land, in: &names)
        } else {
            sink.takeNoCity(in: &names)
        }
        if ground != .sea || coast?.isNearLand(coordinate) != false {
            tellAreas(of: lookup, to: sink, in: &names)
            sink.takeCountry(of: lookup, in: &names)
        }
        return lookup
    }

    /// State and county by polygon. The counties' borders are the better ones, where they know their state. What the
    /// polygons leave open, at coasts and in a file without them, a neighbour tells.
    private func tellAreas<Sink: NameSink>(of lookup: ReverseLookup, to sink: Sink, in names: inout Sink.Names) {
        if let counties, let county = lookup.county { sink.takeCounty(ofBoundary: county, of: counties, in: &names) }
        if let states, let state = lookup.state, !sink.hasState(names) {
            sink.takeState(ofBoundary: state, of: states, in: &names)
        }
        // Mostly the polygons leave nothing open.
        let isComplete = sink.hasCounty(names) && sink.hasState(names) && sink.hasTimeZone(names)
        guard !isComplete, let neighbour = neighbour(of: lookup) else { return }
        if !sink.hasTimeZone(names) { sink.takeTimeZone(ofNeighbour: neighbour, in: &names) }
        if !sink.hasState(names) { sink.takeState(ofNeighbour: neighbour, in: &names) }
        if !sink.hasCounty(names), sink.mayHaveCounty(ofNeighbour: neighbour, names) {
            sink.takeCounty(ofNeighbour: neighbour, in: &names)
        }
    }

    /// Whether a position on the water is so near to a place, or to the postal code that tells its city, that it belongs to that
    /// shore; or on an airport: some are built into the sea.
    func isOnShore(_ lookup: ReverseLookup, of coordinate: Coordinate) -> Bool {
        if lookup.airport != nil { return true }
        guard let nearest = lookup.nearest else { return false }
        return places.isWithin(NamingDistance.onWaterInMeters, of: coordinate, nearest)
            || lookup.city?.source == .post
                && postalCities?.nearestNumber(to: coordinate, country: lookup.country)
                    .map { $0.distanceInMeters <= NamingDistance.onWaterInMeters } == true
    }

    /// The areas of the place that tells what polygons leave open: the municipality's that has told the state, or the city's
    /// own where its limits are known, else those of the nearest place.
    private func neighbour(of lookup: ReverseLookup) -> PlacesLayer.Area? {
        let city = lookup.city.flatMap { $0.source == .limits ? $0.city.place : nil }
        return (lookup.seat ?? city ?? lookup.nearest).flatMap { places.area(ofPlaceAt: $0) }
    }
}

extension ReverseLookup {
    /// What one would stand on, by a detail pack, too: inside a city's limits there is no sea, and at a street no water.
    /// What the pack itself knows of waters is not meant.
    func ground(isInCity: Bool, isInStreet: @autoclosure () -> Bool) -> Ground {
        guard ground != .land else { return .land }
        return ground == .sea && isInCity || isInStreet() ? .land : ground
    }

    /// The city that names the position: as the layer of cities has it, else the place that people there would name.
    func choice(ofNamed named: Int) -> CityChoice {
        city ?? CityChoice(city: CityReference(place: named), source: .nearest)
    }
}
