public import PlacemarkModel

/// How far from a position a place may be to name it.
enum NamingDistance {
    /// On land. Farther away, the nearest place names the position as a distant one, and is not the locality: the radius
    /// within which a town is still the one that people go to.
    static let onLandInMeters = 50_000.0
    /// On a sea or a lake: nearer than this to any place, also to one that does not name the position, one is still in
    /// its harbour, on its beach, on a bridge or a pier. docs/explain/accuracy.md says how it was chosen.
    static let onWaterInMeters = 5_000.0
    /// The nearest place as a part of the city, on land and on water: a part of a town is seldom larger, and on the water the
    /// nearest one may lie across a harbour. docs/explain/accuracy.md has the figures.
    static func ofPartInMeters(isOnLand: Bool) -> Double { isOnLand ? 3000 : 1500 }
}

extension Gazetteer {
    /// The coordinate in words.
    ///
    /// On land: the place that people there would name, with its distance (whole metres) and bearing (whole degrees);
    /// farther than 50 km from it there is no locality, and `distant` is true. On the sea and on lakes: their name, and
    /// that of a place only near its shore. The open sea has no country. The city limits of a detail pack win over
    /// the places and over the sea, and custom places over all. Nil when nothing is known there.
    ///
    /// - Parameter preferredLanguages: In which languages names are wanted, most wanted first, as BCP 47 or POSIX write
    ///   them (`de-CH`, `pt_BR.UTF-8`); `local` is what people there write. City, part of the city, state and country
    ///   come in the first of them that has a name, or else as everybody is shown them: in English.
    /// - Parameter street: The street that a box is known to be in, one of `streets(at:)`; nil for the one that the
    ///   position alone suggests.
    public func placemark(
        at coordinate: Coordinate, preferredLanguages: [String] = [], street: UInt32? = nil
    ) -> Placemark? {
        guard !file.isLost else { return nil }
        // Neither a closure nor a conditional expression hands a placemark on without copying its 20 strings.
        let placemark = world.placemark(
            at: coordinate,
            details: details.packs.isEmpty
                ? nil : details.lookup(at: coordinate, street: street, languages: preferredLanguages),
            preferredLanguages: preferredLanguages)
        // The layers point into the mappings, but do not keep them.
        extendLifetime(self)
        guard !file.isLost else { return nil }
        return placemark
    }
}

extension WorldLayers {
    func placemark(
        at coordinate: Coordinate, details: DetailPacks.Lookup? = nil, preferredLanguages: [String]
    ) -> Placemark? {
        var placemark = Placemark(geocoder: "gazetteer")
        describe(coordinate, details, preferredLanguages, in: &placemark)
        guard !placemark.isEmpty else { return nil }
        return consume placemark
    }

    /// A function of its own, because what is captured by closures, as `??` has them, cannot be handed out without a copy.
    private func describe(
        _ coordinate: Coordinate, _ details: DetailPacks.Lookup?, _ preferredLanguages: [String],
        in placemark: inout Placemark
    ) {
        let city = details?.city
        let isInStreet = details?.streets != nil
        let lookup = ReverseLookup(at: coordinate, in: self, countryOfCity: city?.lookup.country)
        let ground = lookup.ground(isInCity: city != nil, isInStreet: isInStreet)
        let reader = preferredLanguages.isEmpty ? nil : ReaderLanguages(preferredLanguages, in: names)
        if let zones, let zone = lookup.zone { placemark.timeZone = zones.text(ZoneText.timeZone, ofRegion: zone) }
        if ground != .land, let water, let region = lookup.water {
            placemark.name(water, region)
            if let reader { placemark.nameWater(for: reader) }
        }
        if ground == .land || city != nil || isOnShore(lookup, of: coordinate) {
            addPlace(of: lookup, to: &placemark, at: coordinate, isOnLand: ground == .land, reader)
            if let city {
                city.apply(to: &placemark, at: coordinate, nearest: lookup.nearest.flatMap { places.place(at: $0) })
                nameCity(ofPack: city, &placemark, lookup, reader)
            }
            placemark.postalCode = postalCodes?.postalCode(at: coordinate, country: lookup.country)
        } else {
            placemark.name = placemark.inlandWater ?? placemark.ocean
        }
        if ground != .sea || coast?.isNearLand(coordinate) != false {
            addAreas(of: lookup, to: &placemark)
            if let reader { placemark.nameState(for: reader) }
            addCountry(of: lookup, to: &placemark, reader)
        }
        placemark.name = placemark.name ?? placemark.administrativeArea ?? placemark.country
        if let details {
            details.streets?.apply(to: &placemark, inStreet: details.street)
            details.areas.apply(to: &placemark)
        }
        if let airport = lookup.airport.flatMap({ cities?.airport($0)?.name }).flatMap({ cities?.name($0) }),
            placemark.areasOfInterest?.contains(airport) != true
        {
            placemark.areasOfInterest = (placemark.areasOfInterest ?? []) + [airport]
        }
        customPlaces?.apply(to: &placemark, at: coordinate)
    }

    /// Whether a position on the water is so near to a place that it belongs to that shore.
    func isOnShore(_ lookup: ReverseLookup, of coordinate: Coordinate) -> Bool {
        guard let nearest = lookup.nearest.flatMap({ places.coordinate(at: $0) }) else { return false }
        return coordinate.distance(to: nearest) <= NamingDistance.onWaterInMeters
    }

