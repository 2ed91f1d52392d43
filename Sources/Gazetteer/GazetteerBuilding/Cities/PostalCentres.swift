import Gazetteer
import PlacemarkModel

/// The middles of cities among the points of the post: the nearest code of a city hall is often that of a neighbour, of a
/// large receiver or of a quarter with a name of its own, because the points of codes lie anywhere in their areas.
///
/// Only cities that the post itself names: most of GeoNames' other large places are quarters that it does not mark as such
/// (Borough Park), and 2 km round each large place the city would be right less often than by the post alone.
/// docs/explain/accuracy.md has what was measured.
enum PostalCentres {
    /// Where it was measured. The post of the other countries has few points, and mostly the municipality is known there.
    private static let countries: Set = ["US"]
    private static let leastInhabitants = 50_000
    /// So near the middle no other city's point counts.
    private static let reachInMeters = 1000.0

    /// The points without those of other cities in the very middle of a city, and with the middles.
    static func arranged(
        _ points: [PostalCities.Point], places: [Place], isQuarter: (Int) -> Bool
    ) -> [PostalCities.Point] {
        let centres = Set(points.compactMap(\.place)).sorted().filter { place in
            places[place].isoCountryCode.map(countries.contains) == true
                && places[place].population >= leastInhabitants && !isQuarter(place)
        }
        var byRow: [Int: [Int]] = [:]
        for place in centres { byRow[row(places[place].coordinate), default: []].append(place) }
        let others = points.filter { point in
            let row = row(point.row.coordinate)
            let near = (row - 1...row + 1).flatMap { byRow[$0] ?? [] }.filter {
                places[$0].coordinate.distance(to: point.row.coordinate) <= reachInMeters
            }
            return near.isEmpty || point.place.map(near.contains) == true
        }
        let taken = Set(others.map(\.row.coordinate))
        return others
            + centres.filter { !taken.contains(places[$0].coordinate) }.map { place in
                PostalCities.Point(
                    row: PostalCities.Row(
                        country: places[place].isoCountryCode ?? "", city: places[place].name,
                        coordinate: places[place].coordinate), place: place)
            }
    }

    /// Rows of 2.2 km.
    private static func row(_ coordinate: Coordinate) -> Int { Int((coordinate.latitude * 50).rounded(.down)) }
}

/// Names of the post that stand for the codes of bases: the points of those lie in the middle of the next city.
enum MilitaryPost {
    static func isMeant(by name: String, country: String) -> Bool {
        guard country == "US" else { return false }
        let words = " \(name) "
        return marks.contains { words.contains($0) }
    }

    /// With a blank before and behind: `Navy` is not `Navyville`. Names that are those of towns as well (Fort Bragg, Camp Hill)
    /// are not among them.
    private static let marks = [
        " Afb ", " Air Force Base ", " Air Reserve Base ", " Jbsa ", " Joint Base ", " Naval ", " Navy ", " Army ",
        " Arsenal ", " Cbc Base ", " Usaf ", " Proving Ground ", " APO ", " FPO ", " Fort Myer ", " Fort Shafter ",
    ]
}
