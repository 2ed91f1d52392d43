package import PlacemarkCore

extension OwnLayer {
    /// One of the user's own features as others may list it.
    struct Feature: Hashable {
        var name: String
        /// A circle's centre, or a point inside the largest polygon.
        var coordinate: Coordinate
    }

    /// All features that can be read, the smallest area first.
    var allFeatures: some Sequence<Feature> { (0..<featureCount).lazy.compactMap { self.feature(at: $0) } }

    /// Nil for a number that there is not, and for a feature without a usable name or coordinate (a damaged file).
    func feature(at index: Int) -> Feature? {
        guard let number = UInt32(exactly: index), let record = record(at: number), let coordinate = record.coordinate,
            let name = string(at: record.name)
        else { return nil }
        return Feature(name: name, coordinate: coordinate)
    }
}

extension Gazetteer {
    /// The user's own features: their names, and the points that stand for them; empty when there is no such layer.
    package var ownFeatures: [(name: String, coordinate: Coordinate)] {
        guard let own, !file.isLost else { return [] }
        return withExtendedLifetime(file) { own.allFeatures.map { ($0.name, $0.coordinate) } }
    }
}
