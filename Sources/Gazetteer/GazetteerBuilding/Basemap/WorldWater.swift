import Gazetteer
import VectorTiles

/// Seas and lakes on the map: lakes that the coast in full resolution lacks, and the names of all.
extension WorldShapes {
    /// From the zoom on at which a water is so large, in units of the zoom, it is named.
    private static let waterSide = 400.0
    /// A lake with islands that the coast's source has as well is land in some of its samples.
    private static let leastShareOfLand = 0.6

    mutating func addWater(_ layer: BoundariesLayer) {
        let arcs = BoundaryArcs(layer).arcs
        let projected = arcs.map { $0.points.map { MapPlane.point($0) } }
        let lines = Self.lines(of: arcs, projected, boundaryCount: layer.boundaryCount) { $0 }
        let names = WaterNames(layer, lines)
        // The coast in full resolution has its own shores of lakes; only lakes that it does not know are added.
        let unknown = sources.map { Self.unknownLakes(layer, lines, $0.coast) }
        let labels = sources.map { Self.labels(inWater: names.labels, layer, lines, $0.coast) } ?? names.labels
        for boundary in 0..<layer.boundaryCount {
            guard let name = layer.text(WaterText.name, ofBoundary: boundary) else { continue }
            let isLake = layer.kind(ofBoundary: boundary) == WaterKind.lake.rawValue
            let attributes: [String: TileValue] = ["name": .text(name), "kind": .text(isLake ? "lake" : "sea")]
            if isLake, unknown?.contains(boundary) ?? true {
                otherLakes.append((rings: lines[boundary], attributes: attributes))
            }
            if let label = labels[boundary] {
                let named = attributes.merging(self.names(ofWater: name)) { own, _ in own }
                addName(.waterNames, label, named, side: Self.waterSide, from: 0)
            }
        }
    }

    /// The names of seas in water: where the coast in full resolution has an ice shelf or an island in the middle of a sea,
    /// its name goes to the middle of what is open, and has none when nothing is.
    private static func labels(
        inWater labels: [LabelPoint?], _ layer: BoundariesLayer, _ lines: [[[TilePoint]]], _ coast: CoastSource
    ) -> [LabelPoint?] {
        let seas = labels.indices.filter {
            labels[$0] != nil && layer.kind(ofBoundary: $0) != WaterKind.lake.rawValue
        }
        let isOnLand = DryPlaces.areInside(seas.compactMap { labels[$0]?.point }, coast.rings)
        let hidden = zip(seas, isOnLand).filter(\.1).map(\.0)
        let grids = hidden.map { WaterNames.grid(ofBoundary: $0, lines[$0], layer) }
        let samples = grids.joined().compactMap(\.self)
        var isLand = DryPlaces.areInside(samples, coast.rings)[...]
        var labels = labels
        for (boundary, grid) in zip(hidden, grids) {
            let open = grid.map { sample in sample.flatMap { isLand.removeFirst() ? nil : $0 } }
            let point = WaterNames.middle(ofGrid: open)
            labels[boundary] = point.flatMap { point in
                labels[boundary].map { LabelPoint(point: point, side: $0.side) }
            }
        }
        return labels
    }

    /// The lakes that are land, as the coast has it, at most of the samples inside of them.
    private static func unknownLakes(
        _ layer: BoundariesLayer, _ lines: [[[TilePoint]]], _ coast: CoastSource
    ) -> Set<Int> {
        let lakes = lines.indices.filter { layer.kind(ofBoundary: $0) == WaterKind.lake.rawValue }
        let samples = lakes.map { WaterNames.samples(inBoundary: $0, lines[$0], layer) }
        let land = DryPlaces.areInside(Array(samples.joined()), coast.rings)
        var (unknown, first): (Set<Int>, Int) = ([], 0)
        for (lake, own) in zip(lakes, samples) {
            var count = 0
            for index in first..<first + own.count where land[index] { count += 1 }
            if Double(count) > leastShareOfLand * Double(own.count) { unknown.insert(lake) }
            first += own.count
        }
        return unknown
    }
}
