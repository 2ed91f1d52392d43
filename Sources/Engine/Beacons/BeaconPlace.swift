public import PlacemarkModel

/// Where a beacon says that the box is, while no fix does.
public struct BeaconPlace: Hashable, Sendable {
    /// The identifier of the region that names the beacon.
    public let region: String
    /// The middle of the region. It is as accurate as the distance to the beacon and the size of the region allow, and was
    /// received when the beacon was last heard. No fix is made of it: nothing else is decided by it.
    public internal(set) var location: Location
    /// Since when it has been said.
    public let since: BootInstant
    /// When it is said no more, unless the beacon is heard again.
    public internal(set) var end: BootInstant
    /// What the embedded gazetteer calls the middle of the region; nil where it knows nothing.
    public internal(set) var gazetteer: Placemark?

    /// Who names a place of which only the region is known, as `Placemark.geocoder` says it.
    static let geocoder = "beacon"

    /// The region as a place of the user's own, and of the gazetteer's names those that the accuracy allows.
    public var placemark: Placemark {
        var placemark =
            gazetteer?.limited(toAccuracyInMeters: location.horizontalAccuracy) ?? Placemark(geocoder: Self.geocoder)
        if placemark.distant == true { (placemark.distant, placemark.distance, placemark.bearing) = (nil, nil, nil) }
        placemark.name = region
        placemark.areasOfInterest = [region] + (placemark.areasOfInterest ?? []).filter { $0 != region }
        return placemark
    }

    /// Whether it is about the same beacons in the same place.
    func isSamePlace(as other: BeaconPlace?) -> Bool {
        region == other?.region && location.coordinate == other?.location.coordinate
    }

    /// Whether it says the same by the same beacon, however long ago the beacon was heard.
    func says(_ other: BeaconPlace?) -> Bool {
        isSamePlace(as: other) && location.horizontalAccuracy == other?.location.horizontalAccuracy
    }
}
