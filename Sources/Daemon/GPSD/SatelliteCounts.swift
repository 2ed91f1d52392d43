import PlacemarkModel

/// How many satellites each receiver has told of last. gpsd tells it in SKY, a report of its own, which comes once in each
/// cycle of a receiver or more seldom, and may have the dilution of precision alone.
struct SatelliteCounts: Sendable {
    /// Receivers name the satellites once in 1 to 5 s. After twice as long the count is no longer that of the fix.
    static let lifetime = Duration.seconds(10)

    private var latest: [String?: (count: Location.Satellites, heardAt: BootInstant)] = [:]

    mutating func hear(_ count: Location.Satellites, of device: String?, at now: BootInstant) {
        latest[device] = (count, now)
    }

    /// The receiver has gone, or has lost its fix.
    mutating func forget(_ device: String?) { latest[device] = nil }

    /// What belongs to a fix of this receiver; nil when nothing, or nothing recent, was heard.
    func count(of device: String?, at now: BootInstant) -> Location.Satellites? {
        guard let heard = latest[device], heard.heardAt.duration(to: now) <= Self.lifetime else { return nil }
        return heard.count
    }
}
