import Gazetteer
import PlacemarkModel

/// Countries whose polygons lie beside the ground: more seats would lie in the county of their own name if all its counties were
/// moved. A build with one ends with it.
struct DisplacedCounties: Error, CustomStringConvertible {
    /// What was seen of a country.
    struct Country: Equatable {
        var code: String
        /// The seats whose name a county bears near them, those that lie in it, and those that would if all were moved.
        var seats, inside, insideWhenMoved: Int
    }

    var countries: [Country]

    /// Fewer seats than this tell nothing.
    private static let fewestSeats = 50
    /// Portugal's would gain nine in a hundred, and those of any other country five at most (Ukraine, whose counties have been
    /// joined since).
    private static let mostGained = 0.07
    /// How far they are moved to each side to try.
    private static let stepInMeters = 2000.0
    /// A county farther away than this is another one of the same name.
    private static let marginInUnits = Int(0.15 * SourcePoint.unitsPerDegree)

    /// Throws when there is such a country.
    ///
    /// - Parameter isSeat: Whether a place is the seat of a county, or of something of that size.
    static func refuse(_ counties: [SourceBoundary], places: [Place], isSeat: (Int) -> Bool) throws {
        let displaced = measured(counties, places: places, isSeat: isSeat).filter {
            $0.seats >= fewestSeats
                && Double($0.insideWhenMoved - $0.inside) > mostGained * Double($0.seats)
        }
        guard displaced.isEmpty else { throw DisplacedCounties(countries: displaced) }
    }

    static func measured(_ counties: [SourceBoundary], places: [Place], isSeat: (Int) -> Bool) -> [Country] {
        var namesakes: [BoundaryVotes.Label: [Int]] = [:]
        for (index, county) in counties.enumerated() where !county.name.isEmpty {
            guard let country = county.isoCountryCode else { continue }
            let label = BoundaryVotes.Label(isoCountryCode: country, name: county.name.lowercased())
            namesakes[label, default: []].append(index)
        }
        let steps = [-stepInMeters, 0, stepInMeters]
        let moves = steps.flatMap { north in steps.map { (north: north, east: $0) } }
        var counts: [String: (seats: Int, inside: [Int])] = [:]
        for index in places.indices where isSeat(index) {
            let place = places[index]
            guard let country = place.isoCountryCode,
                let point = SourcePoint(
                    longitudeDegrees: place.coordinate.longitude, latitudeDegrees: place.coordinate.latitude),
                let county = namesakes[BoundaryVotes.Label(isoCountryCode: country, name: place.name.lowercased())]?
                    .first(where: { counties[$0].rings.areNear(point, marginInUnits: marginInUnits) })
            else { continue }
            var count = counts[country] ?? (0, Array(repeating: 0, count: moves.count))
            count.seats += 1
            for (number, move) in moves.enumerated() {
                // To move the seat is to move all counties the other way.
                guard let moved = point.moved(north: -move.north, east: -move.east) else { continue }
                if counties[county].rings.enclose(moved) { count.inside[number] += 1 }
            }
            counts[country] = count
        }
        return counts.sorted { $0.key < $1.key }.map { code, count in
            Country(
                code: code, seats: count.seats, inside: count.inside[moves.count / 2],
                insideWhenMoved: count.inside.max() ?? 0)
        }
    }

    var description: String {
        let texts = countries.map {
            "\($0.code) (\($0.inside) of \($0.seats) seats lie in the county of their name, and \($0.insideWhenMoved) if all are moved)"
        }
        return "counties beside the ground in " + texts.joined(separator: ", ") + "; measure by how much (Displacement)"
    }
}

extension [[SourcePoint]] {
    /// Whether a point lies in the box round the rings, or so near to it.
    fileprivate func areNear(_ point: SourcePoint, marginInUnits margin: Int) -> Bool {
        let points = joined()
        guard let west = points.map(\.longitude).min(), let east = points.map(\.longitude).max(),
            let south = points.map(\.latitude).min(), let north = points.map(\.latitude).max()
        else { return false }
        return (Int(west) - margin...Int(east) + margin).contains(Int(point.longitude))
            && (Int(south) - margin...Int(north) + margin).contains(Int(point.latitude))
    }
}
