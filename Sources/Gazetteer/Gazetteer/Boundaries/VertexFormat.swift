/// How the vertices of a layer's borders are stored: every one is a whole number of steps from its cell's corner.
package enum VertexFormat: UInt32, Sendable {
    /// Every point of the grid: 2.4 m, four bytes a vertex.
    case fine = 1
    /// Every sixteenth: 38 m, three bytes. For borders that are simplified to some hundred metres anyway.
    case coarse = 16

    /// The grid's steps between two places where a vertex can be.
    package var step: Int32 { Int32(rawValue) }
    var byteCount: Int { self == .fine ? 4 : 3 }

    /// The point that the format can hold nearest to this one.
    package func rounded(_ point: GridPoint) -> GridPoint { GridPoint(x: rounded(point.x), y: rounded(point.y)) }

    func rounded(_ coordinate: Int32) -> Int32 { (coordinate + step / 2) / step * step }

    func append(_ vertex: GridPoint, to bytes: inout [UInt8]) {
        let (x, y) = (UInt32(vertex.x / step), UInt32(vertex.y / step))
        let word = self == .fine ? x | y << 16 : x | y << 12
        for byte in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * UInt32(byte)))) }
    }
}

/// Reads vertices without asking for the format each time.
struct VertexReader {
    // Small, because a layer's reader is copied whenever somebody takes it out of an optional.
    private let mask: UInt32
    private let storedByteCount, shiftOfY, shiftOfStep: UInt8

    init(_ format: VertexFormat) {
        storedByteCount = UInt8(format.byteCount)
        (mask, shiftOfY, shiftOfStep) = format == .fine ? (0xFFFF, 16, 0) : (0xFFF, 12, 4)
    }

    @inline(__always)
    var byteCount: Int { Int(storedByteCount) }

    /// The vertex at `offset`, of which four bytes must be there.
    @inline(__always)
    func vertex(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> (x: Int, y: Int) {
        let word = bytes.littleEndian(UInt32.self, at: offset)
        let (shiftOfY, shiftOfStep) = (UInt32(shiftOfY), UInt32(shiftOfStep))
        return (Int((word & mask) &<< shiftOfStep), Int((word &>> shiftOfY & mask) &<< shiftOfStep))
    }
}
