import Gazetteer
import PlacemarkModel
import VectorTiles

/// Places on the map, and what depends on where they are: the land under them, and the ways between them.
extension WorldShapes {
    private static let firstCapitalZoom = 4

    /// Whether a ring of the coast is Antarctica's, of which a fiftieth is free of ice: all of it lies south of 60° S.
    private func isIce(_ ring: [TilePoint]) -> Bool { ring.allSatisfy { $0.y > Self.northOfIce } }
    private static let northOfIce = MapPlane.point(latitude: -60, longitude: 0).y

    /// From this zoom on what waits has room, whatever its population; its rank is at least this.
    private static let (firstWaitingZoom, firstWaitingRank) = (8, 8)

    /// Cities that are as large have their names in other languages as well: what the first zooms show.
    private static let lastTranslatedRank = 5

    mutating func addPlaces(landTo landZoom: Int) {
        var places = mapPlaces().sorted(by: MapPlace.isBefore)
        if let sources {
            let dry = DryPlaces(places.map(\.point), coast: sources.coast.rings, lakes: otherLakes.map(\.rings))
            for place in places.indices { places[place].point = dry.points[place] }
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
            shapes += MarkShapes(sources, largestZoom: largestZoom).shapes
            let towns = places.map { (point: $0.point, population: $0.population) }
            shapes += WayShapes(sources, towns: towns, largestZoom: largestZoom).shapes
        }
        for lake in otherLakes { add(.water, .area(lake.rings), lake.attributes, from: 0) }
        for place in (places + mapMunicipalities()).sorted(by: MapPlace.isBefore) { add(place) }
    }

    private mutating func add(_ place: MapPlace) {
        let (rank, waits) = (PlaceRank(population: place.population), place.waits && !place.isCapital)
        var attributes: [String: TileValue] = [
            "name": .text(place.name), "population": .integer(place.population),
            "rank": .integer(waits ? max(rank.number, Self.firstWaitingRank) : rank.number),
        ]
        if place.isCapital { attributes["capital"] = .flag(true) }
        if let number = place.number, place.isCapital || (!place.waits && rank.number <= Self.lastTranslatedRank) {
            attributes.merge(names(ofPlace: number, place.name)) { own, _ in own }
        }
        var first = place.isCapital ? min(rank.firstZoom, Self.firstCapitalZoom) : rank.firstZoom
        if waits { first = Self.firstWaitingZoom }
        add(.places, .point(place.point), attributes, from: min(first, largestZoom))
    }
}
