import PlacemarkModel

/// Finds counties by the names of their polygons, which are what `placemark(at:)` tells, and not always those that GeoNames has:
/// `Hainaut` and `Hainaut Province`.
///
/// It looks at all counties, and at all places of their countries: some milliseconds.
struct CountySearch {
    let world: WorldLayers
    /// Knows what else the text says.
    let filter: AreaFilter

    /// The counties of this name, each where its largest place is, the one with the largest first.
    ///
    /// - Parameters:
    ///   - name: as the polygons have it, but for the case of A to Z.
    ///   - areas: that it lies in.
    func results(named name: some StringProtocol, in areas: [FoldedName]) -> [SearchResult] {
        guard let counties = world.counties, !name.isEmpty else { return [] }
        let places = world.places
        let boundaries = Set(
            (0..<counties.boundaryCount).filter { counties.hasName(name.utf8, ofCounty: $0) })
        let countries = Set(boundaries.map { counties.country(ofBoundary: $0) })
        var largest: [Int: (place: Coordinate, population: Int)] = [:]
        for index in 0..<places.placeCount where !boundaries.isEmpty {
            guard let country = places.countryCode(at: index), countries.contains(country),
                let record = places.record(at: index), let coordinate = places.coordinate(at: index),
                let boundary = counties.boundary(at: GridPoint(coordinate)), boundaries.contains(boundary),
                record.population > largest[boundary]?.population ?? -1
            else { continue }
            largest[boundary] = (coordinate, record.population)
        }
        let sorted = largest.sorted { ($1.value.population, $0.key) < ($0.value.population, $1.key) }
        return sorted.compactMap { boundary, found in
            guard var placemark = world.placemark(at: found.place, preferredLanguages: filter.search.request.languages)
            else { return nil }
            placemark.widen(to: .county)
            let result = SearchResult(
                placemark: placemark, coordinate: found.place, population: 0, match: .area)
            return filter.lies(result, in: areas) ? result : nil
        }
    }
}

extension BoundariesLayer {
    /// Whether the name of a county has these bytes, but for the case of A to Z.
    fileprivate func hasName(_ name: some Collection<UInt8>, ofCounty boundary: Int) -> Bool {
        guard let bytes = textBytes(CountyText.name, ofBoundary: boundary), bytes.count == name.count else {
            return false
        }
        func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        return zip(bytes, name).allSatisfy { small($0) == small($1) }
    }
}
