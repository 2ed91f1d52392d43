import Gazetteer

/// The time zones of the world: the package timezonefinder-data, unpacked into `zones`, and tzdata's `zone.tab`.
///
/// The zones cover the whole earth, the open sea with `Etc/GMT…`. They overlap in disputed areas.
enum ZoneSource {
    /// The zones in the package's order, by identifier; the seas at the end.
    ///
    /// `isoCountryCode` is the country that `zone.tab` has for the zone; nil where it has none: `Etc/…`.
    static func boundaries(in directory: String) throws(SourceError) -> [SourceBoundary] {
        let zones = "\(directory)/zones"
        let names = try SourceText.lines(of: "\(zones)/timezone_names.txt")
        let countries = try countryByZone(path: "\(directory)/zone.tab")
        let boundaries = try ZonePolygons(directory: "\(zones)/boundaries")
        let holes = try ZoneHoles(directory: zones, boundaries: boundaries)
        let first = try NPYFile(path: "\(zones)/zone_positions.npy").values
        guard first.count == names.count + 1, first.first == 0, first.last == boundaries.count else {
            throw .malformed(
                path: "\(zones)/zone_positions.npy",
                reason: "expected the first polygons of \(names.count) zones, and \(boundaries.count) polygons")
        }

        var read: [SourceBoundary] = []
        for (zone, name) in names.enumerated() {
            guard first[zone] < first[zone + 1] else {
                throw .badRecord(path: "\(zones)/zone_positions.npy", record: "\(zone)", expected: "polygons")
            }
            var rings: [[SourcePoint]] = []
            for polygon in first[zone]..<first[zone + 1] {
                rings.append(try boundaries.ring(polygon))
                rings += try holes.rings(inPolygon: polygon)
            }
            read.append(
                SourceBoundary(
                    rings: rings.compactMap(\.withoutRepetitions), name: String(name),
                    isoCountryCode: countries[String(name)]))
        }
        return read
    }

    /// ISO 3166-1 alpha-2 by zone. Lines of country, coordinates, zone and perhaps a comment, with tabulators between.
    private static func countryByZone(path: String) throws(SourceError) -> [String: String] {
        var countries: [String: String] = [:]
        for (index, line) in try SourceText.lines(of: path).enumerated() where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 3, fields[0].utf8.count == 2, !fields[2].isEmpty else {
                throw .malformed(path: path, reason: "line \(index + 1): expected COUNTRY, COORDINATES, ZONE")
            }
            guard countries.updateValue(String(fields[0]), forKey: String(fields[2])) == nil else {
                throw .malformed(path: path, reason: "line \(index + 1): \(fields[2]) has a country already")
            }
        }
        return countries
    }
}

/// What is cut out of the polygons of zones.
private struct ZoneHoles {
    private let path: String
    private let boundaries: ZonePolygons
    private let ownRings: ZonePolygons
    /// For each hole the polygon of another zone that fills it; below zero, -1 - index of a ring of its own.
    private let references: [Int]
    /// Of a polygon: how many holes, and the first of them.
    private let registry: [String: [Int]]

    init(directory: String, boundaries: ZonePolygons) throws(SourceError) {
        path = "\(directory)/hole_registry.json"
        self.boundaries = boundaries
        ownRings = try ZonePolygons(directory: "\(directory)/holes")
        references = try NPYFile(path: "\(directory)/holes/poly_ref.npy").values
        registry = try JSONSource.read([String: [Int]].self, from: path)
    }

    func rings(inPolygon polygon: Int) throws(SourceError) -> [[SourcePoint]] {
        guard let holes = registry["\(polygon)"] else { return [] }
        guard holes.count == 2, (0...references.count).contains(holes[0]),
            (0...references.count - holes[0]).contains(holes[1])
        else { throw .badRecord(path: path, record: "\(polygon)", expected: "a number of holes, and the first") }
        var rings: [[SourcePoint]] = []
        for reference in references[holes[1]..<holes[1] + holes[0]] {
            rings.append(reference >= 0 ? try boundaries.ring(reference) : try ownRings.ring(-1 - reference))
        }
        return rings
    }
}

extension SourceVersions {
    /// What the file says about its layer of countries and time zones.
    var zonesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.zones, name: "zones",
            source: "OpenStreetMap (openstreetmap.org): time zones by timezone-boundary-builder, from the Python "
                + "package timezonefinder-data; the country of each from zone.tab of the IANA time zone database, in "
                + "the Python package tzdata",
            version: "\(named("timezonefinder-data")), \(named("tzdata"))",
            licence: "ODbL 1.0 (https://opendatacommons.org/licenses/odbl/1-0/)",
            attribution: "Country and time zone borders: © OpenStreetMap contributors, "
                + "https://www.openstreetmap.org/copyright, by way of timezone-boundary-builder; available under the "
                + "Open Database License.",
            byteCount: 0)
    }
}
