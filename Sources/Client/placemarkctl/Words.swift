import PlacemarkModel

/// Values as people read them.
enum Words {
    /// - Parameter staleness: the age of the position in seconds when that is known; else that of the name is told.
    static func placemark(_ report: PlacemarkReport, staleness: Double? = nil) -> String {
        let stale = report.stale ? " (stale, \(age(staleness ?? report.age)) old)" : ""
        return place(report.placemark) + stale
    }

    /// All names of the address on one line.
    static func place(_ placemark: Placemark) -> String { placemark.fullAddress ?? "a place without a name" }

    /// How the locality is known; nil where nothing says it.
    static func localitySource(_ placemark: Placemark) -> String? {
        switch placemark.localitySource {
        case .limits: "by its limits"
        case .code: "a state that is a city"
        case .airport: "served by the airport"
        case .post: "by the postal code"
        case .nearest: "the nearest"
        case .own: "by a place of your own"
        default: nil
        }
    }

    /// `3.2 km north-east of Cupertino`: where the location lies from the place that the placemark was named after.
    ///
    /// The placemark has the way there, and this is the way back, turned by half a circle: over a thousand kilometres
    /// that may be a neighbouring point of the compass. Nil when the distance is not known.
    static func position(_ placemark: Placemark) -> String? {
        // With a place of the user's own as its name, or a detail pack's street, the gazetteer's distance is still that of the
        // locality; a network geocoder's is that of what it has found.
        let isGazetteers = placemark.geocoder.hasPrefix(GeocoderChoice.gazetteer.rawValue)
        let names = isGazetteers ? [placemark.locality, placemark.name] : [placemark.name, placemark.locality]
        guard let distance = placemark.distance, let name = names.lazy.compactMap(\.self).first else { return nil }
        guard let bearing = placemark.bearing, let direction = direction(bearing + 180) else {
            return "\(length(distance)) from \(name)"
        }
        return "\(length(distance)) \(direction) of \(name)"
    }

    /// One of the eight points of the compass in words; nil for what is not an angle.
    private static func direction(_ degrees: Double) -> String? {
        let points = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
        guard (0...720).contains(degrees) else { return nil }
        return points[Int((degrees / 45).rounded()) % points.count]
    }

    /// How the network geocoder fares; never a place.
    static func network(_ report: NetworkGeocoderReport, isFailing: Bool) -> String {
        let counts = "\(report.answered + report.noResult) answered, \(report.failed) failed, \(report.refused) refused"
        guard let error = report.lastError else { return "network; \(counts)" }
        let age = report.lastErrorAge.map { " \(Words.age($0)) ago" } ?? ""
        guard isFailing else { return "network; \(counts), the last time\(age): \(error)" }
        let pause = report.restsFor.map { " for another \(Words.age($0))" } ?? ""
        let state =
            switch report.state {
            case .resting: "; it rests\(pause)" + (report.reason.map { ": \($0)" } ?? "")
            case .unconfigured: "; it has no server yet"
            case .ready, nil: ""
            }
        return "network, and the world file in its place: \(error)\(age)\(state); \(counts)"
    }

    static func location(_ report: LocationReport) -> String {
        var parts = [coordinate(report.coordinate)]
        if let accuracy = report.horizontalAccuracy { parts.append("±\(length(accuracy))") }
        if let speed = report.speed { parts.append("\(number(speed * 3.6, decimals: 0)) km/h") }
        if report.simulated == true { parts.append("simulated") }
        if report.origin == .beacon { parts.append("by a beacon") }
        return parts.joined(separator: "  ")
    }

    static func visit(_ report: VisitReport) -> String {
        "\(place(of: report)), for \(age(report.duration))"
    }

    /// From where to where, and how far.
    static func trip(_ trip: TripRecord) -> String {
        func place(_ end: TripRecord.End) -> String { end.placemark?.city ?? coordinate(end.coordinate) }
        guard trip.state != .underway else { return "from \(place(trip.start))" }
        let doubt = trip.state == .provisional ? ", not certain to have ended" : ""
        return "from \(place(trip.start)) to \(place(trip.end)), \(length(trip.distance))\(doubt)"
    }

