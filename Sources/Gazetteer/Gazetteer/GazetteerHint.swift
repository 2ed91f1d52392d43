public import PlacemarkModel

extension Gazetteer {
    /// What `placemark(at:)` would name the coordinate, as numbers: the locality and all that is coarser.
    ///
    /// It takes a microsecond or two, and makes no string. Nil when the file has been cut off.
    public func nameHint(at coordinate: Coordinate) -> NameHint? {
        guard !file.isLost else { return nil }
        // The layers point into the mappings, but do not keep them.
        let hint = withExtendedLifetime((file, details)) { () -> NameHint in
            let city = details.city(at: coordinate)
            var hint = NameHint()
            _ = world.tellNames(
                at: coordinate, city: city,
                isInStreet: StreetPlane(at: coordinate).flatMap { details.streets(around: $0) } != nil,
                to: NamesInNumbers(layers: world, coordinate: coordinate, city: city), in: &hint)
            hint.custom = world.customPlaces?.hint(at: coordinate) ?? 0
            if hint.inlandWater == 0, hint.ocean == 0 { hint.inlandWater = details.waterHint(at: coordinate) }
            return hint
        }
        return file.isLost ? nil : hint
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
    private static let coarse: Set<CustomPlaceKey> = {
        let fields = Placemark.fields.filter { $0.level.map { $0 <= .locality } ?? false }
        return Set(fields.compactMap { CustomPlaceKey(name: $0.key) })
    }()

    /// Whether this is the locality, or something coarser.
    fileprivate var isCoarse: Bool { Self.coarse.contains(self) }
}
