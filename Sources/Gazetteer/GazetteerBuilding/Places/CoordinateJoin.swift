/// Finds the named place that is the same as a city: equal coordinates to 1/100,000 degree, and the same country.
struct CoordinateJoin {
    private struct Key: Hashable {
        let latitude, longitude: Int32
        let country: String

        init?(_ latitude: Double, _ longitude: Double, _ country: String?) {
            guard let country, let latitude = Int32(exactly: (latitude * 100_000).rounded()),
                let longitude = Int32(exactly: (longitude * 100_000).rounded())
            else { return nil }
            (self.latitude, self.longitude, self.country) = (latitude, longitude, country)
        }
    }

    private var places: [Key: [PlaceSources.NamedPlace]] = [:]

    init(_ places: [PlaceSources.NamedPlace]) {
        self.places.reserveCapacity(places.count)
        for place in places {
            guard let key = Key(place.latitude, place.longitude, place.countryCode) else { continue }
            self.places[key, default: []].append(place)
        }
    }

    /// Of several places at the same point, the one with the same name, else the first.
    func match(for city: PlaceSources.City) -> PlaceSources.NamedPlace? {
        guard let key = Key(city.latitude, city.longitude, city.countrycode), let candidates = places[key] else {
            return nil
        }
        return candidates.first { $0.city == city.name } ?? candidates.first
    }
}
