public import PlacemarkModel

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
        let sink = NamesInWords(
            layers: self, coordinate: coordinate, city: details?.city,
            reader: preferredLanguages.isEmpty ? nil : ReaderLanguages(preferredLanguages, in: names))
        let lookup = tellNames(
            at: coordinate, city: details?.city, isInStreet: details?.streets != nil, to: sink, in: &placemark)
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
}

extension Placemark {
    /// Whether it holds nothing but the name of the geocoder.
    fileprivate var isEmpty: Bool { name == nil && isoCountryCode == nil && timeZone == nil }
}
