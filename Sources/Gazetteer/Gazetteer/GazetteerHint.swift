public import PlacemarkModel

extension Gazetteer {
    /// What `placemark(at:)` would name the coordinate, as numbers: the locality and all that is coarser.
    ///
    /// It takes a microsecond or two, and makes no string. Nil when the file has been cut off.
    public func nameHint(at coordinate: Coordinate) -> NameHint? {
        guard !file.isLost else { return nil }
        // The layers point into the mappings, but do not keep them.
        let hint = withExtendedLifetime((file, details)) { () -> NameHint in
            var hint = world.nameHint(at: coordinate, city: details.city(at: coordinate)) {
                StreetPlane(at: coordinate).flatMap { details.streets(around: $0) } != nil
            }
            if hint.inlandWater == 0, hint.ocean == 0 { hint.inlandWater = details.waterHint(at: coordinate) }
            return hint
        }
        return file.isLost ? nil : hint
    }
}

extension WorldLayers {
    /// Follows `placemark(at:details:preferredLanguages:)` step by step.
    ///
    /// - Parameter isInStreet: Whether a detail pack has a street there. Only on the water it is asked.
    func nameHint(at coordinate: Coordinate, city: DetailPacks.City?, isInStreet: () -> Bool) -> NameHint {
        let lookup = ReverseLookup(at: coordinate, in: self, countryOfCity: city?.lookup.country)
        let ground = lookup.ground(isInCity: city != nil, isInStreet: isInStreet())
        var hint = NameHint()
        if let zones, let zone = lookup.zone { hint.zone = zones.numberOfText(ZoneText.timeZone, ofRegion: zone) }
        let centre = lookup.named.flatMap { places.coordinate(at: $0) }
        let distanceInMeters = centre.map { coordinate.distance(to: $0) } ?? .infinity

        if ground != .land, let water, let region = lookup.water {
            let name = water.numberOfText(WaterText.name, ofRegion: region)
            switch WaterKind(rawValue: water.kind(ofRegion: region)) {
            case .sea: hint.ocean = name
            case .lake: hint.inlandWater = name
            case .inhabited, nil: break
            }
        }
        let hasPlace = ground == .land || city != nil || isOnShore(lookup, of: coordinate)
        if hasPlace, let city {
            hint.locality = city.hint
        } else if hasPlace, let named = lookup.named {
            let choice = lookup.city ?? CityChoice(city: CityReference(place: named), source: .nearest)
            hint.locality = choice.city.hint
            hint.isDistant = choice.source == .nearest && distanceInMeters > NamingDistance.onLandInMeters
        }
        if ground != .sea || coast?.isNearLand(coordinate) != false {
            addAreas(of: lookup, to: &hint)
            hint.country = lookup.country
        }
        hint.custom = customPlaces?.hint(at: coordinate) ?? 0
        return hint
    }

    private func addAreas(of lookup: ReverseLookup, to hint: inout NameHint) {
        if let counties, let county = lookup.county {
            hint.subAdministrativeArea = counties.numberOfText(CountyText.name, ofRegion: county)
            hint.administrativeArea = counties.numberOfText(CountyText.state, ofRegion: county)
        }
        if let states, let state = lookup.state, hint.administrativeArea == 0 {
            hint.administrativeArea = Table.states.number(states.numberOfText(StateText.name, ofRegion: state))
        }
        guard let neighbour = neighbour(of: lookup) else { return }
        if hint.zone == 0 { hint.zone = Table.places.number(neighbour.timeZone) }
        if hint.administrativeArea == 0 { hint.administrativeArea = Table.places.number(neighbour.state) }
        // Whether the neighbour's county counts depends on the states alone, and these are in the hint.
        if hint.subAdministrativeArea == 0, hint.locality != 0, !hint.isDistant {
            hint.subAdministrativeArea = Table.places.number(neighbour.county)
        }
    }

    /// Whose string is meant: the numbers of two tables have nothing in common.
    private enum Table: UInt32 {
        case counties, states, places

        func number(_ offset: UInt32) -> UInt32 { offset == 0 ? 0 : offset ^ rawValue << 30 }
    }
}

extension CustomPlacesLayer {
    /// Stands for the custom places at the coordinate that give the locality or something coarser; 0 without any.
    fileprivate func hint(at coordinate: Coordinate) -> UInt32 {
        features(containing: coordinate).reduce(0) { hint, feature in
            let given = record(at: feature).flatMap { properties(of: $0) } ?? 0..<0
            guard given.contains(where: { property(at: $0).key?.isCoarse == true }) else { return hint }
            // FNV-1's prime: the order counts.
            return hint &* 16_777_619 ^ (feature &+ 1)
        }
    }
}

extension CustomPlaceKey {
    /// Whether this is the locality, or something coarser.
    fileprivate var isCoarse: Bool {
        switch self {
        case .thoroughfare, .subThoroughfare, .subLocality, .postalCode: false
        case .locality, .subAdministrativeArea, .administrativeArea, .isoCountryCode, .country, .timeZone, .inlandWater,
            .ocean, .isoSubdivisionCode:
            true
        }
    }
}
