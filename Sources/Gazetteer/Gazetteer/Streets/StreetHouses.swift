import PlacemarkModel
import Varints

/// On which side of a street a house stands, seen along its middle as it is stored.
enum StreetSide: Int, CaseIterable { case left, right }

/// A house with its number, as it is stored.
struct StoredHouse {
    /// The digits that the number begins with; 0 for none.
    var number: Int
    /// The text behind the digits, or the whole text when the number is 0: where it lies.
    var text: UnsafeRawBufferPointer?
    /// In units from the tile's corner.
    var point: SIMD2<Double>
    var radiusInMeters: Double
    /// The number of its own postal code; nil when it is the piece's.
    var postalCode: Int?
    var isInterpolated: Bool

    /// `12a`
    var label: String {
        let digits = number > 0 ? String(number) : ""
        return digits + (text.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
}

/// The houses of a piece of street, one after the other: those on the left, in the order along the middle, then those on
/// the right. Without a middle all are on the left.
struct StreetHouses {
    private let bytes: UnsafeRawBufferPointer
    private var reader: VarintReader
    private let first: SIMD2<Int>
    private var sides: ArraySlice<StreetSide>
    /// The side of the house that came last.
    private(set) var side: StreetSide = .left
    private var left = 0
    private var last: (number: Int, point: SIMD2<Int>)
    /// The numbers beyond both ends of this side of the piece, where a tile cuts the street.
    private(set) var before: Beyond?
    private(set) var after: Beyond?

    /// A known number beyond an end of the piece.
    struct Beyond {
        var number: Int
        /// Along the street, from the piece's end.
        var distanceInMeters: Double
    }

    /// - Parameters:
    ///   - bytes: The piece.
    ///   - reader: Stands where the houses begin.
    ///   - first: The first point of the middle; 0, 0 without one.
    init(_ bytes: UnsafeRawBufferPointer, _ reader: VarintReader, first: SIMD2<Int>, hasMiddle: Bool) {
        (self.bytes, self.reader, self.first) = (bytes, reader, first)
        sides = hasMiddle ? [.left, .right] : [.left]
        last = (0, first)
    }

    /// Goes to the next side, whose houses `next()` gives from then on; false after the last one. To be called once all
    /// houses of the side before have been read.
    @inline(__always)
    mutating func nextSide() -> Bool {
        guard let side = sides.popFirst(), let count = reader.nextCount(atMost: bytes.count << 2) else { return false }
        self.side = side
        left = count >> 2
        before = count & 1 == 0 ? nil : nextBeyond()
        after = count & 2 == 0 ? nil : nextBeyond()
        last = (0, first)
        return !reader.isExhausted
    }

    /// Whether all that is announced has been read, to the last byte.
    var isWhole: Bool { sides.isEmpty && left == 0 && !reader.isExhausted && reader.offset == bytes.count }

    private mutating func nextBeyond() -> Beyond {
        Beyond(
            number: reader.nextCount(atMost: StreetsFormat.largestNumber) ?? 0,
            distanceInMeters: Double(reader.nextCount(atMost: 1 << 20) ?? 1 << 20))
    }

    /// The next house of this side; nil when there is no further one, and when the piece is damaged.
    @inline(__always)
    mutating func next() -> StoredHouse? {
        guard left > 0, !reader.isExhausted else { return nil }
        left -= 1
        let head = reader.nextZigzag()
        let hasExtras = head & 1 != 0
        let extras = hasExtras ? HouseExtras(rawValue: UInt8(truncatingIfNeeded: reader.next())) : []
        last.number = last.number &+ head >> 1
        last.point = last.point &+ SIMD2(reader.nextZigzag(), reader.nextZigzag())
        var house = StoredHouse(
            number: last.number, text: nil, point: SIMD2(Double(last.point.x), Double(last.point.y)), radiusInMeters: 0,
            postalCode: nil, isInterpolated: extras.contains(.isInterpolated))
        if extras.contains(.text) {
            let count = reader.nextCount(atMost: StreetsFormat.longestNameByteCount) ?? 0
            house.text = reader.nextBytes(count: count).map { UnsafeRawBufferPointer(rebasing: $0) }
        }
        if extras.contains(.radius) { house.radiusInMeters = Double(reader.nextCount(atMost: 1 << 16) ?? 0) }
        if extras.contains(.postalCode) { house.postalCode = reader.nextCount(atMost: StreetsFormat.largestNameCount) }
        guard !reader.isExhausted, (0...StreetsFormat.largestNumber).contains(last.number) else {
            return nil
        }
        return house
    }
}
