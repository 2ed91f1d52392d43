import Gazetteer

/// The states and provinces of Natural Earth, 1:10,000,000: `states.shp` and `states.dbf`.
///
/// The level differs: France comes as départements, Italy as provinces, the United Kingdom as districts.
enum StateSource {
    /// In the order of the file. Those without a name are left out; there are seven. `isoCountryCode` is nil
    /// for twelve areas that Natural Earth gives to nobody, or that have no code of their own there.
    static func boundaries(in directory: String) throws(SourceError) -> [SourceBoundary] {
        let table = try DBFTable(path: "\(directory)/states.dbf")
        let polygons = try Shapefile.polygons(path: "\(directory)/states.shp")
        guard table.count == polygons.count else {
            throw .malformed(
                path: "\(directory)/states.dbf", reason: "expected \(polygons.count) records, not \(table.count)")
        }
        let (names, countries) = (try table.column("name"), try table.column("iso_a2"))
        return zip(polygons, zip(names, countries)).compactMap { rings, texts in
            let (name, country) = texts
            guard !name.isEmpty, !rings.isEmpty else { return nil }
            return SourceBoundary(rings: rings, name: name, isoCountryCode: country.isISOCountryCode ? country : nil)
        }
    }
}

extension String {
    /// Whether this looks like ISO 3166-1 alpha-2.
    var isISOCountryCode: Bool {
        utf8.count == 2 && utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}

extension SourceVersions {
    /// What the file says about its layer of states.
    var statesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.states, name: "states",
            source: "Natural Earth (naturalearthdata.com): ne_10m_admin_1_states_provinces, from the Debian package "
                + "libgnudatalanguage0",
            version: named("libgnudatalanguage0"), licence: "public domain",
            attribution: "Borders of states: made with Natural Earth, https://www.naturalearthdata.com.", byteCount: 0)
    }

    /// What the file says about its map of coasts, which is made of the vertices of states and counties, and of places.
    var coastLayer: LayerDescription {
        LayerDescription(
            id: LayerID.coast, name: "coast", source: "The sources of the layers states, counties and places",
            version: "\(statesLayer.version), \(countiesLayer.version), \(placesLayer.version)",
            licence: countiesLayer.licence, attribution: countiesLayer.attribution, byteCount: 0)
    }
}
