import PlacemarkModel

/// The values of the status, as docs/reference/protocol.md lists them: what `get` shows, and what a shell completes for it.
enum StatusKeys {
    /// By the members of each part of the status; those of the status itself come first.
    private static let members: [(part: String, names: [String])] = [
        (
            "",
            [
                "version", "daemonVersion", "sequence", "precision", "motion", "compasses", "regions", "beacons",
                "guard", "odometer",
            ]
        ),
        ("source", ["state", "device", "since", "reason"]),
        ("location.coordinate", ["latitude", "longitude"]),
        (
            "location",
            [
                "horizontalAccuracy", "verticalAccuracy", "altitude", "ellipsoidalAltitude", "speed", "speedAccuracy",
                "course", "courseAccuracy", "satellitesUsed", "satellitesSeen", "mode", "timestamp", "age",
                "timestampSuspect", "stale", "simulated", "origin",
            ]
        ),
        ("placemark", Placemark.fields.map(\.key) + ["horizontalAccuracy", "age", "stale"]),
        (
            "heading",
            ["trueHeading", "magneticHeading", "declination", "declinationSuspect", "accuracy", "origin", "age"]
        ),
        ("visit", ["coordinate", "horizontalAccuracy", "arrival", "departure", "duration", "placemark"]),
        ("geocoding", ["policy", "next", "nextIn", "requests", "saved", "failing", "geocoder", "network"]),
        ("fixes", ["accepted", "rejected"]),
    ]

    /// `location.coordinate.latitude`
    static let paths = members.flatMap { part, names in names.map { part.isEmpty ? $0 : "\(part).\($0)" } }

    /// What a path leads to: the values, and the parts that hold them.
    private static let nodes: [String] = paths.reduce(into: []) { nodes, path in
        let names = path.split(separator: ".")
        for count in names.indices.map({ $0 + 1 }) {
            let node = names.prefix(count).joined(separator: ".")
            if !nodes.contains(node) { nodes.append(node) }
        }
    }

    /// What a key stands for.
    enum Meaning: Equatable {
        case path(String)
        /// The location, in a form that the status does not have.
        case grid(GridReference)
        /// It is the end of several paths.
        case ambiguous([String])
        case unknown
    }

    /// Reads a path, or the end of one: `timeZone` is `placemark.timeZone`. What lies below a value of this table is a
    /// path, too, as in `visit.placemark.locality`.
    static func meaning(of key: String) -> Meaning {
        if let grid = GridReference(rawValue: key) { return .grid(grid) }
        if nodes.contains(key) || paths.contains(where: { key.hasPrefix("\($0).") }) { return .path(key) }
        let found = key.isEmpty ? [] : nodes.filter { $0.hasSuffix(".\(key)") }
        return found.count > 1 ? .ambiguous(found) : found.first.map(Meaning.path) ?? .unknown
    }

    /// What a key stands for in this status; nil when that is not there.
    static func value(of key: String, in status: JSONValue) -> JSONValue? {
        switch meaning(of: key) {
        case .path(let path): status.value(at: path)
        case .grid(let grid): grid.value(in: status)
        // A key that this program does not know may be one of a later daemon.
        case .ambiguous, .unknown: status.value(at: key)
        }
    }

    /// The paths, the names of the placemark alone that are not ambiguous, which are asked for most, and the grids.
    static let words =
        paths
        + (members.first { $0.part == "placemark" }?.names ?? []).filter { meaning(of: $0) == .path("placemark.\($0)") }
        + GridReference.allCases.map(\.rawValue)
}

extension GridReference {
    /// The location of a status in this form; nil when there is no location.
    fileprivate func value(in status: JSONValue) -> JSONValue? {
        guard case .number(let latitude) = status.value(at: "location.coordinate.latitude"),
            case .number(let longitude) = status.value(at: "location.coordinate.longitude"),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let precision: Precision = status.value(at: "precision") == .text("precise") ? .precise : .reduced
        return .text(text(of: coordinate, for: precision))
    }
}
