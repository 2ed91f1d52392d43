import PlacemarkModel

/// A status as a table of two columns.
struct Table {
    private var rows: [(name: String, value: String)] = []

    init(_ status: Status) {
        add("Source", Words.source(status.source))
        addLocation(status.location)
        addPlacemark(status.placemark, staleness: status.placemarkStaleness)
        addMovement(status)
        add("Precision", status.precision.rawValue)
        add("Version", status.daemonVersion)
        // A reader with reduced precision is not told what the daemon counts.
        if let geocoding = status.geocoding { add(geocoding) }
        if let fixes = status.fixes { add(fixes) }
    }

    private mutating func add(_ geocoding: GeocodingReport) {
        let nextIn = geocoding.nextIn.map { " in \(Words.age($0))" } ?? ""
        add("Geocoding", "\(geocoding.policy.rawValue), next: \(geocoding.next)\(nextIn)")
        add("Requests", "\(geocoding.requests) made, \(geocoding.saved) saved")
        if let network = geocoding.network { add("Geocoder", Words.network(network, isFailing: geocoding.failing)) }
    }

    private mutating func add(_ fixes: FixesReport) {
        let rejected = fixes.rejected.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        let details = rejected.isEmpty ? "" : " (\(rejected.joined(separator: ", ")))"
        add("Fixes", "\(fixes.accepted) accepted, \(fixes.rejected.values.reduce(0, +)) rejected\(details)")
    }

    init(_ report: PlacemarkReport) { addPlacemark(report) }

    init(_ placemark: Placemark) {
        add("Placemark", Words.place(placemark))
        addDetails(of: placemark)
    }

    init(_ location: LocationReport) { addLocation(location) }

    var text: String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { Words.leftAligned($0.name, width: width) + "  " + $0.value }.joined(separator: "\n")
    }

    mutating func add(_ name: String, _ value: String?) {
        if let value { rows.append((name, value)) }
    }

    private mutating func addLocation(_ location: LocationReport?) {
        guard let location else { return add("Location", "none yet") }
        add("Location", Words.location(location))
        add("Altitude", location.altitude.map { "\(Words.number($0, decimals: 0)) m" })
        add("Course", location.course.map { "\(Words.number($0, decimals: 0))° \(Words.compass($0))" })
        add("Time", location.timestamp?.description)
        add("Age", Words.age(location.age) + (location.stale ? ", stale" : ""))
    }

    private mutating func addPlacemark(_ report: PlacemarkReport?, staleness: Double? = nil) {
        guard let report else { return add("Placemark", "none yet") }
        add("Placemark", Words.placemark(report, staleness: staleness))
        addDetails(of: report.placemark)
        add("Geocoder", "\(report.placemark.geocoder), \(Words.age(report.age)) ago")
    }

    private mutating func addMovement(_ status: Status) {
        add("Motion", status.motion?.rawValue)
        add("Heading", status.heading.map(Words.heading))
        for compass in status.compasses ?? [] { add("Compass", Words.compass(compass)) }
        // A box in no region is in one line with none; without regions there is no line.
        add("Regions", status.regions.map { $0.isEmpty ? "in none" : $0.joined(separator: ", ") })
        add("Visit", status.visit.map(Words.visit))
    }

    /// What `Words.place` leaves out.
    private mutating func addDetails(of placemark: Placemark) {
        func named(_ name: String?, _ code: String?) -> String? {
            guard let name, let code else { return name ?? code }
            return "\(name) (\(code))"
        }
        if placemark.subThoroughfareInterpolated == true {
            add("House number", placemark.subThoroughfare.map { "\($0), calculated from those on both sides" })
        }
        add("Position", Words.position(placemark))
        add("Locality", named(placemark.locality, Words.localitySource(placemark)))
        add("Part", placemark.subLocality)
        add("Postal code", placemark.postalCode)
        add("County", placemark.subAdministrativeArea)
        add("State", named(placemark.administrativeArea, placemark.isoSubdivisionCode))
        add("Country", named(placemark.country, placemark.isoCountryCode))
        add("Water", placemark.inlandWater ?? placemark.ocean)
        add("Areas", placemark.areasOfInterest?.joined(separator: ", "))
        add("Time zone", placemark.timeZone)
    }
}
