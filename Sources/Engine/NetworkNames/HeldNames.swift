import PlacemarkModel

/// The names that a network geocoder gave last, for the time in which it does not answer: those that still hold are not
/// taken away by the gazetteer's, which are coarser.
///
/// The rule, as docs/reference/geocoder.md tells it: a box that has moved by some metres since is like a location that is less
/// accurate by as much. So the house number holds for 25 m, the street for 100 m, part and postal code for 1 km
/// (`PlacemarkLevel`), as long as the gazetteer has nothing as fine, and the same locality and areas for both positions. The
/// placemark says how far away it was named: `distance` and `bearing`.
struct HeldNames: Sendable {
    /// What the network geocoder and the gazetteer came to, limited by the accuracy of its location.
    var placemark: Placemark
    /// What the gazetteer alone had for the same location.
    var gazetteer: Placemark
    var location: Location

    /// The names for another location, for which the gazetteer has these: those that are held when they are finer, else
    /// the gazetteer's.
    func names(at location: Location, besides here: Placemark) -> Placemark {
        let fallback = here.limited(toAccuracyInMeters: location.horizontalAccuracy)
        guard here.sharesAreas(with: gazetteer), here.ownName == gazetteer.ownName else { return fallback }
        let way = self.location.coordinate.distance(to: location.coordinate)
        let accuracy = max(self.location.horizontalAccuracy ?? 0, location.horizontalAccuracy ?? 0)
        guard way + accuracy <= PlacemarkLevel.locality.radiusInMeters else { return fallback }
        var held = placemark.limited(toAccuracyInMeters: way + accuracy)
        guard held.finestLevel > fallback.finestLevel else { return fallback }
        // Within the accuracy, it is where it was named.
        if way > accuracy {
            held.setWay(distanceInMeters: way, bearing: location.coordinate.bearing(to: self.location.coordinate))
        } else {
            (held.distance, held.bearing) = (placemark.distance, placemark.bearing)
        }
        return held
    }
}

extension Placemark {
    /// Whether the names of the locality and of all that is coarser are the same.
    fileprivate func sharesAreas(with other: Placemark) -> Bool {
        limited(to: .reduced) == other.limited(to: .reduced)
    }
}
