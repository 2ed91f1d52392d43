import PlacemarkModel
import Varints

/// A house on its way into a file.
struct HouseRecord {
    let number: Int
    /// The text behind the digits, or the whole text when the number is 0.
    let text: [UInt8]
    var point: SIMD2<Int>
    let radiusInMeters: Int
    /// The number of its postal code; nil for none.
    let postalCode: UInt32?
    let isInterpolated: Bool

    init(_ house: HouseNumber, postalCode: UInt32?) {
        let digits = house.text.utf8.prefix { (0x30...0x39).contains($0) }
        let value = digits.first == 0x30 ? nil : Int(Substring(digits))
        if let value, value <= StreetsFormat.largestNumber {
            (number, text) = (value, Array(house.text.utf8.dropFirst(digits.count)))
        } else {
            (number, text) = (0, Array(house.text.utf8))
        }
        point = StreetChain.units(house.point)
        radiusInMeters = Int(min(max(house.radiusInMeters, 0), 1000).rounded())
        self.postalCode = postalCode
        isInterpolated = house.isInterpolated
    }
}

/// A piece of street on its way into a tile.
struct StreetPieceRecord {
    /// The houses of one side, in their order along the street, and the known numbers beyond both ends.
    struct Side {
        var houses: [HouseRecord] = []
        var before: StreetHouses.Beyond?
        var after: StreetHouses.Beyond?
    }

    var name: UInt32
    var kind: StreetKind
    var postalCode: UInt32?
    var column, row: Int
    /// In units from the south-western corner of the grid; none for houses that stand alone.
    var points: [SIMD2<Int>]
    /// Left and right; one for houses that stand alone.
    var sides: [Side]
    /// To the east and to the north.
    var metersPerUnit: SIMD2<Double>

    private var corner: SIMD2<Int> { SIMD2(column, row) &* StreetsFormat.tileSide }

    /// The piece as it is stored: its box, the number of its bytes, and these.
    var bytes: [UInt8] {
        var content: [UInt8] = []
        content.append(varint: UInt64(name))
        content.append(varint: UInt64(kind.rawValue))
        content.append(varint: postalCode.map { UInt64($0) + 1 } ?? 0)
        content.append(varint: UInt64(points.count))
        var last = corner
        for point in points {
            content.append(step: point &- last)
            last = point
        }
        let first = points.first ?? corner
        for side in sides { append(side, first: first, to: &content) }
        var bytes = box
        bytes.append(varint: UInt64(content.count))
        return bytes + content
    }

    private func append(_ side: Side, first: SIMD2<Int>, to content: inout [UInt8]) {
        let ends = (side.before == nil ? 0 : 1) | (side.after == nil ? 0 : 2)
        content.append(varint: UInt64(side.houses.count << 2 | ends))
        for beyond in [side.before, side.after].compactMap({ $0 }) {
            content.append(varint: UInt64(beyond.number))
            content.append(varint: UInt64(beyond.distanceInMeters.rounded()))
        }
        var last = (number: 0, point: first)
        for house in side.houses {
            var extras: HouseExtras = house.isInterpolated ? .isInterpolated : []
            if !house.text.isEmpty { extras.insert(.text) }
            if house.radiusInMeters > 0 { extras.insert(.radius) }
            let code = house.postalCode == postalCode ? nil : house.postalCode
            if code != nil { extras.insert(.postalCode) }
            content.append(zigzag: (house.number - last.number) << 1 | (extras.isEmpty ? 0 : 1))
            if !extras.isEmpty { content.append(varint: UInt64(extras.rawValue)) }
            content.append(step: house.point &- last.point)
            if extras.contains(.text) {
                content.append(varint: UInt64(house.text.count))
                content += house.text
            }
            if extras.contains(.radius) { content.append(varint: UInt64(house.radiusInMeters)) }
            if let code { content.append(varint: UInt64(code)) }
            last = (house.number, house.point)
        }
    }

    /// `StreetBox` round the middle and round the houses, with their walls.
    private var box: [UInt8] {
        var (low, high) = (SIMD2(repeating: Int.max), SIMD2(repeating: Int.min))
        func include(_ point: SIMD2<Int>, _ reach: SIMD2<Int>) {
            low = pointwiseMin(low, point &- corner &- reach)
            high = pointwiseMax(high, point &- corner &+ reach)
        }
        for point in points { include(point, SIMD2(0, 0)) }
        for house in sides.lazy.flatMap(\.houses) {
            let reach = (SIMD2(repeating: Double(house.radiusInMeters)) / metersPerUnit).rounded(.up)
            include(house.point, SIMD2(Int(reach.x), Int(reach.y)))
        }
        return [low.x, low.y, high.x, high.y].map(StreetBox.cell(of:))
    }
}

extension [UInt8] {
    fileprivate mutating func append(step: SIMD2<Int>) {
        append(zigzag: step.x)
        append(zigzag: step.y)
    }
}
