import PlacemarkCore

/// The text of an object of JSON, written key by key. The keys must come in alphabetical order, and neither they nor
/// texts may need an escape.
struct JSONText {
    private(set) var text = ""
    private var isFirst = true

    /// Writes a report that has nothing but a location and a reason. Returns false for any other, and then writes
    /// nothing.
    mutating func add(frequent report: EventReport) -> Bool {
        guard report.placemark == nil, report.region == nil, report.visit == nil, report.heading == nil,
            report.timeZone == nil, report.previousTimeZone == nil, report.source == nil, report.status == nil
        else { return false }
        open()
        add("elapsed", report.elapsed)
        add("event", quoted: report.event.rawValue)
        if let location = report.location {
            add(key: "location")
            add(location)
        }
        // The names of rejections and of the policy's reasons.
        add("reason", quoted: report.reason)
        close()
        return true
    }

    private mutating func add(_ location: LocationReport) {
        open()
        add("age", location.age)
        add("altitude", location.altitude)
        add(key: "coordinate")
        open()
        // Seven decimals, as Coordinate writes itself.
        add("latitude", location.coordinate.latitude.rounded(toDecimals: 7))
        add("longitude", location.coordinate.longitude.rounded(toDecimals: 7))
        close()
        add("course", location.course)
        add("courseAccuracy", location.courseAccuracy)
        add("ellipsoidalAltitude", location.ellipsoidalAltitude)
        add("horizontalAccuracy", location.horizontalAccuracy)
        if let mode = location.mode { add("mode", Double(mode.rawValue)) }
        if let simulated = location.simulated { add("simulated", simulated) }
        add("speed", location.speed)
        add("speedAccuracy", location.speedAccuracy)
        add("stale", location.stale)
        add("timestamp", quoted: location.timestamp?.description)
        if let suspect = location.timestampSuspect { add("timestampSuspect", suspect) }
        add("verticalAccuracy", location.verticalAccuracy)
        close()
    }

    private mutating func open() {
        text += "{"
        isFirst = true
    }

    private mutating func close() {
        text += "}"
        isFirst = false
    }

    private mutating func add(key: String) {
        text += isFirst ? "\"" : ",\""
        text += key
        text += "\":"
        isFirst = false
    }

    private mutating func add(_ key: String, _ value: Double?) {
        guard let value else { return }
        add(key: key)
        // The shortest text that reads as the same number, and no ".0" behind a whole one.
        let digits = value.description
        text += digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]
    }

    private mutating func add(_ key: String, _ value: Bool) {
        add(key: key)
        text += value ? "true" : "false"
    }

    private mutating func add(_ key: String, quoted value: String?) {
        guard let value else { return }
        add(key: key)
        text += "\""
        text += value
        text += "\""
    }
}
