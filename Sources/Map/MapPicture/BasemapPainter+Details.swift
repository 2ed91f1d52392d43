import VectorTiles

/// What detail packs have for the map: the ground of a town, its waters and railways, and the numbers of roads.
extension BasemapPainter {
    /// The areas, one kind after the other, and then the lines.
    func drawGround(of placed: PlacedTile) {
        clipped(to: placed) {
            if let layer = placed.tile.layer("areas") {
                let features = Dictionary(grouping: layer.features) { $0.text("kind") ?? "" }
                for (kind, color) in colors.areas {
                    for feature in features[kind] ?? [] {
                        guard case .polygons(let rings) = feature.geometry else { continue }
                        path(rings, of: layer, in: placed, isClosed: true)
                        canvas.fill(color)
                        guard kind == "building" else { continue }
                        path(rings, of: layer, in: placed, isClosed: true)
                        canvas.stroke(colors.buildingEdge, width: 0.6)
                    }
                }
            }
            if let layer = placed.tile.layer("lines") {
                let features = Dictionary(grouping: layer.features) { $0.text("kind") ?? "" }
                for (kind, color) in colors.lines {
                    for feature in features[kind] ?? [] {
                        guard case .lines(let lines) = feature.geometry else { continue }
                        path(lines, of: layer, in: placed, isClosed: false)
                    }
                    canvas.stroke(color, width: Self.width(ofKind: kind, atZoom: viewport.zoom))
                }
            }
        }
    }

    /// In pixels: about that of `lineWidths` in `map/model/basemapStyle.js`.
    private static func width(ofKind kind: String, atZoom zoom: Double) -> Double {
        let growth = max(0, zoom - 13)
        return switch kind {
        case "river": 1.4 + growth
        case "railway": 1.1 + 0.4 * growth
        case "breakwater": 1 + growth
        default: 0.7 + 0.4 * growth
        }
    }

    /// One shield for each number in each tile, in the middle of the longest piece of its road there.
    func shields(of placed: PlacedTile) -> [MapLabel] {
        guard let layer = placed.tile.layer("road_numbers") else { return [] }
        var longest: [String: (point: TilePoint, length: Double, className: String)] = [:]
        for feature in layer.features {
            guard let number = feature.text("ref"), case .lines(let lines) = feature.geometry else { continue }
            for line in lines {
                let length = zip(line, line.dropFirst()).reduce(0.0) { $0 + $1.0.distance(to: $1.1) }
                guard length > longest[number]?.length ?? 0, let middle = line.middle(of: length) else { continue }
                longest[number] = (middle, length, feature.text("class") ?? "")
            }
        }
        return longest.sorted { $0.key < $1.key }.map { number, shield in
            MapLabel(
                text: number, point: placed.point(shield.point, extent: layer.extent),
                style: .shield(isFilled: ["motorway", "trunk"].contains(shield.className)))
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
