import Gazetteer
import PlacemarkModel
import VectorTiles

/// What detail packs have for the map: streets, house numbers, named areas, and the ground round them.
struct DetailShapes {
    private(set) var shapes: [MapShape] = []
    /// The numbers on the shields of the pack that is read: a street without a name is called by its number, which is not
    /// to be said twice.
    private var roadNumbers: Set<String> = []
    /// The lines of its coast.
    private var coast: [[TilePoint]] = []

    init(_ packs: [DetailPack], progress: BuildProgress) {
        for pack in packs {
            progress.report(0.82, "reading \(pack.name)")
            roadNumbers = []
            addAreas(of: pack)
            coast = []
            pack.forEachMapFeature { add($0) }
            addCoast()
            pack.forEachStreet { add($0) }
        }
        // In each tile the great streets come first, and their names win.
        shapes.sort { $0.zooms.lowerBound < $1.zooms.lowerBound }
    }

    private mutating func add(_ street: StreetOnMap) {
        let largest = MapPlane.finestZoom
        if street.line.count > 1, let className = street.kind.className {
            var attributes: [String: TileValue] = ["class": .text(className)]
            if let name = street.name, !name.isEmpty, !roadNumbers.contains(name) { attributes["name"] = .text(name) }
            shapes.append(
                MapShape(
                    layer: .streets, geometry: .lines([street.line.map { MapPlane.point($0) }]), attributes: attributes,
                    zooms: street.kind.firstZoom...largest))
        }
        for house in street.houses {
            shapes.append(
                MapShape(
                    layer: .houseNumbers, geometry: .point(MapPlane.point(house.coordinate)),
                    attributes: ["number": .text(house.number)], zooms: largest...largest))
        }
    }

    private mutating func add(_ feature: MapFeature) {
        if feature.kind == .coastline {
            coast += feature.lines.map { $0.map { MapPlane.point($0) } }
        } else if let shape = MapShape(feature) {
            if case .text(let number) = shape.attributes["ref"] { roadNumbers.insert(number) }
            shapes.append(shape)
        }
    }

    private mutating func addCoast() {
        let own = PackCoast(coast)
        for (kind, lines) in [(MapFeatureKind.OnMap.land, own.land), (MapFeatureKind.OnMap.sea, own.sea)]
        where !lines.isEmpty {
            shapes.append(
                MapShape(
                    layer: .areas, geometry: .area(lines), attributes: ["kind": .text(kind)],
                    zooms: BasemapZooms.ofDetails))
        }
    }

    private mutating func addAreas(of pack: DetailPack) {
        let (areas, edges) = pack.areasOnMap
        var lines: [[[TilePoint]]] = Array(repeating: [], count: areas.count)
        for arc in Topology.borders(of: edges) {
            let points = arc.points.map { MapPlane.point($0) }
            for boundary in arc.boundaries { lines[boundary].append(points) }
        }
        // The largest are the last in the pack, and are drawn first.
        for (area, lines) in zip(areas, lines).reversed() {
            guard let area, !lines.isEmpty else { continue }
            // The map's own layer has the ground, and finer: what is left of these is the name. A harbour is a named area, too.
            let label = pack.hasMap ? LabelPoint(of: lines) : nil
            shapes.append(
                MapShape(
                    layer: .areas, geometry: label.map { .point($0.point) } ?? .area(lines),
                    attributes: ["name": .text(area.name), "kind": .text(area.kind.nameOnMap)],
                    zooms: BasemapZooms.ofDetails))
        }
    }
}

extension NamedAreaKind {
    /// As the map's styles know it: those of `map/model/areaKinds.js`.
    var nameOnMap: String {
        switch self {
        case .water: "water"
        case .interest: "interest"
        case .park: "park"
        }
    }
}

extension StreetKind {
    /// As the map's styles know it; nil for what is no street.
    fileprivate var className: String? {
        switch self {
        case .motorway: "motorway"
        case .trunk: "trunk"
        case .primary: "primary"
        case .secondary: "secondary"
        case .tertiary: "tertiary"
        case .residential: "residential"
        case .service: "service"
        case .track, .pedestrian, .footway: "path"
        case .place: nil
        }
    }

    fileprivate var firstZoom: Int {
        switch self {
        case .motorway, .trunk, .primary, .secondary, .tertiary: 12
        case .residential: 13
        case .service, .track, .pedestrian, .footway, .place: 14
        }
    }
}
