import Gazetteer
import VectorTiles

/// What the map shows that the world file does not have: the coast in full resolution, rivers, roads, railways, capitals,
/// depths, ports, airports.
package struct MapSources {
    var coast: CoastSource
    var rivers: RiverSource
    var roads, railways: RoadGraph
    var capitals: Capitals
    var depths: DepthSource
    var marks: MarkSource

    /// Reads the unpacked sources of `Scripts/gazetteer-sources`.
    package init(directory: String, progress: BuildProgress) throws {
        progress.report(0.01, "reading the coast")
        coast = try CoastSource(directory: directory)
        rivers = try RiverSource(directory: directory)
        capitals = try Capitals(path: "\(directory)/capitals.tsv")
        depths = try DepthSource(directory: directory)
        marks = try MarkSource(directory: directory, coast: coast)
        progress.report(0.04, "reading roads and railways")
        roads = try RoadGraph(directory: directory, name: "highways")
        railways = try RoadGraph(directory: directory, name: "railways")
    }

    /// Whose data these are, for the map's attribution.
    static let attribution = [
        "Coast: GSHHG, Wessel and Smith, LGPL.", "Rivers: Natural Earth.",
        "Roads and railways: © OpenStreetMap contributors, ODbL.", "Depths: ETOPO5, NOAA.",
        "Ports: searoute, Apache 2.0. Airports: airportsdata, MIT.",
    ]
}

/// The seats of governments, by GeoNames' feature code PPLC: `capitals.tsv`.
struct Capitals {
    private var namesOfCell: [Cell: Set<FoldedName>] = [:]

    /// A tenth of a degree: the places of the world file are from the same source, but not from the same day.
    private struct Cell: Hashable {
        var latitude, longitude: Int
    }

    init(path: String) throws(SourceError) {
        for (index, line) in try SourceText.lines(of: path).enumerated() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 4, let latitude = Double(fields[1]), let longitude = Double(fields[2]),
                abs(latitude) <= 90, abs(longitude) <= 180, !fields[3].isEmpty
            else {
                throw .badRecord(
                    path: path, record: "\(index + 1)", expected: "COUNTRY, LATITUDE, LONGITUDE and NAME with tabs")
            }
            let cell = Self.cell(latitude, longitude)
            for north in -1...1 {
                for east in -1...1 {
                    namesOfCell[
                        Cell(latitude: cell.latitude + north, longitude: cell.longitude + east), default: []
                    ].insert(FoldedName(String(fields[3])))
                }
            }
        }
    }

    /// Accents do not count: the world file has the English name, and the list may have the local one.
    func contains(_ name: String, latitude: Double, longitude: Double) -> Bool {
        namesOfCell[Self.cell(latitude, longitude)]?.contains(FoldedName(name)) ?? false
    }

    private static func cell(_ latitude: Double, _ longitude: Double) -> Cell {
        Cell(latitude: Int((latitude * 10).rounded(.down)), longitude: Int((longitude * 10).rounded(.down)))
    }
}
