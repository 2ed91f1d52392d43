/// A map of one bit for each cell of 1° by 1°: whether a box reaches into it. Almost every lookup ends here.
enum CustomCells {
    // One more each way than there are degrees, for 180 and 90 themselves.
    private static let (columns, rows) = (361, 181)
    static let byteCount = (columns * rows + 7) / 8

    private static func column(_ longitude: Int32) -> Int {
        (Int(longitude) + Int(CustomPlacesFormat.halfTurn)) / 10_000_000
    }

    private static func row(_ latitude: Int32) -> Int {
        (Int(latitude) + Int(CustomPlacesFormat.halfTurn) / 2) / 10_000_000
    }

    /// Whether the bit of the cell round a point is set.
    ///
    /// - Precondition: the map has `byteCount` bytes, and the point is one on earth.
    @inline(__always)
    static func isSet(_ point: CustomPoint, in map: UnsafeRawBufferPointer) -> Bool {
        let bit = row(point.latitude) * columns + column(point.longitude)
        return map[bit / 8] & (1 << UInt8(bit % 8)) != 0
    }

    /// The numbers of the cells that a box touches.
    ///
    /// - Precondition: the box is one on earth.
    static func bits(of box: CustomBox) -> [Int] {
        (row(box.south)...row(box.north)).flatMap { row in
            (column(box.west)...column(box.east)).map { row * columns + $0 }
        }
    }

    /// The map of these boxes.
    static func map(of boxes: [CustomBox]) -> [UInt8] {
        var map = [UInt8](repeating: 0, count: byteCount)
        for box in boxes {
            for bit in bits(of: box) { map[bit / 8] |= 1 << UInt8(bit % 8) }
        }
        return map
    }
}
