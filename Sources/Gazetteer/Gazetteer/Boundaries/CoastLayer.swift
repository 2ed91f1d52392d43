package import PlacemarkModel

/// Where land is near: a map of the world with one bit for each eighth of a degree.
///
/// The waters that countries claim reach far out in places, and the zones include them. A position without land nearby is in
/// the open sea all the same.
package struct CoastLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: this one is read-only, and lives as long as the MappedFile.
    private let bits: UnsafeRawBufferPointer

    /// Cells round the equator and from pole to pole.
    package static let (columnCount, rowCount) = (2880, 1440)
    static let byteCount = columnCount * rowCount / 8

    /// Returns nil when the layer is too short.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.byteCount else { return nil }
        bits = bytes
    }

    /// Whether there is land in the coordinate's cell, or so near to it as the layer's maker counts as near.
    func isNearLand(_ coordinate: Coordinate) -> Bool {
        let cell = Self.cell(coordinate)
        return bits[cell / 8] & 1 << (cell % 8) != 0
    }

    /// Cells are numbered from the south pole at -180° eastward, row by row.
    package static func cell(_ coordinate: Coordinate) -> Int {
        let cellsPerDegree = Double(columnCount) / 360
        let column = min(Int((coordinate.longitude + 180) * cellsPerDegree), columnCount - 1)
        let row = min(Int((coordinate.latitude + 90) * cellsPerDegree), rowCount - 1)
        return row * columnCount + column
    }
}

/// Makes the bytes of a `CoastLayer`.
package struct CoastLayerWriter {
    private var isLand = [Bool](repeating: false, count: CoastLayer.columnCount * CoastLayer.rowCount)

    package init() {}

    /// Says that there is land at a coordinate.
    package mutating func addLand(at coordinate: Coordinate) { isLand[CoastLayer.cell(coordinate)] = true }

    /// The layer. A cell counts as near when its centre is within this distance of the centre of a cell with land.
    package func bytes(nearInMeters reach: Double) -> [UInt8] {
        var isNear = [Bool](repeating: false, count: isLand.count)
        let (columns, rows) = (CoastLayer.columnCount, CoastLayer.rowCount)
        let cellHeight = Earth.meanRadiusInMeters * .pi / Double(rows)
        let reachInRows = Int(reach / cellHeight)
        for row in 0..<rows where isLand[row * columns..<(row + 1) * columns].contains(true) {
            for other in max(0, row - reachInRows)...min(rows - 1, row + reachInRows) {
                let north = Double(other - row) * cellHeight
                // The circle at this row, in cells of the row, which are narrow near the poles.
                let latitude = (Double(other) + 0.5) / Double(rows) * 180 - 90
                let cellWidth = cellHeight * Coordinate(clampingLatitude: latitude, wrappingLongitude: 0).parallelScale
                let half = min(columns / 2, Int((reach * reach - north * north).squareRoot() / max(cellWidth, 1)))
                for column in 0..<columns where isLand[row * columns + column] {
                    for offset in -half...half {
                        isNear[other * columns + (column + offset + columns) % columns] = true
                    }
                }
            }
        }
        var bytes = [UInt8](repeating: 0, count: CoastLayer.byteCount)
        for cell in isNear.indices where isNear[cell] { bytes[cell / 8] |= 1 << (cell % 8) }
        bytes.pad(toMultipleOf: FileFormat.alignment)
        return bytes
    }
}

extension Coordinate {
    /// How much shorter a degree of longitude is here than at the equator: the distance from the axis of the unit sphere.
    fileprivate var parallelScale: Double {
        let (x, y, _) = unitVector
        return (x * x + y * y).squareRoot()
    }
}
