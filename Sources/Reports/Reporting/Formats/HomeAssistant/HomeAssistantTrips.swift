import PlacemarkModel

/// Trips in Home Assistant: whether one is under way, how far and how long the last one was, and the way of all.
extension HomeAssistantEntity {
    /// Off as soon as the trip seems to have ended, and on again if it goes on.
    static let tripUnderWay = HomeAssistantEntity(
        platform: .binarySensor, key: "trip", name: "Trip under way", icon: "mdi:road", topic: "trip",
        template: "{{ 'ON' if value_json.state == 'underway' else 'OFF' }}", hasAttributes: true)

    static let tripDistance = HomeAssistantEntity(
        platform: .sensor, key: "last_trip_distance", name: "Last trip distance", icon: "mdi:map-marker-distance",
        topic: "last_trip", template: "{{ value_json.distance }}", deviceClass: "distance", unit: "km", decimals: 1,
        hasAttributes: true)

    static let tripDuration = HomeAssistantEntity(
        platform: .sensor, key: "last_trip_duration", name: "Last trip duration", icon: "mdi:timer-outline",
        topic: "last_trip", template: "{{ value_json.duration }}", deviceClass: "duration", unit: "min", decimals: 0)

    /// Its end is moved back to the arrival when a trip ends, and so it may lose some metres: it is no total_increasing.
    static let odometer = HomeAssistantEntity(
        platform: .sensor, key: "odometer", name: "Odometer", icon: "mdi:counter", topic: "odometer",
        deviceClass: "distance", unit: "km", stateClass: "total", decimals: 0)
}

extension HomeAssistantFormat {
    /// A trip in the units in which people speak of trips: kilometres and minutes.
    static func trip(_ trip: TripRecord, _ report: Report) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.field("id", trip.id)
        writer.field("state", trip.state.rawValue)
        writer.field("start", trip.start.timestamp?.description)
        writer.field("from", trip.start.placemark?.city)
        if trip.state != .underway {
            // Home Assistant lets no attribute be called state.
            writer.field("final", trip.state == .final)
            writer.field("end", trip.end.timestamp?.description)
            writer.field("to", trip.end.placemark?.city)
            writer.field("distance", (trip.distance / 1000).rounded(toDecimals: 2))
            writer.field("duration", (trip.duration / 60).rounded(toDecimals: 1))
            writer.field("moving_time", (trip.movingTime / 60).rounded(toDecimals: 1))
            writer.field("gaps", trip.gaps?.count ?? 0)
        }
        writer.field("report", report.id.description)
        writer.endObject()
        return writer.bytes
    }

    /// The way of all trips, in kilometres.
    static func odometer(_ meters: Double) -> [UInt8] {
        var writer = JSONWriter()
        writer.value((meters / 1000).rounded(toDecimals: 1))
        return writer.bytes
    }
}
