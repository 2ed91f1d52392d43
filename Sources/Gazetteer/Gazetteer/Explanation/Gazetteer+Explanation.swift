public import PlacemarkModel

extension Gazetteer {
    /// Why `placemark(at:)` answers as it does. Nil when the file was lost.
    ///
    /// The look-up itself is made once more, and asked; nothing is decided here a second time.
    public func explanation(at coordinate: Coordinate) -> Explanation? {
        guard !file.isLost else { return nil }
        let explanation = withExtendedLifetime((file, details)) { () -> Explanation in
            let found = details.lookup(at: coordinate, street: nil)
            let lookup = ReverseLookup(at: coordinate, in: world, countryOfCity: found.city?.lookup.country)
            let placemark = world.placemark(at: coordinate, details: found, preferredLanguages: [])
            var explanation = Explanation()
            explanation.addAreas(of: lookup, in: world, placemark)
            explanation.addGround(of: lookup, at: coordinate, in: world, found, placemark)
            explanation.addPlaces(of: lookup, at: coordinate, in: world)
            explanation.addCity(of: lookup, in: world, pack: details.city(found.city), placemark)
            explanation.addDetails(found, packs: details.packs, placemark)
            explanation.addOwnPlaces(at: coordinate, in: world)
            return explanation
        }
        return file.isLost ? nil : explanation
    }
}

extension DetailPacks {
    /// The name of a pack's file, and of its city.
    fileprivate func city(_ city: City?) -> (pack: String, name: String?)? {
        city.map { city in
            (packs[city.pack].name, city.layer.record(at: city.lookup.city).flatMap { city.layer.name($0.name) })
        }
    }
}

extension Explanation {
    /// Country, county and state.
    fileprivate mutating func addAreas(of lookup: ReverseLookup, in world: WorldLayers, _ placemark: Placemark?) {
        let zone = lookup.zone.flatMap { world.zones?.text(ZoneText.timeZone, ofBoundary: $0) }
        add(
            .country, from: "zones", placemark?.country ?? CountryCode.letters(lookup.country),
            isChosen: placemark?.country != nil,
            because: zone.map { "in the time zone \($0), by polygon" } ?? "no time zone's polygon: by the nearest place"
        )
        let county = lookup.county.flatMap { world.counties?.text(CountyText.name, ofBoundary: $0) }
        add(
            .county, from: lookup.county == nil ? "places" : "counties", placemark?.subAdministrativeArea,
            because: county != nil
                ? "inside its polygon"
                : placemark?.subAdministrativeArea == nil
                    ? "no county's polygon that counts, and no place near that knows one"
                    : "no county's polygon that counts: that of the city or of the nearest place")
        let (source, reason) = Self.teller(ofStateOf: lookup, in: world)
        add(.state, from: source, placemark?.administrativeArea, because: reason)
    }

    /// The layer that tells the state, and why that counts.
    private static func teller(
        ofStateOf lookup: ReverseLookup, in world: WorldLayers
    ) -> (source: String, reason: String) {
        if let county = lookup.county, world.counties?.text(CountyText.state, ofBoundary: county) != nil {
            return ("counties", "the county lies in it")
        }
        if let state = lookup.state, world.states?.text(StateText.name, ofBoundary: state) != nil {
            return ("states", "inside its polygon")
        }
        if lookup.seat != nil {
            return ("places", "the municipality's place lies in it; its limits count before polygons of states")
        }
        return ("places", "no polygon that counts: that of the city or of the nearest place")
    }

