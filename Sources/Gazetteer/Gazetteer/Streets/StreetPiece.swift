import PlacemarkModel
import Varints

/// A piece of a street in one tile: its middle, and the houses on both sides of it. Or, without a middle, houses that
/// stand alone: those of a place, and those far away from their street.
///
/// Every number is checked when it is used. A damaged piece has fewer points or houses, or none.
struct StreetPiece {
    /// The number of its name.
    let name: Int
    let kind: StreetKind
    /// The number of the postal code of most of its houses; nil for none.
    let postalCode: Int?
    /// How many points its middle has: 0, or 2 and more.
    let vertexCount: Int
    private let bytes: UnsafeRawBufferPointer
    private let geometry: VarintReader

    /// Returns nil when it is damaged.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = VarintReader(bytes)
        guard let name = reader.nextCount(atMost: StreetsFormat.largestNameCount),
            let kind = reader.nextCount(atMost: Int(UInt8.max)).flatMap({ StreetKind(rawValue: UInt8($0)) }),
            let code = reader.nextCount(atMost: StreetsFormat.largestNameCount),
            let vertexCount = reader.nextCount(atMost: bytes.count), vertexCount != 1
        else { return nil }
        (self.name, self.kind, self.vertexCount) = (name, kind, vertexCount)
        postalCode = code == 0 ? nil : code - 1
        (self.bytes, geometry) = (bytes, reader)
    }

    /// Calls `body` with each point of the middle, in units from the tile's corner. Returns where the houses begin, and the
    /// first point (0, 0 for none); nil when the piece is damaged.
    @inline(__always)
    private func forEachVertex(_ body: (SIMD2<Double>) -> Void) -> (houses: VarintReader, first: SIMD2<Int>)? {
        var reader = geometry
        var point = SIMD2(0, 0)
        var first = point
        for number in 0..<vertexCount {
            point = point &+ SIMD2(reader.nextZigzag(), reader.nextZigzag())
            guard Self.isNear(point) else { return nil }
            if number == 0 { first = point }
            body(SIMD2(Double(point.x), Double(point.y)))
        }
        return reader.isExhausted ? nil : (reader, first)
    }

    /// Whether a coordinate can belong to a tile. Houses of a tile may lie outside it, but not far.
    @inline(__always)
    private static func isNear(_ point: SIMD2<Int>) -> Bool {
        let reach = 1 << 24
        return (-reach...reach).contains(point.x) && (-reach...reach).contains(point.y)
    }

    /// The middle, in units from the tile's corner. Empty for houses that stand alone, and when it is damaged.
    var vertices: [SIMD2<Double>] {
        var vertices: [SIMD2<Double>] = []
        vertices.reserveCapacity(vertexCount)
        return forEachVertex { vertices.append($0) } == nil ? [] : vertices
    }

    /// The point of the middle that is nearest, its squared distance in metres, and where the road leads there (metres
    /// to the east and to the north). Nil without a middle.
    @inline(__always)
    func nearest(
        to point: SIMD2<Double>, metersPerUnit: SIMD2<Double>
    ) -> (squaredMeters: Double, direction: SIMD2<Double>, houses: StreetHouses)? {
        var nearest = (squaredMeters: Double.infinity, direction: SIMD2(0.0, 0))
        var last: SIMD2<Double>?
        let read = forEachVertex { vertex in
            let vertex = (vertex - point) * metersPerUnit
            if let last {
                let edge = PlaneEdge(from: last, to: vertex)
                let foot = edge.from + edge.way * edge.shareNearestToOrigin
                let squared = (foot * foot).sum()
                if squared < nearest.squaredMeters { nearest = (squared, edge.way) }
            }
            last = vertex
        }
        guard let read else { return nil }
        let houses = StreetHouses(bytes, read.houses, first: read.first, hasMiddle: vertexCount > 0)
        return (nearest.squaredMeters, nearest.direction, houses)
    }

    /// Its houses.
    var houses: StreetHouses? {
        forEachVertex { _ in }.map { StreetHouses(bytes, $0.houses, first: $0.first, hasMiddle: vertexCount > 0) }
    }
}

/// An edge on a plane, in metres.
struct PlaneEdge {
    let from: SIMD2<Double>
    /// From its beginning to its end.
    let way: SIMD2<Double>

    @inline(__always)
    init(from: SIMD2<Double>, to: SIMD2<Double>) { (self.from, way) = (from, to - from) }

    /// The point that is nearest to the origin, as a share of the edge from its beginning, 0…1.
    @inline(__always)
    var shareNearestToOrigin: Double {
        let squared = (way * way).sum()
        return squared > 0 ? min(1, max(0, -(from * way).sum() / squared)) : 0
    }
}
