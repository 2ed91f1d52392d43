import Gazetteer

import Glibc

/// Brings the boundaries of a source onto the grid, draws each border once, and simplifies it.
struct BoundaryDrawing {
    /// The borders, before they are indexed.
    let borders: [Border]
    /// How many vertices the sources have, and how many are left.
    let (sourceVertexCount, vertexCount): (Int, Int)

    private let format: VertexFormat

    /// - Parameters:
    ///   - boundaries: By priority: where they overlap, the first wins.
    ///   - pieces: How a border is cut before the tolerance of each piece is asked for: the places of the cuts stay.
    ///   - toleranceInMeters: What bends of a border are left out (`Simplification`).
    init(
        _ boundaries: [SourceBoundary], format: VertexFormat, pieces: (Border) -> [Border] = { [$0] },
        toleranceInMeters: (Border) -> Double
    ) {
        self.format = format
        let rings = boundaries.map { boundary in boundary.rings.map { $0.map { format.rounded(GridPoint($0)) } } }
        let drawn = Topology.borders(ofRings: rings)
        // Where one neighbour has a vertex that the other lacks, they share a line only when both are simplified: those
        // come first, are found to be the same, and make longer lines with what is next to them.
        let outlined = Topology.borders(
            of: drawn.flatMap { border in
                border.boundaries.count > 1
                    ? [border] : pieces(border).compactMap { Self.simplified($0, toleranceInMeters) }
            })
        borders = outlined.flatMap(pieces).compactMap { Self.simplified($0, toleranceInMeters) }
        sourceVertexCount = rings.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
        vertexCount = borders.reduce(0) { $0 + $1.points.count }
    }

    private static func simplified(_ border: Border, _ toleranceInMeters: (Border) -> Double) -> Border? {
        let simplification = Simplification(toleranceInMeters: toleranceInMeters(border))
        return simplification.simplified(border.points).map { Border(points: $0, boundaries: border.boundaries) }
    }

    func shapes() throws -> BoundaryShapes { try BoundaryShapes(borders: borders, format: format) }
}

extension GridPoint {
    /// The nearest point of the grid.
    init(_ point: SourcePoint) {
        func steps(_ units: Int32, from origin: Double) -> Int32 {
            Int32(((Double(units) / SourcePoint.unitsPerDegree + origin) * Grid.stepsPerDegree).rounded())
        }
        self.init(x: steps(point.longitude, from: 180), y: steps(point.latitude, from: 90))
    }
}

extension SourceBoundary {
    /// What its rings enclose, holes included: enough to tell which of two boundaries is the smaller, and how large it is.
    var areaInSquareMeters: Double {
        let metersPerUnit = 111_195 / SourcePoint.unitsPerDegree
        return rings.reduce(0) { sum, ring in
            var previous = ring[ring.count - 1]
            let doubled = ring.reduce(0.0) { sum, point in
                defer { previous = point }
                return sum + Double(previous.longitude) * Double(point.latitude)
                    - Double(point.longitude) * Double(previous.latitude)
            }
            let latitude = Double(ring[0].latitude) / SourcePoint.unitsPerDegree
            return sum + abs(doubled) / 2 * metersPerUnit * metersPerUnit * cos(latitude * .pi / 180)
        }
    }
}

extension BoundariesLayer {
    /// Lets `body` read a layer that has just been written.
    static func read<Result>(_ bytes: [UInt8], _ body: (BoundariesLayer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes { bytes in
            guard let layer = BoundariesLayer(bytes: bytes) else { preconditionFailure("a layer cannot be read back") }
            return try body(layer)
        }
    }
}
