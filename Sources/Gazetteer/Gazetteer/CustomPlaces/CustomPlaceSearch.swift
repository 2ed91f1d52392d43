package import PlacemarkModel

/// Finds the custom places by their names, by a scan of all: they are few beside the places of the world.
struct CustomPlaceSearch {
    /// How a name may differ from the text.
    enum Likeness {
        /// Only in what folding removes.
        case equal
        /// By one letter, or by more letters behind it.
        case near
    }

    /// A name with fewer letters resembles too many others.
    private static let fewestLettersToCorrect = 3

    let places: CustomPlacesLayer
    let world: WorldLayers
    /// Knows what areas are called.
    let search: NameSearch

    /// The features that one of the readings means: those nearest to the hint first, or the smallest.
    func results(for readings: [SearchReading], _ likeness: Likeness) -> [SearchResult] {
        var results: [SearchResult] = []
        for feature in places.allFeatures {
            let name = FoldedName(feature.name)
            for reading in readings {
                guard let match = Self.match(name, reading.name, likeness), let result = result(feature, match),
                    AreaFilter(world: world, search: search).lies(result, in: reading.areas)
                else { continue }
                results.append(result)
                break
            }
        }
        guard search.request.hint != nil else { return results }
        let distances = results.map { $0.placemark.distance ?? .infinity }
        return results.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.map { results[$0] }
    }

    private static func match(
        _ name: FoldedName, _ wanted: FoldedName, _ likeness: Likeness
    ) -> SearchResult.Match? {
        switch likeness {
        case .equal: return name == wanted ? .name : nil
        case .near:
            guard wanted.scalars.count >= fewestLettersToCorrect else { return nil }
            if OneEdit(wanted.scalars).leads(to: name.scalars) { return .correction }
            return name.scalars.starts(with: wanted.scalars) ? .completion : nil
        }
    }

    /// The placemark of the point that stands for the feature, under the feature's name.
    private func result(_ feature: CustomPlacesLayer.Feature, _ match: SearchResult.Match) -> SearchResult? {
        guard var placemark = world.placemark(at: feature.coordinate, preferredLanguages: search.request.languages)
        else { return nil }
        placemark.name = feature.name
        (placemark.distant, placemark.distance, placemark.bearing) = (nil, nil, nil)
        var result = SearchResult(
            placemark: placemark, coordinate: feature.coordinate, population: 0, match: match)
        if let hint = search.request.hint { result.measure(from: hint) }
        return result
    }
}

extension SearchResult {
    /// Gives the placemark its distance and bearing from a point.
    mutating func measure(from point: Coordinate) {
        placemark.setWay(distanceInMeters: point.distance(to: coordinate), bearing: point.bearing(to: coordinate))
    }
}

extension Gazetteer {
    /// The custom places: their names, and the points that stand for them; empty when there is no such layer.
    package var customPlaces: [(name: String, coordinate: Coordinate)] {
        guard let layer = world.customPlaces, !file.isLost else { return [] }
        return withExtendedLifetime(file) { layer.allFeatures.map { ($0.name, $0.coordinate) } }
    }
}
