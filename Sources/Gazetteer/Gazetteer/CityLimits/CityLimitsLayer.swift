import PlacemarkModel

/// The city limits of a detail pack, read where they lie in the mapping: which municipality and which of its parts a
/// position is in, by polygon.
///
/// The index has been checked when the file was opened; a square is checked when it is looked at. Every other number is
/// checked when it is used, and a wrong one means "no boundary".
package struct CityLimitsLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    private let records: UnsafeRawBufferPointer
    private let places: UnsafeRawBufferPointer
    private let strings: UnsafeRawBufferPointer
    let squares: CheckedPieces
    package let boundaryCount, placeCount: Int
    package var squareCount: Int { squares.count }

    /// - Parameters:
    ///   - bytes: The layer with the index, the boundaries, and their names.
    ///   - squares: The layer with the squares.
    ///
    /// Returns nil when one of them is too short for what the header announces, or of another version.
    init?(bytes: UnsafeRawBufferPointer, squares: UnsafeRawBufferPointer) {
        guard bytes.count >= CityLimitsFormat.headerByteCount,
            bytes.littleEndian(UInt32.self, at: 0) == CityLimitsFormat.version
        else { return nil }
        // Counts of 32 bits, times a few bytes, do not overflow the 63 bits of an Int.
        func count(_ field: Int) -> Int { Int(bytes.littleEndian(UInt32.self, at: field * 4)) }
        (boundaryCount, placeCount) = (count(2), count(3))
        var sections = LayerSections(
            bytes: bytes, after: CityLimitsFormat.headerByteCount, alignment: CityLimitsFormat.sectionAlignment)
        guard boundaryCount <= CityLimitsFormat.largestBoundaryCount,
            let index = sections.next(byteCount: count(1) * CheckedPiecesFormat.entryByteCount),
            let records = sections.next(byteCount: boundaryCount * CityLimitsFormat.boundaryByteCount),
            let places = sections.next(byteCount: placeCount * CityLimitsFormat.placeByteCount),
            let strings = sections.next(byteCount: count(4)),
            count(5) <= squares.count
        else { return nil }
        (self.records, self.places, self.strings) = (records, places, strings)
        // The layer goes on with zeros.
        self.squares = CheckedPieces(index: index, pieces: .init(rebasing: squares[..<count(5)]))
    }

    /// What is stored of a boundary itself.
    struct Record {
        /// The code (`CountryCode`) of its country; 0 for none.
        var country: UInt16
        /// Its `admin_level`.
        var level: UInt8
        /// `CityLimitRank`
        var rank: UInt8
        var name: UInt32
        /// Where the boundary says that it is; nil when it does not.
        var coordinate: Coordinate?
        /// The villages and quarters in it that have no limits of their own.
        var places: Range<Int>
    }

    /// Nil for a number that there is not, and when the record is damaged.
    func record(at boundary: Int) -> Record? {
        guard boundary >= 0, boundary < boundaryCount else { return nil }
        let offset = boundary * CityLimitsFormat.boundaryByteCount
        let longitude = records.littleEndian(Int32.self, at: offset + 8)
        let first = Int(records.littleEndian(UInt32.self, at: offset + 16))
        let count = Int(records.littleEndian(UInt32.self, at: offset + 20))
        guard first <= placeCount, count <= placeCount - first else { return nil }
        return Record(
            country: records.littleEndian(UInt16.self, at: offset), level: records[offset + 2],
            rank: records[offset + 3], name: records.littleEndian(UInt32.self, at: offset + 4),
            coordinate: longitude == CityLimitsFormat.noLongitude
                ? nil : coordinate(longitude, records.littleEndian(Int32.self, at: offset + 12)),
            places: first..<first + count)
    }

    /// How many of the boundaries are cities, and how many are parts of cities.
    var boundaryCounts: (cities: Int, parts: Int) {
        let cities = (0..<boundaryCount).count { record(at: $0)?.rank == CityLimitRank.municipality }
        return (cities, boundaryCount - cities)
    }

    /// A village or quarter, with the number of its name; nil when its numbers are no coordinate.
    ///
    /// - Precondition: `index` is in 0..<placeCount.
    func place(at index: Int) -> (coordinate: Coordinate, name: UInt32)? {
        let offset = index * CityLimitsFormat.placeByteCount
        let longitude = places.littleEndian(Int32.self, at: offset)
        let latitude = places.littleEndian(Int32.self, at: offset + 4)
        return coordinate(longitude, latitude).map { ($0, places.littleEndian(UInt32.self, at: offset + 8)) }
    }

    private func coordinate(_ longitude: Int32, _ latitude: Int32) -> Coordinate? {
        Coordinate(
            latitude: Double(latitude) / CityLimitsFormat.unitsPerDegree,
            longitude: Double(longitude) / CityLimitsFormat.unitsPerDegree)
    }

    /// The name with this number; nil when there is none.
    func name(_ number: UInt32) -> String? { StringTable.string(at: number, in: strings) }

    /// The numbers of all boundaries that hold a position, ascending.
    package func boundaries(at point: GridPoint) -> [Int] {
        guard let square = square(at: point), var held = square.boundaries(at: point) else { return [] }
        var found: [Int] = []
        while held != 0 {
            found.append(square.boundaries[held.trailingZeroBitCount])
            held &= held - 1
        }
        return found
    }

    /// The square that holds a position; nil where there is none, and when it is damaged.
    private func square(at point: GridPoint) -> LimitSquare? {
        guard let number = squares.last(upTo: Morton.key(x: Int(point.x), y: Int(point.y))),
            let square = square(at: number), square.contains(point)
        else { return nil }
        return square
    }

    /// A square whose checksum is right; nil for any other.
    ///
    /// - Precondition: `number` is in 0..<squareCount.
    func square(at number: Int) -> LimitSquare? {
        squares.bytes(at: number).flatMap {
            LimitSquare(key: squares.key(at: number), bytes: $0, boundaryCount: boundaryCount)
        }
    }
}
