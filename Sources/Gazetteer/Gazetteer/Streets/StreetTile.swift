import Varints

/// What lies around a piece of street and its houses, in cells of a tile: coarse, and never too small.
struct StreetBox: Hashable {
    var west, south, east, north: UInt8

    /// The smallest distance in metres from a point to the box, squared; 0 inside.
    ///
    /// - Parameters:
    ///   - point: In units from the tile's south-western corner.
    ///   - metersPerUnit: To the east and to the north.
    @inline(__always)
    func squaredDistance(to point: SIMD2<Double>, metersPerUnit: SIMD2<Double>) -> Double {
        let low = SIMD2(Self.lowSide(of: west), Self.lowSide(of: south))
        let high = SIMD2(Self.highSide(of: east), Self.highSide(of: north))
        let outside = pointwiseMax(pointwiseMax(low - point, point - high), SIMD2(0, 0)) * metersPerUnit
        return (outside * outside).sum()
    }

    /// The first and the last cell reach beyond all that there is.
    @inline(__always)
    private static func lowSide(of cell: UInt8) -> Double {
        cell == 0 ? -.infinity : Double(Int(cell) * StreetsFormat.boxUnit - StreetsFormat.tileSide / 2)
    }

    @inline(__always)
    private static func highSide(of cell: UInt8) -> Double {
        cell == .max ? .infinity : Double((Int(cell) + 1) * StreetsFormat.boxUnit - StreetsFormat.tileSide / 2)
    }

    /// The cell of a coordinate in units from the tile's corner.
    static func cell(of unit: Int) -> UInt8 {
        let cell = (unit + StreetsFormat.tileSide / 2).roundedDown(toMultipleOf: StreetsFormat.boxUnit)
        return UInt8(clamping: cell / StreetsFormat.boxUnit)
    }
}

extension Int {
    /// The next lower multiple, also below zero.
    fileprivate func roundedDown(toMultipleOf unit: Int) -> Int { self - ((self % unit) + unit) % unit }
}

/// The pieces of streets of one tile, as they are stored. Its checksum is right.
struct StreetTile {
    /// The tile's south-western corner, in tiles.
    let column, row: Int
    private var reader: VarintReader
    private let bytes: UnsafeRawBufferPointer
    private var left: Int

    init(column: Int, row: Int, bytes: UnsafeRawBufferPointer) {
        (self.column, self.row, self.bytes) = (column, row, bytes)
        reader = VarintReader(bytes)
        left = reader.nextCount(atMost: bytes.count) ?? 0
    }

    /// The next piece whose box comes within a distance of a point, and how near it comes; nil when there is no further one.
    mutating func next(
        within squaredReach: Double, of point: SIMD2<Double>, metersPerUnit: SIMD2<Double>
    ) -> (squaredBoxMeters: Double, content: UnsafeRawBufferPointer)? {
        while left > 0 {
            left -= 1
            guard let (box, content) = nextPiece() else { return nil }
            let squared = box.squaredDistance(to: point, metersPerUnit: metersPerUnit)
            if squared <= squaredReach { return (squared, content) }
        }
        return nil
    }

    /// The next piece, wherever it is; nil when there is no further one, and when the tile is not as it should be.
    mutating func next() -> (box: StreetBox, content: UnsafeRawBufferPointer)? {
        guard left > 0 else { return nil }
        left -= 1
        return nextPiece()
    }

    /// Whether pieces are announced that cannot be read.
    var isCutOff: Bool { left > 0 || reader.isExhausted }

    @inline(__always)
    private mutating func nextPiece() -> (StreetBox, UnsafeRawBufferPointer)? {
        guard let sides = reader.nextBytes(count: 4),
            let count = reader.nextCount(atMost: bytes.count - reader.offset),
            let content = reader.nextBytes(count: count)
        else {
            left = 0
            return nil
        }
        let first = sides.startIndex
        let box = StreetBox(
            west: sides[first], south: sides[first + 1], east: sides[first + 2], north: sides[first + 3])
        return (box, UnsafeRawBufferPointer(rebasing: content))
    }
}
