import Gazetteer
import PlacemarkCore
import VectorTiles

/// Places on the map, and what depends on where they are: the land under them, and the ways between them.
extension WorldShapes {
    private static let firstCapitalZoom = 4

    /// Capitals first and then the largest, so that a tile begins with them.
    mutating func addPlaces(landTo landZoom: Int) {
        let places = (0..<gazetteer.placeCount).compactMap { gazetteer.place(at: $0) }
            .map { place in
                let isCapital = sources?.capitals.contains(
                    place.name, latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
                return (place: place, isCapital: isCapital ?? false)
            }
            .sorted {
                ($1.isCapital ? 1 : 0, $1.place.population, $0.place.name)
                    < ($0.isCapital ? 1 : 0, $0.place.population, $1.place.name)
            }
        var points = places.map { MapPlane.point($0.place.coordinate) }
        if let sources {
            let dry = DryPlaces(points, rings: sources.coast.rings + shoresOfOtherLakes)
            points = dry.points
            land = [
                MapShape(
                    layer: .land, geometry: .area(sources.coast.rings + dry.islands), attributes: [:],
                    zooms: 0...landZoom)
            ]
            let towns = zip(points, places).map { (point: $0, population: $1.place.population) }
            shapes += WayShapes(sources, towns: towns, largestZoom: largestZoom).shapes
        }
        for (point, (place, isCapital)) in zip(points, places) {
            let rank = PlaceRank(population: place.population)
            var attributes: [String: TileValue] = [
                "name": .text(place.name), "population": .integer(place.population), "rank": .integer(rank.number),
            ]
            if isCapital { attributes["capital"] = .flag(true) }
            let first = isCapital ? min(rank.firstZoom, Self.firstCapitalZoom) : rank.firstZoom
            add(.places, .point(point), attributes, from: min(first, largestZoom))
        }
    }
}
