/// A place as the search tree has it, 16 bytes: all that a search asks about a place that it passes.
struct PlaceNode {
    private static let axisShift: UInt32 = 10
    private static let uniformFlag: UInt32 = 1 << 12

    /// The unit vector.
    var x, y, z: Float
    /// From the lowest bit on: country (10 bits), axis (2), uniformity (1), three zeros, bonus (8), largest bonus (8).
    private let bits: UInt32

    init(
        vector: SIMD3<Float>, country: UInt16, bonus: UInt8, axis: Int, largestBonus: UInt8, isUniform: Bool
    ) {
        (x, y, z) = (vector.x, vector.y, vector.z)
        bits =
            UInt32(country) | UInt32(axis) << Self.axisShift | (isUniform ? Self.uniformFlag : 0)
            | UInt32(bonus) << 16 | UInt32(largestBonus) << 24
    }

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, at index: Int) {
        // A number of 32 bits, as all of places: the product does not overflow, and a search reads a hundred nodes.
        let offset = index &* PlacesFormat.nodeByteCount
        x = Float(bitPattern: bytes.littleEndian(UInt32.self, at: offset))
        y = Float(bitPattern: bytes.littleEndian(UInt32.self, at: offset + 4))
        z = Float(bitPattern: bytes.littleEndian(UInt32.self, at: offset + 8))
        bits = bytes.littleEndian(UInt32.self, at: offset + 12)
    }

    func append(to bytes: inout [UInt8]) {
        for component in [x, y, z] { bytes.append(littleEndian: component.bitPattern) }
        bytes.append(littleEndian: bits)
    }

    var vector: SIMD3<Float> { SIMD3(x, y, z) }
    /// The place's own country, as `CountryCode.compact`.
    @inline(__always)
    var country: UInt16 { UInt16(truncatingIfNeeded: bits & 0x3FF) }
    /// The coordinate that parts the range of which this place is the middle: 0…2 for x, y, z.
    @inline(__always)
    var axis: Int { Int(bits >> Self.axisShift & 3) }
    /// Whether all places of that range are in one country.
    @inline(__always)
    var isUniform: Bool { bits & Self.uniformFlag != 0 }
    /// The place's own bonus, in the steps of `LocalityBonus`.
    @inline(__always)
    var bonus: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) }
    /// The largest bonus in the range.
    @inline(__always)
    var largestBonus: UInt8 { UInt8(truncatingIfNeeded: bits >> 24) }
}
