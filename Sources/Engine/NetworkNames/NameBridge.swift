import PlacemarkModel

/// What the gazetteer has named last in place of a network geocoder that fails.
///
/// While that is not to be asked again yet, the box moves on: as often as the geocoder would be asked if it answered, the
/// gazetteer names what the box has come to.
struct NameBridge: Sendable {
    /// The location that the gazetteer has named.
    var location: Location
    /// Its names as numbers, under `on-change`.
    var hint: NameHint?
    var builtAt: BootInstant

    /// Whether its names are no longer those of the newest location.
    ///
    /// - Parameters:
    ///   - hint: that of the newest location, where the policy goes by names; nil where it goes by distance.
    ///   - distance: how far the box has to be away then, in metres.
    func isLeft(by newest: Location, hint: NameHint?, orByMeters distance: Double) -> Bool {
        if let hint, let before = self.hint {
            let level = min(newest.placemarkLevel, location.placemarkLevel)
            return hint.limited(to: level) != before.limited(to: level)
        }
        return location.coordinate.distance(to: newest.coordinate) > max(distance, newest.horizontalAccuracy ?? 0)
    }
}

extension Location {
    /// The finest names that may be claimed for it.
    var placemarkLevel: PlacemarkLevel { PlacemarkLevel(horizontalAccuracyInMeters: horizontalAccuracy) }
}