    /// The address, or where it is while nobody has named it.
    static func place(of visit: VisitReport) -> String {
        visit.placemark.map(place) ?? coordinate(visit.coordinate)
    }

    static func coordinate(_ coordinate: Coordinate) -> String {
        "\(number(coordinate.latitude, decimals: 5)), \(number(coordinate.longitude, decimals: 5))"
    }

    static func heading(_ report: HeadingReport) -> String {
        let directions = directions(true: report.trueHeading, magnetic: report.magneticHeading)
        let suspect = report.declinationSuspect == true ? " (the declination is a guess)" : ""
        return "\(directions), by \(report.origin.rawValue)\(suspect)"
    }

    static func compass(_ report: CompassReport) -> String {
        let difference = report.courseDifference.map { ", \(number(abs($0), decimals: 0))° from the course" } ?? ""
        let directions = directions(true: report.trueHeading, magnetic: report.magneticHeading)
        let use = report.inUse ? ", in use" : ""
        return (report.device.map { "\($0): " } ?? "") + report.state.rawValue + use
            + "; \(directions)\(difference), \(age(report.age)) old"
    }

    /// `84° E, 80° magnetic`, as much of it as is known.
    private static func directions(true degrees: Double?, magnetic: Double?) -> String {
        [
            degrees.map { "\(number($0, decimals: 0))° \(compass($0))" },
            magnetic.map { "\(number($0, decimals: 0))° magnetic" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    static func source(_ report: SourceReport) -> String {
        let device = report.device.map { ", \($0)" } ?? ""
        let reason = report.reason.map { " (\($0))" } ?? ""
        return "\(report.state.rawValue)\(device) for \(age(report.since))\(reason)"
    }

    /// `uuid 1/2: near, 1.3 m`.
    static func beacon(_ beacon: Beacon) -> String {
        "\(name(of: beacon)): \(beacon.proximity.rawValue)"
            + (beacon.distance.map { ", \(number($0, decimals: 1)) m" } ?? "")
    }

    /// What the beacon calls itself.
    static func name(of beacon: Beacon) -> String {
        if let uuid = beacon.uuid { return "\(uuid) \(beacon.major ?? 0)/\(beacon.minor ?? 0)" }
        if let namespace = beacon.namespace { return "\(namespace) \(beacon.instance ?? "")" }
        return beacon.address ?? "?"
    }

    static func length(_ meters: Double) -> String {
        meters < 1000 ? "\(number(meters, decimals: 0)) m" : "\(number(meters / 1000, decimals: 1)) km"
    }

    static func age(_ seconds: Double) -> String { AgeInWords.text(seconds: seconds) }

    static func compass(_ degrees: Double) -> String {
        let points = [
            "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
        ]
        // What the daemon sends is checked no less than what anybody sends.
        guard (0...360).contains(degrees) else { return "?" }
        return points[Int((degrees / 22.5).rounded()) % points.count]
    }

    /// At most so many decimals, and one at least unless none are wanted; no exponent where the number is short enough.
    static func number(_ value: Double, decimals: Int) -> String {
        let rounded = value.rounded(toDecimals: decimals)
        guard rounded.magnitude < 1e9 else { return "\(rounded)" }
        let text = rounded.fixed(decimals: decimals)
        guard decimals > 1 else { return text }
        let zeros = text.reversed().prefix(decimals - 1).prefix { $0 == "0" }
        return String(text.dropLast(zeros.count))
    }

    /// The text in lines of at most 80 characters, the first of them behind `first` and the others indented as far. A
    /// word that is longer has a line of its own.
    static func wrapped(_ text: String, after first: String) -> [String] {
        var lines = [first]
        var isEmpty = true
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if isEmpty {
                lines[lines.count - 1] += word
            } else if last.count + 1 + word.count <= 80 {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(repeating: " ", count: first.count) + word)
            }
            isEmpty = false
        }
        return lines
    }

    static func leftAligned(_ text: String, width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func rightAligned(_ text: String, width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