    private func addCountry(of lookup: ReverseLookup, to placemark: inout Placemark, _ reader: ReaderLanguages?) {
        placemark.isoCountryCode = CountryCode.letters(lookup.country)
        if let reader, let code = placemark.isoCountryCode {
            placemark.country = reader.country(code, in: countryNames)
        }
        if placemark.country == nil, let zones, let zone = lookup.zone {
            if zones.country(ofRegion: zone) == lookup.country {
                placemark.country = zones.text(ZoneText.country, ofRegion: zone)
            } else if zones.kind(ofRegion: zone) == lookup.country {
                placemark.country = zones.text(ZoneText.secondCountry, ofRegion: zone)
            }
        }
        if placemark.country == nil, let nearest = lookup.nearest {
            placemark.country = places.countryName(ofPlaceAt: nearest)
        }
        // No zone has it where others claim the land, and no place is there.
        if placemark.country == nil, lookup.country == CountryCode.antarctica { placemark.country = "Antarctica" }
    }

    /// The areas of the place that tells what polygons leave open: the city's own where its limits are known, else those of
    /// the nearest place.
    func neighbour(of lookup: ReverseLookup) -> PlacesLayer.Area? {
        let seat = lookup.city.flatMap { $0.source == .limits ? $0.city.place : nil }
        return (seat ?? lookup.nearest).flatMap { places.area(ofPlaceAt: $0) }
    }

    /// State and county by polygon. The counties' borders are the better ones, where they know their state. What the
    /// polygons leave open, at coasts and in a file without them, a neighbour tells.
    private func addAreas(of lookup: ReverseLookup, to placemark: inout Placemark) {
        if let counties, let county = lookup.county {
            placemark.subAdministrativeArea = counties.text(CountyText.name, ofRegion: county)
            placemark.administrativeArea = counties.text(CountyText.state, ofRegion: county)
            placemark.isoSubdivisionCode = counties.text(CountyText.stateCode, ofRegion: county)
        }
        if let states, let state = lookup.state, placemark.administrativeArea == nil {
            placemark.administrativeArea = states.text(StateText.name, ofRegion: state)
            placemark.isoSubdivisionCode = states.text(StateText.code, ofRegion: state)
        }
        // Mostly the polygons leave nothing open.
        let isComplete =
            placemark.subAdministrativeArea != nil && placemark.administrativeArea != nil && placemark.timeZone != nil
        guard !isComplete, let neighbour = neighbour(of: lookup) else { return }
        placemark.timeZone = placemark.timeZone ?? places.string(at: neighbour.timeZone)
        if placemark.administrativeArea == nil {
            placemark.administrativeArea = places.string(at: neighbour.state)
            placemark.isoSubdivisionCode = places.string(at: neighbour.isoSubdivisionCode)
        }
        // A county of another state than the position's is across a border.
        if placemark.subAdministrativeArea == nil && placemark.locality != nil,
            placemark.administrativeArea == places.string(at: neighbour.state)
        {
            placemark.subAdministrativeArea = places.string(at: neighbour.county)
        }
    }

    /// The city, and the nearest place as a part of it, if it is near enough.
    private func addPlace(
        of lookup: ReverseLookup, to placemark: inout Placemark, at coordinate: Coordinate, isOnLand: Bool,
        _ reader: ReaderLanguages?
    ) {
        guard let named = lookup.named else { return }
        let choice = lookup.city ?? CityChoice(city: CityReference(place: named), source: .nearest)
        guard let name = self.name(of: choice.city) else { return }
        let shown = reader?.name(of: choice.city.place.map { NameKey(place: $0) }, orDefault: name) ?? name
        placemark.name = shown
        if let centre = choice.city.place.flatMap({ places.coordinate(at: $0) }) {
            let distanceInMeters = coordinate.distance(to: centre)
            placemark.setWay(distanceInMeters: distanceInMeters, bearing: coordinate.bearing(to: centre))
            guard choice.source != .nearest || distanceInMeters <= NamingDistance.onLandInMeters else {
                placemark.distant = true
                return
            }
        }
        (placemark.locality, placemark.localitySource) = (shown, choice.source)
        guard let nearest = lookup.nearest, nearest != choice.city.place, cities?.isPart(nearest, of: choice) != false,
            let part = places.name(at: nearest), let centre = places.coordinate(at: nearest),
            coordinate.distance(to: centre) <= NamingDistance.ofPartInMeters(isOnLand: isOnLand)
        else { return }
        placemark.subLocality =
            part == name ? nil : reader?.name(of: NameKey(place: nearest), orDefault: part) ?? part
    }

    /// The name of a city, which is its place's, or its own.
    func name(of city: CityReference) -> String? {
        city.place.flatMap { places.name(at: $0) } ?? city.name.flatMap { cities?.name($0) }
    }
}

extension ReverseLookup {
    /// What one would stand on, by a detail pack, too: inside a city's limits there is no sea, and at a street no water.
    /// What the pack itself knows of waters is not meant.
    func ground(isInCity: Bool, isInStreet: @autoclosure () -> Bool) -> Ground {
        guard ground != .land else { return .land }
        return ground == .sea && isInCity || isInStreet() ? .land : ground
    }
}

extension Placemark {
    fileprivate mutating func name(_ water: RegionsLayer, _ region: Int) {
        let name = water.text(WaterText.name, ofRegion: region)
        switch WaterKind(rawValue: water.kind(ofRegion: region)) {
        case .sea: ocean = name
        case .lake: inlandWater = name
        case .inhabited, nil: break
        }
    }

    /// Whether it holds nothing but the name of the geocoder.
    fileprivate var isEmpty: Bool { name == nil && isoCountryCode == nil && timeZone == nil }
}
