import PlacemarkModel

/// What the messages of reports hold.
extension HomeAssistantFormat {
    /// The keys that Home Assistant takes for a position, and what the sensors read. A null makes a sensor unknown.
    static func location(_ location: LocationReport, _ report: Report) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.field("latitude", location.coordinate.latitude)
        writer.field("longitude", location.coordinate.longitude)
        writer.field("gps_accuracy", location.horizontalAccuracy ?? 0)
        writer.nullable("altitude", location.altitude)
        writer.nullable("speed", location.speed)
        writer.nullable("course", location.course)
        writer.field("time", report.takenAt.description)
        writer.field("report", report.id.description)
        writer.endObject()
        return writer.bytes
    }

    static func placemark(_ placemark: Placemark, _ precision: Precision) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.nullable("city", placemark.city)
        writer.nullable("county", placemark.subAdministrativeArea)
        writer.nullable("state", placemark.administrativeArea)
        writer.nullable("country", placemark.country)
        writer.nullable("time_zone", placemark.timeZone)
        if precision == .precise { writer.nullable("street", placemark.streetAddress) }
        writer.endObject()
        return writer.bytes
    }

    static func inside(_ regions: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("inside")
        writer.beginArray()
        for region in regions { writer.value(region) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func nullable(_ key: StaticString, _ number: Double?) {
        self.key(key)
        if let number { value(number) } else { null() }
    }

    fileprivate mutating func nullable(_ key: StaticString, _ text: String?) {
        self.key(key)
        // Home Assistant takes no state of more than 255 characters.
        if let text { value(String(text.prefix(255))) } else { null() }
    }
}
