public import PlacemarkModel

/// Says when the box has come into another time zone.
///
/// It compares placemarks and needs no patience of its own: two of them are a minute and a kilometre apart, so that a
/// box on a border does not flap.
public struct TimeZoneMonitor: Sendable {
    /// A new zone, by its identifier in the IANA time zone database.
    public struct Change: Hashable, Sendable {
        public var timeZone: String
        /// Nil when no zone was known, not even from an earlier run: a program that sets the clock needs the first zone, too.
        public var previous: String?
    }

    /// The zone of the last placemark that had one.
    public private(set) var timeZone: String?

    public init() {}

    /// Takes the placemark of an earlier run for what was known last. Without effect once there is a zone.
    public mutating func restored(_ placemark: Placemark) { timeZone = timeZone ?? placemark.timeZone }

    /// Takes a new placemark into account. One without a zone changes nothing.
    public mutating func named(_ placemark: Placemark) -> Change? {
        guard let new = placemark.timeZone, new != timeZone else { return nil }
        defer { timeZone = new }
        return Change(timeZone: new, previous: timeZone)
    }
}
