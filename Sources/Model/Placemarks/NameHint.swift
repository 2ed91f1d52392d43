/// Which names the embedded gazetteer has for a position, as the numbers of the boundaries and places that bear them.
///
/// Equal hints of one gazetteer mean equal names of the locality and of all that is coarser, and of the street where that
/// is watched. It is made in microseconds and without a string, so it can be had for every fix: `GeocodePolicy` learns from
/// it when to ask for the names themselves.
public struct NameHint: Hashable, Sendable {
    // 0 stands for what there is not.

    /// The time zone, and the country in it.
    public var zone: UInt32 = 0
    public var country: UInt16 = 0
    public var ocean: UInt32 = 0
    public var administrativeArea: UInt32 = 0
    public var subAdministrativeArea: UInt32 = 0
    public var inlandWater: UInt32 = 0
    public var locality: UInt32 = 0
    /// Whether `locality` is too far away to be more than a distant name.
    public var isDistant = false
    /// Stands for what the user's own places change in these names.
    public var custom: UInt32 = 0
    /// The street that the box is in (`StreetMatcher`), where streets are watched.
    public var street: UInt32 = 0

    public init() {}

    /// The hint without what a location of this level cannot tell: see `Placemark.limited(toAccuracyInMeters:)`.
    package func limited(to level: PlacemarkLevel) -> NameHint {
        guard level < .locality else {
            var limited = self
            if level < .street { limited.street = 0 }
            return limited
        }
        var limited = NameHint()
        (limited.zone, limited.country, limited.ocean) = (zone, country, ocean)
        if level >= .administrativeArea { limited.administrativeArea = administrativeArea }
        if level >= .subAdministrativeArea { limited.subAdministrativeArea = subAdministrativeArea }
        return limited
    }
}
