import PlacemarkModel

/// The names of a position as a reader of some languages is shown them.
struct NamesInWords: NameSink {
    let layers: WorldLayers
    let coordinate: Coordinate
    /// The city of a detail pack.
    let city: DetailPacks.City?
    /// Nil for the names that everybody is shown.
    let reader: ReaderLanguages?

    func takeTimeZone(ofBoundary boundary: Int, of zones: BoundariesLayer, in placemark: inout Placemark) {
        placemark.timeZone = zones.text(ZoneText.timeZone, ofBoundary: boundary)
    }

    func takeWater(ofBoundary boundary: Int, of water: BoundariesLayer, in placemark: inout Placemark) {
        let name = water.text(WaterText.name, ofBoundary: boundary)
        switch WaterKind(rawValue: water.kind(ofBoundary: boundary)) {
        case .sea: placemark.ocean = name
        case .lake: placemark.inlandWater = name
        case .ground, nil: break
        }
        if let reader { placemark.nameWater(for: reader) }
    }

    func takeCity(of lookup: ReverseLookup, isOnLand: Bool, in placemark: inout Placemark) {
        addPlace(of: lookup, to: &placemark, isOnLand: isOnLand)
        if let city {
            city.apply(
                to: &placemark, at: coordinate, nearest: lookup.nearest.flatMap { layers.places.place(at: $0) })
            layers.nameCity(ofPack: city, &placemark, lookup, reader)
        }
        placemark.postalCode = layers.postalCodes?.postalCode(at: coordinate, country: lookup.country)
    }

    func takeNoCity(in placemark: inout Placemark) { placemark.name = placemark.inlandWater ?? placemark.ocean }

    func takeCounty(ofBoundary boundary: Int, of counties: BoundariesLayer, in placemark: inout Placemark) {
        placemark.subAdministrativeArea = counties.text(CountyText.name, ofBoundary: boundary)
        placemark.administrativeArea = counties.text(CountyText.state, ofBoundary: boundary)
        placemark.isoSubdivisionCode = counties.text(CountyText.stateCode, ofBoundary: boundary)
    }

    func takeState(ofBoundary boundary: Int, of states: BoundariesLayer, in placemark: inout Placemark) {
        placemark.administrativeArea = states.text(StateText.name, ofBoundary: boundary)
        placemark.isoSubdivisionCode = states.text(StateText.code, ofBoundary: boundary)
    }

    func takeTimeZone(ofNeighbour neighbour: PlacesLayer.Area, in placemark: inout Placemark) {
        placemark.timeZone = layers.places.string(at: neighbour.timeZone)
    }

    func takeState(ofNeighbour neighbour: PlacesLayer.Area, in placemark: inout Placemark) {
        placemark.administrativeArea = layers.places.string(at: neighbour.state)
        placemark.isoSubdivisionCode = layers.places.string(at: neighbour.isoSubdivisionCode)
    }

    func takeCounty(ofNeighbour neighbour: PlacesLayer.Area, in placemark: inout Placemark) {
        placemark.subAdministrativeArea = layers.places.string(at: neighbour.county)
    }

    func takeCountry(of lookup: ReverseLookup, in placemark: inout Placemark) {
        if let reader { placemark.nameState(for: reader) }
        placemark.isoCountryCode = CountryCode.letters(lookup.country)
        if let reader, let code = placemark.isoCountryCode {
            placemark.country = reader.country(code, in: layers.countryNames)
        }
        if placemark.country == nil, let zones = layers.zones, let zone = lookup.zone {
            if zones.country(ofBoundary: zone) == lookup.country {
                placemark.country = zones.text(ZoneText.country, ofBoundary: zone)
            } else if zones.kind(ofBoundary: zone) == lookup.country {
                placemark.country = zones.text(ZoneText.secondCountry, ofBoundary: zone)
            }
        }
        if placemark.country == nil, let nearest = lookup.nearest {
            placemark.country = layers.places.countryName(ofPlaceAt: nearest)
        }
        // No zone has it where others claim the land, and no place is there.
        if placemark.country == nil, lookup.country == CountryCode.antarctica { placemark.country = "Antarctica" }
    }

    func hasTimeZone(_ placemark: Placemark) -> Bool { placemark.timeZone != nil }
    func hasState(_ placemark: Placemark) -> Bool { placemark.administrativeArea != nil }
    func hasCounty(_ placemark: Placemark) -> Bool { placemark.subAdministrativeArea != nil }

    /// A county of another state than the position's is across a border.
    func mayHaveCounty(ofNeighbour neighbour: PlacesLayer.Area, _ placemark: Placemark) -> Bool {
        placemark.locality != nil && placemark.administrativeArea == layers.places.string(at: neighbour.state)
    }

    /// The city, and the nearest place as a part of it, if it is near enough.
    private func addPlace(of lookup: ReverseLookup, to placemark: inout Placemark, isOnLand: Bool) {
        guard let named = lookup.named else { return }
        let choice = lookup.choice(ofNamed: named)
        guard let name = layers.name(of: choice.city) else { return }
        let shown = reader?.name(of: choice.city.place.map { NameKey(place: $0) }, orDefault: name) ?? name
        placemark.name = shown
        if let centre = choice.city.place.flatMap({ layers.places.coordinate(at: $0) }) {
            let distanceInMeters = coordinate.distance(to: centre)
            placemark.setWay(distanceInMeters: distanceInMeters, bearing: coordinate.bearing(to: centre))
            guard choice.source != .nearest || distanceInMeters <= NamingDistance.onLandInMeters else {
                placemark.distant = true
                return
            }
        }
        (placemark.locality, placemark.localitySource) = (shown, choice.source)
        guard let nearest = lookup.nearest, nearest != choice.city.place,
            layers.cities?.isPart(nearest, of: choice) != false,
            layers.places.isWithin(NamingDistance.ofPartInMeters(isOnLand: isOnLand), of: coordinate, nearest),
            let part = layers.places.name(at: nearest)
        else { return }
        placemark.subLocality =
            part == name ? nil : reader?.name(of: NameKey(place: nearest), orDefault: part) ?? part
    }
}
