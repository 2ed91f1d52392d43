import VectorTiles

/// What detail packs have for the map beside lines: the ground of a town, and the numbers of roads.
extension BasemapPainter {
    /// One kind after the other.
    func draw(_ kinds: [AreaLayer], of placed: PlacedTile) {
        guard let layer = placed.tile.layer("areas") else { return }
        let features = Dictionary(grouping: layer.features) { $0.text("kind") ?? "" }
        clipped(to: placed) {
            for areas in kinds {
                guard case .kind(let kind) = areas.condition else { continue }
                for feature in features[kind] ?? [] {
                    guard case .polygons(let rings) = feature.geometry else { continue }
                    path(rings, of: layer, in: placed, isClosed: true)
                    canvas.fill(areas.color)
                    guard let edge = areas.edge else { continue }
                    path(rings, of: layer, in: placed, isClosed: true)
                    canvas.stroke(edge, width: 0.6)
                }
            }
        }
    }

    /// One shield for each number in each tile, in the middle of the longest piece of its road there.
    func shields(of placed: PlacedTile) -> [MapLabel] {
        guard let layer = placed.tile.layer("road_numbers"), LabelLayer.roadNumbers.zooms.contains(viewport.zoom)
        else { return [] }
        var longest: [String: (point: TilePoint, length: Double, feature: TileFeature)] = [:]
        for feature in layer.features {
            guard let number = feature.text("ref"), case .lines(let lines) = feature.geometry else { continue }
            for line in lines {
                let length = zip(line, line.dropFirst()).reduce(0.0) { $0 + $1.0.distance(to: $1.1) }
                guard length > longest[number]?.length ?? 0, let middle = line.middle(of: length) else { continue }
                longest[number] = (middle, length, feature)
            }
        }
        return longest.sorted { $0.key < $1.key }.map { number, shield in
            MapLabel(
                text: number, point: placed.point(shield.point, extent: layer.extent),
                style: MapLabel.Style(.roadNumbers, shield.feature, zoom: viewport.zoom))
        }
    }
}

extension TilePoint {
    fileprivate func distance(to other: TilePoint) -> Double {
        let (x, y) = (Double(x) - Double(other.x), Double(y) - Double(other.y))
        return (x * x + y * y).squareRoot()
    }
}

extension [TilePoint] {
    /// The point of a line of this length that is as far from one end as from the other.
    fileprivate func middle(of length: Double) -> TilePoint? {
        var rest = length / 2
        for (from, to) in zip(self, dropFirst()) {
            let step = from.distance(to: to)
            if step >= rest, step > 0 {
                let share = rest / step
                return TilePoint(
                    x: from.x + Int32((Double(to.x - from.x) * share).rounded()),
                    y: from.y + Int32((Double(to.y - from.y) * share).rounded()))
            }
            rest -= step
        }
        return last
    }
}
