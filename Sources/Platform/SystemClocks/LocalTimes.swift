package import PlacemarkModel

extension TripRecord.End {
    /// Looks up how far the clocks of this place are ahead of UTC, where its zone and the time are known.
    fileprivate mutating func findOffset() {
        guard utcOffset == nil, let timestamp, let zone = placemark?.timeZone else { return }
        utcOffset = ZoneOffsets(zone: zone)?.offset(at: timestamp)
    }
}

extension TripRecord {
    /// With how far the clocks of start and end are ahead of UTC, by this machine's time zone database.
    package var withLocalTimes: TripRecord {
        var trip = self
        trip.start.findOffset()
        trip.end.findOffset()
        return trip
    }
}

extension ShipsLogEntry {
    /// Looks up how far the clocks of a zone are ahead of UTC, where the time is known.
    package mutating func findOffset(in zone: String?) {
        guard utcOffset == nil, let timestamp, let zone else { return }
        utcOffset = ZoneOffsets(zone: zone)?.offset(at: timestamp)
    }
}