    fileprivate mutating func addGround(
        of lookup: ReverseLookup, at coordinate: Coordinate, in world: WorldLayers, _ details: DetailPacks.Lookup,
        _ placemark: Placemark?
    ) {
        let ground = lookup.ground(isInCity: details.city != nil, isInStreet: details.streets != nil)
        let water = lookup.water.flatMap { world.water?.text(WaterText.name, ofBoundary: $0) }
        switch ground {
        case .land where lookup.ground != .land:
            add(.ground, from: "water", water, isChosen: false, because: "a detail pack has a city or a street here")
        case .land where lookup.water != nil:
            add(
                .ground, from: "water", water, isChosen: false, because: "a state or a county claims it, too: land wins"
            )
        case .land: add(.ground, from: "water", "land", because: "no sea's and no lake's polygon")
        case .sea, .lake:
            let isOnShore = world.isOnShore(lookup, of: coordinate)
            let reach = Self.kilometers(NamingDistance.onWaterInMeters)
            add(
                .ground, from: "water", water ?? "the open sea",
                because: "inside its polygon"
                    + (isOnShore
                        ? "; within \(reach) of a place or of its city's postal code, or on an airport, so its city is named, too"
                        : ", and neither a place nor its city's postal code within \(reach)"))
        }
    }

    fileprivate mutating func addPlaces(of lookup: ReverseLookup, at coordinate: Coordinate, in world: WorldLayers) {
        func words(_ index: Int?) -> String? {
            guard let place = index.flatMap({ world.places.place(at: $0) }) else { return nil }
            return "\(place.name), \(Self.kilometers(coordinate.distance(to: place.coordinate)))"
        }
        add(
            .places, rule: "nearest", from: "places", words(lookup.nearest), isChosen: false,
            because: "the nearest place of the country, and of the state where states count")
        add(
            .places, rule: "named", from: "places", words(lookup.named), isChosen: false,
            because: "the nearest one when a large place counts as nearer than it is, and a quarter as farther")
    }

    /// What each rule for the city says, in the order in which they are asked.
    fileprivate mutating func addCity(
        of lookup: ReverseLookup, in world: WorldLayers, pack: (pack: String, name: String?)?, _ placemark: Placemark?
    ) {
        let source = placemark?.localitySource
        if let pack {
            // An own place may name another city.
            add(
                .city, rule: LocalitySource.limits.rawValue, from: pack.pack, pack.name,
                isChosen: pack.name != nil && source == .limits, because: "inside its limits")
        }
        guard let cities = world.cities, let known = lookup.knowledge else { return }
        for candidate in CityCandidate.all(known, in: cities) {
            let name = candidate.city.flatMap { world.name(of: $0) }
            let isChosen = pack == nil && name != nil && name == placemark?.locality && candidate.source == source
            add(
                .city, rule: candidate.source.rawValue, from: candidate.layer, name, isChosen: isChosen,
                because: candidate.reason)
        }
    }

    fileprivate mutating func addDetails(
        _ details: DetailPacks.Lookup, packs: [DetailPack], _ placemark: Placemark?
    ) {
        if let code = placemark?.postalCode {
            let isOfPack = details.streets != nil && placemark?.thoroughfare != nil
            add(
                .postalCode, from: isOfPack ? "a detail pack or postalCodes" : "postalCodes", code,
                because: "the nearest one, within the radius in which it can be believed")
        }
        if let streets = details.streets {
            add(
                .street, from: packs[streets.pack].name, placemark?.streetAddress,
                because: "the most likely one within \(Self.meters(StreetReach.ofStreetInMeters))")
        } else {
            add(
                .street, from: packs.isEmpty ? "no detail pack" : "detail packs", nil,
                because: packs.isEmpty ? "the world file has no streets" : "no street of a pack is near")
        }
        for area in placemark?.areasOfInterest ?? [] {
            add(.areas, from: "named areas, airports and own places", area, because: "the position lies in it")
        }
    }

    fileprivate mutating func addOwnPlaces(at coordinate: Coordinate, in world: WorldLayers) {
        guard let layer = world.customPlaces else { return }
        for feature in layer.features(containing: coordinate) {
            let name = layer.record(at: feature).flatMap { layer.string(at: $0.name) }
            add(
                .ownPlaces, from: "custom places", name,
                because: "the position lies in it; its properties win over all others")
        }
    }

    private static func kilometers(_ meters: Double) -> String {
        let tenths = Int((meters / 100).rounded())
        guard tenths >= 10 else { return self.meters(meters) }
        return tenths % 10 == 0 ? "\(tenths / 10) km" : "\(tenths / 10).\(tenths % 10) km"
    }

    private static func meters(_ meters: Double) -> String { "\(Int(meters.rounded())) m" }
}
