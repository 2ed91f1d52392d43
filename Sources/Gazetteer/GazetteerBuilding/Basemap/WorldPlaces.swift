import Gazetteer
import PlacemarkModel
import VectorTiles

/// Places on the map, and what depends on where they are: the land under them, and the ways between them.
extension WorldShapes {
    private static let firstCapitalZoom = 4

    /// Whether a ring of the coast is Antarctica's, of which a fiftieth is free of ice: all of it lies south of 60° S.
    private func isIce(_ ring: [TilePoint]) -> Bool { ring.allSatisfy { $0.y > Self.northOfIce } }
    private static let northOfIce = MapPlane.point(latitude: -60, longitude: 0).y

    /// From this zoom on a quarter has room beside its city, whatever its population; its rank is at least this.
    private static let (firstQuarterZoom, firstQuarterRank) = (8, 8)

    /// Cities that are as large have their names in other languages as well: what the first zooms show.
    private static let lastTranslatedRank = 5

    /// Capitals first and then the largest, so that a tile begins with them.
    mutating func addPlaces(landTo landZoom: Int) {
        let places = (0..<gazetteer.placeCount)
            .compactMap { number in
                gazetteer.place(at: number).map { (number: number, place: $0, isQuarter: gazetteer.isQuarter(number)) }
            }
            .map { number, place, isQuarter in
                let isCapital = sources?.capitals.contains(
                    place.name, latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
                return (number: number, place: place, isCapital: isCapital ?? false, isQuarter: isQuarter)
            }
            .sorted {
                ($1.isCapital ? 1 : 0, $0.isQuarter ? 1 : 0, $1.place.population, $0.place.name)
                    < ($0.isCapital ? 1 : 0, $1.isQuarter ? 1 : 0, $0.place.population, $1.place.name)
            }
        var points = places.map { MapPlane.point($0.place.coordinate) }
        if let sources {
            let dry = DryPlaces(points, coast: sources.coast.rings, lakes: otherLakes.map(\.rings))
            points = dry.points
            for lake in otherLakes.indices { otherLakes[lake].rings = dry.lakes[lake] }
            let rings = Dictionary(grouping: sources.coast.rings) { isIce($0) }
            land = [
                MapShape(
                    layer: .land, geometry: .area((rings[false] ?? []) + dry.islands), attributes: [:],
                    zooms: 0...landZoom),
                MapShape(
                    layer: .land, geometry: .area(rings[true] ?? []), attributes: ["kind": .text("ice")],
                    zooms: 0...landZoom),
            ]
            let towns = zip(points, places).map { (point: $0, population: $1.place.population) }
            shapes += MarkShapes(sources, largestZoom: largestZoom).shapes
            shapes += WayShapes(sources, towns: towns, largestZoom: largestZoom).shapes
        }
        for lake in otherLakes { add(.water, .area(lake.rings), lake.attributes, from: 0) }
        for (point, (index, place, isCapital, isQuarter)) in zip(points, places) {
            let rank = PlaceRank(population: place.population)
            let number = isQuarter && !isCapital ? max(rank.number, Self.firstQuarterRank) : rank.number
            var attributes: [String: TileValue] = [
                "name": .text(place.name), "population": .integer(place.population), "rank": .integer(number),
            ]
            if isCapital { attributes["capital"] = .flag(true) }
            if isCapital || (!isQuarter && rank.number <= Self.lastTranslatedRank) {
                attributes.merge(names(ofPlace: index, place.name)) { own, _ in own }
            }
            var first = isCapital ? min(rank.firstZoom, Self.firstCapitalZoom) : rank.firstZoom
            if isQuarter, !isCapital { first = Self.firstQuarterZoom }
            add(.places, .point(point), attributes, from: min(first, largestZoom))
        }
    }
}
