import Gazetteer
import VectorTiles

/// Where the names of seas and lakes go: in their own water, and each sea's name once.
///
/// The rings of a sea are cut by the antimeridian, and reach beyond the map's northern end; what is far inside them need not
/// be on the map, nor in the sea. So the layer itself is asked.
struct WaterNames {
    /// By boundary; nil where the name is not shown.
    private(set) var labels: [LabelPoint?]

    private static let sampleCount = 48
    /// How far from the northern and southern end of the map a name is: it begins at 82° north.
    private static let margin = MapPlane.side / 16

    init(_ layer: BoundariesLayer, _ lines: [[[TilePoint]]]) {
        labels = lines.indices.map { boundary in
            guard let label = LabelPoint(of: lines[boundary]) else { return nil }
            if Self.isInside(label.point, boundary, layer) { return label }
            return Self.middle(ofGrid: Self.grid(ofBoundary: boundary, lines[boundary], layer)).map {
                LabelPoint(point: $0, side: label.side)
            }
        }
        var largest: [String: Int] = [:]
        for boundary in labels.indices {
            guard let label = labels[boundary], layer.kind(ofBoundary: boundary) != WaterKind.lake.rawValue,
                let name = layer.text(WaterText.name, ofBoundary: boundary)
            else { continue }
            if let other = largest[name], let otherLabel = labels[other] {
                labels[otherLabel.side < label.side ? other : boundary] = nil
                if otherLabel.side >= label.side { continue }
            }
            largest[name] = boundary
        }
    }

    private static func isInside(_ point: TilePoint, _ boundary: Int, _ layer: BoundariesLayer) -> Bool {
        (margin...MapPlane.side - margin).contains(Int(point.y))
            && layer.boundary(at: MapPlane.gridPoint(point)) == boundary
    }

    /// Some points of a boundary, evenly spread.
    static func samples(
        inBoundary boundary: Int, _ lines: [[TilePoint]], _ layer: BoundariesLayer, count: Int = 12
    ) -> [TilePoint] {
        let points = lines.joined()
        guard let west = points.map(\.x).min(), let east = points.map(\.x).max(),
            let north = points.map(\.y).min(), let south = points.map(\.y).max()
        else { return [] }
        let (width, height) = (Int(east) - Int(west), Int(south) - Int(north))
        var samples: [TilePoint] = []
        for row in 0..<count {
            for column in 0..<count {
                let x: Int = Int(west) + (2 * column + 1) * width / (2 * count)
                let y: Int = Int(north) + (2 * row + 1) * height / (2 * count)
                let sample = TilePoint(x: Int32(x), y: Int32(y))
                if layer.boundary(at: MapPlane.gridPoint(sample)) == boundary { samples.append(sample) }
            }
        }
        return samples
    }

    /// Points evenly spread over the part of a boundary that the map shows, row by row; nil for those outside of it.
    static func grid(ofBoundary boundary: Int, _ lines: [[TilePoint]], _ layer: BoundariesLayer) -> [TilePoint?] {
        let points = lines.joined()
        guard let west = points.map(\.x).min(), let east = points.map(\.x).max(),
            let north = points.map(\.y).min(), let south = points.map(\.y).max()
        else { return [] }
        let (top, bottom) = (max(Int(north), margin), min(Int(south), MapPlane.side - margin))
        guard top < bottom else { return [] }
        let (left, width, height) = (Int(west), Int(east) - Int(west), bottom - top)
        return (0..<sampleCount * sampleCount).map { number in
            let (row, column) = (number / sampleCount, number % sampleCount)
            let x = left + (2 * column + 1) * width / (2 * sampleCount)
            let y = top + (2 * row + 1) * height / (2 * sampleCount)
            let sample = TilePoint(x: Int32(x), y: Int32(y))
            return isInside(sample, boundary, layer) ? sample : nil
        }
    }

    /// The middle of the largest square of a grid whose points are all there; nil when none is.
    static func middle(ofGrid grid: [TilePoint?]) -> TilePoint? {
        guard !grid.isEmpty else { return nil }
        // The side of the largest square whose last corner a point is.
        var sides = Array(repeating: Array(repeating: 0, count: sampleCount + 1), count: sampleCount + 1)
        var best = (side: 0, column: 0, row: 0)
        for row in 0..<sampleCount {
            for column in 0..<sampleCount where grid[row * sampleCount + column] != nil {
                let side = 1 + min(sides[row][column], sides[row][column + 1], sides[row + 1][column])
                sides[row + 1][column + 1] = side
                if side > best.side { best = (side, column, row) }
            }
        }
        guard best.side > 0 else { return nil }
        let back = (best.side - 1) / 2
        return grid[(best.row - back) * sampleCount + best.column - back] ?? grid[best.row * sampleCount + best.column]
    }
}
