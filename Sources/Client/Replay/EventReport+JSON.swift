import PlacemarkModel

/// The JSON of the events that a trip has in masses: byte for byte what `Encodable` and a JSONEncoder with sorted keys
/// make of them.
extension JSONWriter {
    /// Writes a report that has nothing but a location and a reason. Returns false for any other, and then writes
    /// nothing.
    mutating func write(frequent report: EventReport) -> Bool {
        guard report.placemark == nil, report.region == nil, report.visit == nil, report.trip == nil,
            report.heading == nil, report.compass == nil, report.guard == nil, report.beacons == nil,
            report.timeZone == nil, report.previousTimeZone == nil, report.source == nil, report.status == nil
        else { return false }
        beginObject()
        field("elapsed", report.elapsed)
        field("event", report.event.rawValue)
        if let location = report.location {
            key("location")
            write(location)
        }
        field("reason", report.reason)
        endObject()
        return true
    }

    private mutating func write(_ location: LocationReport) {
        beginObject()
        field("age", location.age)
        field("altitude", location.altitude)
        key("coordinate")
        write(location.coordinate)
        field("course", location.course)
        field("courseAccuracy", location.courseAccuracy)
        field("ellipsoidalAltitude", location.ellipsoidalAltitude)
        field("horizontalAccuracy", location.horizontalAccuracy)
        if let mode = location.mode { field("mode", mode.rawValue) }
        field("origin", location.origin?.rawValue)
        if let seen = location.satellitesSeen { field("satellitesSeen", seen) }
        if let used = location.satellitesUsed { field("satellitesUsed", used) }
        field("simulated", location.simulated)
        field("speed", location.speed)
        field("speedAccuracy", location.speedAccuracy)
        field("stale", location.stale)
        field("timestamp", location.timestamp?.description)
        field("timestampSuspect", location.timestampSuspect)
        field("verticalAccuracy", location.verticalAccuracy)
        endObject()
    }
}
