public import PlacemarkModel

extension Gazetteer {
    /// The centre and the inhabitants of the locality that a placemark names, as far as it is a place of the world file;
    /// nil when none of the places that name the position has its name, in any language.
    ///
    /// - Parameter coordinate: the position of the placemark.
    public func centre(
        ofLocalityOf placemark: Placemark, at coordinate: Coordinate
    ) -> (coordinate: Coordinate, population: Int)? {
        guard let locality = placemark.locality else { return nil }
        let country = placemark.isoCountryCode.flatMap { CountryCode.packed($0) }
        guard !file.isLost else { return nil }
        return withExtendedLifetime(file) {
            let found = ReverseLookup(at: coordinate, in: world, countryOfCity: country)
            let place = [found.city?.city.place, found.named, found.nearest].compactMap(\.self)
                .first { places.name(at: $0) == locality || world.isCalled($0, locality) }
            guard let place, let centre = places.coordinate(at: place), let record = places.record(at: place) else {
                return nil
            }
            return (centre, record.population)
        }
    }
}
