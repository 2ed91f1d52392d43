/// A point of the layer of postal codes, as a search has found it.
struct PostalPoint: Equatable {
    var squaredDistance: Double
    var index: Int
    var bits: UInt64

    var radiusStep: Int { Int(bits >> UInt64(2 * PostalCodesFormat.offsetBitCount)) & 31 }
    var code: UInt64 { bits >> UInt64(PostalCodesFormat.fixedBitCount) }
}

/// The exact search for the nearest point of some cells, each of which is a k-d tree by the order of its points: the root
/// of a range is in its middle, those before it are not north of it, those behind it not south; then west and east, in turn.
///
/// Distances are those of a plane that touches the earth at the query: at the few kilometres within which points matter
/// they are right to 0.5 %. Of points equally far away, the first wins.
struct PostalCodeSearch {
    private let points: UnsafeRawBufferPointer
    private let bitCount: Int
    private let mask: UInt64
    private let metersPerStep: (north: Double, east: Double)
    private var queryNorth = 0.0
    private var queryEast = 0.0
    private var squaredDistance: Double
    private var nearestIndex = Int.max
    private var nearestBits: UInt64 = 0

    /// `points` begins with the country's first point, and has room for as many as are visited. Farther away than the reach
    /// nothing is found.
    init(
        in points: UnsafeRawBufferPointer, bitCount: Int, metersPerStep: (north: Double, east: Double),
        reachInMeters: Double = PostalCodesFormat.greatestRadiusInMeters
    ) {
        squaredDistance = reachInMeters * reachInMeters
        (self.points, self.bitCount, self.metersPerStep) = (points, bitCount, metersPerStep)
        mask = 1 << UInt64(bitCount) &- 1
    }

    var nearest: PostalPoint? {
        nearestIndex == .max
            ? nil : PostalPoint(squaredDistance: squaredDistance, index: nearestIndex, bits: nearestBits)
    }

    /// Searches one more cell. `north` and `east` are the query's place in it, in steps from its south-west corner.
    mutating func visit(_ range: Range<Int>, north: Double, east: Double) {
        // The stored number is that of a step; the point lies in its middle, on average.
        (queryNorth, queryEast) = (north - 0.5, east - 0.5)
        visit(range.lowerBound, range.upperBound, isNorth: true)
    }

    private mutating func visit(_ low: Int, _ high: Int, isNorth: Bool) {
        if high &- low <= PostalCodesFormat.leafPointCount {
            var index = low
            while index < high {
                consider(index, bits(at: index))
                index &+= 1
            }
            return
        }
        let middle = low &+ (high &- low) / 2
        let bits = bits(at: middle)
        let gap = isNorth ? northGap(bits) : eastGap(bits)
        consider(middle, bits)
        if gap <= 0 {
            visit(low, middle, isNorth: !isNorth)
            if gap * gap <= squaredDistance { visit(middle &+ 1, high, isNorth: !isNorth) }
        } else {
            visit(middle &+ 1, high, isNorth: !isNorth)
            if gap * gap <= squaredDistance { visit(low, middle, isNorth: !isNorth) }
        }
    }

    @inline(__always)
    private func bits(at index: Int) -> UInt64 {
        let bit = index &* bitCount
        return points.littleEndian(UInt64.self, at: bit &>> 3) &>> UInt64(bit & 7) & mask
    }

    @inline(__always)
    private func northGap(_ bits: UInt64) -> Double {
        (queryNorth - Double(Int32(truncatingIfNeeded: bits & 0xFFF))) * metersPerStep.north
    }

    @inline(__always)
    private func eastGap(_ bits: UInt64) -> Double {
        (queryEast - Double(Int32(truncatingIfNeeded: bits >> 12 & 0xFFF))) * metersPerStep.east
    }

    @inline(__always)
    private mutating func consider(_ index: Int, _ bits: UInt64) {
        let (north, east) = (northGap(bits), eastGap(bits))
        let squared = north * north + east * east
        if squared < squaredDistance || (squared == squaredDistance && index < nearestIndex) {
            (squaredDistance, nearestIndex, nearestBits) = (squared, index, bits)
        }
    }
}
