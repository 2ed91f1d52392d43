import PlacemarkModel
import VectorTiles

/// Ports and airports: what the map has a mark for.
struct MarkSource {
    struct Mark {
        var point: TilePoint
        var name: String
        /// Of an airport: by IATA; empty for a port.
        var code: String
        /// The zoom from which on it is shown.
        var firstZoom: Int
    }

    let ports, airports: [Mark]

    static let firstPortZoom = 6
    /// The source does not tell how large an airport is: what calls itself international comes first. Then the farther one is
    /// from the next of these, the sooner it is the one that people fly from: Orly before Le Bourget.
    static let (firstInternationalZoom, firstAirportZoom) = (6, 8)

    /// Reads `ports.tsv` and `map-airports.tsv`.
    ///
    /// What the source of the ports knows to the minute of arc alone is a list of places of trade, most of which are towns far
    /// inland, or ports that it has exactly as well: of these only such count as lie at a shore, and are no spelling of an
    /// exact one nearby.
    init(directory: String, coast: CoastSource) throws(SourceError) {
        let rows = try LocatedRow.rows(of: "\(directory)/ports.tsv", columns: ["NAME", "PRECISION"])
        let points = rows.map { MapPlane.point($0.coordinate) }
        let exact = rows.filter { $0.texts[1] != "minutes" }
        ports = zip(rows, DryPlaces.lieAtShore(points, coast.rings)).compactMap { row, liesAtShore in
            let isExact = row.texts[1] != "minutes"
            guard isExact || liesAtShore && !exact.contains(where: { Self.isSamePort(row, $0) }) else { return nil }
            return Mark(
                point: MapPlane.point(row.coordinate), name: row.texts[0], code: "", firstZoom: Self.firstPortZoom)
        }
        airports = Self.sorted(try LocatedRow.rows(of: "\(directory)/map-airports.tsv", columns: ["NAME", "IATA"])).map
        {
            Mark(
                point: MapPlane.point($0.coordinate), name: $0.texts[0], code: $0.texts[1],
                firstZoom: $0.isInternational ? Self.firstInternationalZoom : Self.firstAirportZoom)
        }
    }

    /// Those first that come first on the map: a renderer gives them room in the order in which a tile has them.
    static func sorted(_ airports: [LocatedRow]) -> [LocatedRow] {
        let great = airports.filter(\.isInternational)
        let others = airports.filter { !$0.isInternational }.map { airport in
            // A latitude more than a degree away is farther than all that counts here.
            let near = great.filter { abs($0.coordinate.latitude - airport.coordinate.latitude) < 1 }
            let meters = near.map { $0.coordinate.distance(to: airport.coordinate) }.min() ?? .infinity
            return (airport: airport, meters: min(meters, mostMetersApart))
        }
        // Of the same distance in the order of the source, which tells nothing.
        let order = others.indices.sorted { (-others[$0].meters, $0) < (-others[$1].meters, $1) }
        return great + order.map { others[$0].airport }
    }

    /// Farther apart, airports take no room from each other at the zooms that show them.
    private static let mostMetersApart = 100_000.0

    /// Macao and Macau, Da Nang and Danang. Of the ten pairs that the source has, the farthest are 41 km apart.
    private static func isSamePort(_ a: LocatedRow, _ b: LocatedRow) -> Bool {
        a.country == b.country && a.coordinate.distance(to: b.coordinate) < 60_000
            && a.texts[0].lowercased().editDistance(to: b.texts[0].lowercased()) <= 1
    }
}

extension LocatedRow {
    /// Of an airport.
    fileprivate var isInternational: Bool { texts[0].contains("International") }
}
