/// A place with a postal code, and how far from it the code is believed.
package struct PostalDisc: Hashable, Sendable {
    package let country: UInt16
    package let code: String
    package let latitude, longitude: Double
    package let radiusInMeters: Double

    /// Nil for what the layer cannot hold: no country of two capitals, a code that is not 1…15 printable ASCII
    /// characters, a coordinate that is not within ±85° and ±180°, and a radius of less than 100 m. A radius of more
    /// than 5 km becomes 5 km.
    package init?(country: String, code: String, latitude: Double, longitude: Double, radiusInMeters: Double) {
        guard let country = CountryCode.packed(country),
            (1...PostalCodesFormat.longestCodeByteCount).contains(code.utf8.count),
            code.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }),
            abs(latitude) <= PostalCodesFormat.greatestLatitude, abs(longitude) <= 180,
            radiusInMeters >= PostalCodesFormat.leastRadiusInMeters
        else { return nil }
        (self.country, self.code, self.latitude, self.longitude) = (country, code, latitude, longitude)
        self.radiusInMeters = min(radiusInMeters, PostalCodesFormat.greatestRadiusInMeters)
    }
}

/// Lays out the layer of postal codes. The same discs in any order give the same bytes.
package enum PostalCodesLayerWriter {
    /// The codes of a country have too many different characters in too many positions.
    package struct UnfitCodes: Error, Equatable { package let country: UInt16 }

    /// One point, ready to be stored.
    private struct Point: Comparable {
        var cell: UInt32
        var bits: UInt64

        private var north: UInt64 { bits & 0xFFF }
        private var east: UInt64 { bits >> 12 & 0xFFF }

        init(_ disc: PostalDisc, _ alphabet: PostalAlphabet) {
            func place(_ degrees: Double, cellCount: Int) -> (cell: Int, offset: Int) {
                // The last step of the last cell takes what lies on the far edge.
                let last = cellCount << PostalCodesFormat.offsetBitCount - 1
                let step = min(Int(degrees * PostalCodesFormat.stepsPerDegree), last)
                return (step >> PostalCodesFormat.offsetBitCount, step & 0xFFF)
            }
            let (row, north) = place(disc.latitude + 90, cellCount: PostalCodesFormat.rowCount)
            let (column, east) = place(disc.longitude + 180, cellCount: PostalCodesFormat.columnCount)
            let squared = disc.radiusInMeters * disc.radiusInMeters
            // The largest radius that is not larger; the first is not larger than any, but perhaps for its last bit.
            let radius = PostalCodesFormat.squaredRadii.lastIndex { $0 <= squared } ?? 0
            cell = UInt32(row * PostalCodesFormat.columnCount + column)
            bits = UInt64(north) | UInt64(east) << 12 | UInt64(radius) << 24 | alphabet.number(of: disc.code) << 29
        }

        static func < (a: Point, b: Point) -> Bool { (a.cell, a.bits) < (b.cell, b.bits) }

        func isSouth(of other: Point) -> Bool { (north, east, bits) < (other.north, other.east, other.bits) }
        func isWest(of other: Point) -> Bool { (east, north, bits) < (other.east, other.north, other.bits) }
    }

    package static func bytes(of discs: [PostalDisc]) throws(UnfitCodes) -> [UInt8] {
        var (countries, cells, points, alphabets): ([UInt8], [UInt8], [UInt8], [UInt8]) = ([], [], [], [])
        var countryCount = 0
        for (letters, discs) in Dictionary(grouping: discs, by: \.country).sorted(by: { $0.key < $1.key }) {
            let alphabet = PostalAlphabet(of: discs.lazy.map(\.code))
            let bitCount = alphabet.bitCount.map { $0 + PostalCodesFormat.fixedBitCount } ?? .max
            guard bitCount <= PostalCodesFormat.largestPointBitCount else { throw UnfitCodes(country: letters) }
            countryCount += 1
            countries.append(littleEndian: letters)
            countries += [UInt8(bitCount), UInt8(alphabet.characters.count)]
            countries.append(littleEndian: UInt32(alphabets.count))
            countries.append(littleEndian: UInt32(cells.count / PostalCodesFormat.cellByteCount))
            countries.append(littleEndian: UInt32(points.count))
            alphabets += alphabet.bytes

            var sorted = discs.map { Point($0, alphabet) }.sorted()
            var start = 0
            while start < sorted.count {
                let cell = sorted[start].cell
                let end = sorted[start...].firstIndex { $0.cell != cell } ?? sorted.count
                cells.append(littleEndian: cell)
                cells.append(littleEndian: UInt32(start))
                arrange(&sorted, start, end, isNorth: true)
                start = end
            }
            cells.append(littleEndian: PostalCodesFormat.endOfCells)
            cells.append(littleEndian: UInt32(sorted.count))
            append(sorted.map(\.bits), bitCount: bitCount, to: &points)
        }
        points += [UInt8](repeating: 0, count: PostalCodesFormat.pointPaddingByteCount)

        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(countryCount))
        bytes.append(littleEndian: UInt32(cells.count / PostalCodesFormat.cellByteCount))
        bytes.append(littleEndian: UInt32(points.count))
        bytes.append(littleEndian: UInt32(alphabets.count))
        for section in [countries, cells, points, alphabets] {
            bytes.pad(toMultipleOf: PostalCodesFormat.sectionAlignment)
            bytes += section
        }
        return bytes
    }

    /// Puts the points of a cell into the order that `PostalCodeSearch` reads as a k-d tree.
    private static func arrange(_ points: inout [Point], _ low: Int, _ high: Int, isNorth: Bool) {
        guard high - low > PostalCodesFormat.leafPointCount else { return }
        points[low..<high].sort { isNorth ? $0.isSouth(of: $1) : $0.isWest(of: $1) }
        let middle = low + (high - low) / 2
        arrange(&points, low, middle, isNorth: !isNorth)
        arrange(&points, middle + 1, high, isNorth: !isNorth)
    }

    /// Adds numbers of so many bits without gaps, the lowest bit first; the last byte is filled with zeros.
    private static func append(_ numbers: [UInt64], bitCount: Int, to bytes: inout [UInt8]) {
        var (pending, pendingCount): (UInt64, Int) = (0, 0)
        for number in numbers {
            // At most 7 bits are pending, so that 57 more find room.
            pending |= number << UInt64(pendingCount)
            pendingCount += bitCount
            while pendingCount >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                pendingCount -= 8
            }
        }
        if pendingCount > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    }
}
