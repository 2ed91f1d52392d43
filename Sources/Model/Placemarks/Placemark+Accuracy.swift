extension Placemark {
    /// The placemark without what a location of this accuracy cannot tell.
    public func limited(toAccuracyInMeters accuracy: Double?) -> Placemark {
        let level = PlacemarkLevel(horizontalAccuracyInMeters: accuracy)
        guard level < .number, let accuracy else { return self }
        var limited = having { $0.level.map { $0 <= level } ?? (level == .street) }
        if level == .street {
            if name == streetAddress { limited.name = limited.streetAddress ?? limited.name }
            return limited
        }
        if level == .locality || level == .subLocality { limited.takeWay(from: self, accuracyInMeters: accuracy) }
        if limited.name == nil {
            let names = [
                limited.locality, limited.inlandWater, limited.ocean, limited.administrativeArea, limited.country,
            ]
            // A name that stays elsewhere in the placemark; one of the user's own is none of these.
            limited.name = names.contains(name) ? name : limited.locality ?? limited.inlandWater ?? limited.ocean
        }
        return limited
    }

    /// Takes the place far away that the placemark was named after, and the way to it or to the locality.
    private mutating func takeWay(from full: Placemark, accuracyInMeters: Double) {
        if full.distant == true { (name, distant) = (full.name, true) }
        // Within the accuracy neither the distance nor the direction is known.
        guard let way = full.distance, way > accuracyInMeters else { return }
        (distance, bearing) = (way, full.bearing)
    }
}
