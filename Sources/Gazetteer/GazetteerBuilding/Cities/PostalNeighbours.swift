import Gazetteer
import PlacemarkModel

/// The nearest postal code of a place, within the distance in which its city is believed.
struct PostalNeighbours {
    private struct Cell: Hashable {
        let country: String
        let latitude, longitude: Int

        init(_ country: String, _ coordinate: Coordinate) {
            self.init(
                country, Int((coordinate.latitude * 10).rounded(.down)), Int((coordinate.longitude * 10).rounded(.down))
            )
        }

        init(_ country: String, _ latitude: Int, _ longitude: Int) {
            (self.country, self.latitude, self.longitude) = (country, latitude, longitude)
        }
    }

    private var cells: [Cell: [PostalCities.Point]] = [:]

    init(_ points: [PostalCities.Point]) {
        for point in points { cells[Cell(point.row.country, point.row.coordinate), default: []].append(point) }
    }

    func city(at coordinate: Coordinate, country: String) -> Int? {
        let middle = Cell(country, coordinate)
        var best: (city: Int?, distance: Double) = (nil, PostalCities.radiusInMeters(country: country))
        // A tenth of a degree is 11 km, and to the east less.
        for latitude in middle.latitude - 2...middle.latitude + 2 {
            for longitude in middle.longitude - 4...middle.longitude + 4 {
                for point in cells[Cell(country, latitude, longitude)] ?? [] {
                    let distance = coordinate.distance(to: point.row.coordinate)
                    if distance < best.distance { best = (point.place, distance) }
                }
            }
        }
        return best.city
    }
}
