/// The values of the status, as docs/protocol.md lists them: what `get` shows, and what a shell completes for it.
enum StatusKeys {
    /// By the members of each part of the status; those of the status itself come first.
    private static let members: [(part: String, names: [String])] = [
        ("", ["version", "sequence", "precision", "motion", "regions"]),
        ("source", ["state", "device", "since", "reason"]),
        ("location.coordinate", ["latitude", "longitude"]),
        (
            "location",
            [
                "horizontalAccuracy", "verticalAccuracy", "altitude", "ellipsoidalAltitude", "speed", "speedAccuracy",
                "course", "courseAccuracy", "mode", "timestamp", "age", "timestampSuspect", "stale", "simulated",
            ]
        ),
        (
            "placemark",
            [
                "name", "subThoroughfare", "thoroughfare", "subLocality", "locality", "postalCode",
                "subAdministrativeArea", "administrativeArea", "isoSubdivisionCode", "country", "isoCountryCode",
                "timeZone", "inlandWater", "ocean", "areasOfInterest", "distance", "bearing", "distant",
                "cityWithContext", "fullAddress", "geocoder", "horizontalAccuracy", "age", "stale",
            ]
        ),
        ("heading", ["trueHeading", "accuracy", "origin", "age"]),
        ("visit", ["coordinate", "horizontalAccuracy", "arrival", "departure", "duration", "placemark"]),
        ("geocoding", ["policy", "next", "nextIn", "requests", "saved", "failing"]),
        ("fixes", ["accepted", "rejected"]),
    ]

    /// `location.coordinate.latitude`
    static let paths = members.flatMap { part, names in names.map { part.isEmpty ? $0 : "\(part).\($0)" } }

    /// Whether the status may have what `get` is asked for: a path, the beginning of one or what lies below it, or one
    /// name of a path.
    static func isKnown(_ key: String) -> Bool {
        paths.contains { path in
            "\(path).".hasPrefix("\(key).") || key.hasPrefix("\(path).")
                || path.split(separator: ".").contains(key[...])
        }
    }

    /// The paths, and the names of the placemark alone, which are asked for most.
    static let words = paths + (members.first { $0.part == "placemark" }?.names ?? [])
}
