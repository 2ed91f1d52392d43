import PlacemarkModel

extension WorldLayers {
    /// The municipality by polygon: a county, or a boundary of the layer of municipalities.
    ///
    /// - Parameter county: The county that the position is in.
    func municipality(
        at coordinate: Coordinate, county: Int?, country: UInt16, _ cities: CitiesLayer
    ) -> CityReference {
        let ofCounty = county.map { cities.city(ofCounty: $0) } ?? .none
        guard ofCounty == .none, let municipalities,
            let boundary = municipalities.boundary(at: GridPoint(coordinate)),
            municipalities.country(ofBoundary: boundary) == country
        else { return ofCounty }
        return cities.city(ofMunicipality: boundary)
    }

    /// Whether a place lies in a county of this state, or in none whose state is known. The codes of some say another state than
    /// their county: that of Muntinlupa, which is in Metro Manila.
    func isInCounty(ofState state: UInt16, _ place: Int, country: UInt16, _ cities: CitiesLayer) -> Bool {
        guard let counties, let centre = places.coordinate(at: place),
            let county = counties.boundary(at: GridPoint(centre)), counties.country(ofBoundary: county) == country,
            case let own = cities.state(ofCounty: county), own != 0
        else { return true }
        return own == state
    }
}
