import Gazetteer
import PlacemarkModel
import VectorTiles

/// What has its name in the layer of places.
struct MapPlace {
    /// Where its dot goes, before it is put on land.
    var point: TilePoint
    var name: String
    var population: Int
    /// The place's number; nil for a municipality whose name no place has.
    var number: Int?
    var isCapital = false
    /// Whether its name waits until there is room for it: that of a quarter beside its city's, that of a municipality between
    /// those of its parts.
    var waits = false

    /// Capitals first and then the largest, so that a tile begins with them; then what waits, the largest first.
    static func isBefore(_ a: MapPlace, _ b: MapPlace) -> Bool {
        (b.isCapital ? 1 : 0, a.waits ? 1 : 0, b.population, a.name)
            < (a.isCapital ? 1 : 0, b.waits ? 1 : 0, a.population, b.name)
    }
}

extension WorldShapes {
    /// The places of the gazetteer.
    func mapPlaces() -> [MapPlace] {
        (0..<gazetteer.placeCount).compactMap { number in
            guard let place = gazetteer.place(at: number) else { return nil }
            let isCapital = sources?.capitals.contains(
                place.name, latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
            return MapPlace(
                point: MapPlane.point(place.coordinate), name: place.name, population: place.population, number: number,
                isCapital: isCapital ?? false, waits: gazetteer.isQuarter(number))
        }
    }

    /// What is as near and has a municipality's name bears it for that: the town in the middle of a rural commune.
    private static let namesakeInMeters = 20_000.0

    /// The municipalities that a look-up names as the city and no place is called after, like Illnau-Effretikon: each in its
    /// middle, if the look-up gives this name there, and with the people of its places.
    func mapMunicipalities() -> [MapPlace] {
        guard let layer = gazetteer.municipalities else { return [] }
        let names = (0..<layer.boundaryCount).map { gazetteer.ownName(ofMunicipality: $0) }
        var populations = Array(repeating: 0, count: names.count)
        var namesakes = Dictionary(names.compactMap(\.self).map { ($0, [Coordinate]()) }) { first, _ in first }
        for number in 0..<gazetteer.placeCount {
            guard let place = gazetteer.place(at: number) else { continue }
            namesakes[place.name]?.append(place.coordinate)
            if let municipality = layer.boundary(at: GridPoint(place.coordinate)), let name = names[municipality],
                name == gazetteer.ownNameOfCity(ofPlace: number)
            {
                populations[municipality] += place.population
            }
        }
        let arcs = BoundaryArcs(layer).arcs.filter { $0.boundaries.contains { names[$0] != nil } }
        let projected = arcs.map { $0.points.map { MapPlane.point($0) } }
        let lines = Self.lines(of: arcs, projected, boundaryCount: names.count) { names[$0] == nil ? nil : $0 }
        var municipalities: [MapPlace] = []
        for municipality in names.indices {
            guard let name = names[municipality], let label = LabelPoint(of: lines[municipality]) else { continue }
            let middle = MapPlane.coordinate(label.point)
            guard let placemark = gazetteer.placemark(at: middle), placemark.locality == name,
                placemark.inlandWater == nil, placemark.ocean == nil,
                namesakes[name]?.contains(where: { $0.distance(to: middle) < Self.namesakeInMeters }) != true
            else { continue }
            // Some have several polygons.
            namesakes[name]?.append(middle)
            municipalities.append(
                MapPlace(point: label.point, name: name, population: populations[municipality], waits: true))
        }
        return municipalities
    }
}
