import PlacemarkModel
import Testing

@testable import Gazetteer

/// A layer in memory that lives as long as this object.
final class CustomPlacesInMemory {
    let bytes: UnsafeMutableRawBufferPointer
    let places: CustomPlacesLayer

    init(_ features: [CustomPlace]) throws {
        let layer = CustomPlacesWriter.bytes(of: features)
        bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: layer.count, alignment: 4096)
        bytes.copyBytes(from: layer)
        places = try #require(CustomPlacesLayer(bytes: UnsafeRawBufferPointer(bytes)))
    }

    deinit { bytes.deallocate() }

    func names(at coordinate: Coordinate) -> [String] {
        places.features(containing: coordinate).compactMap { places.feature(at: Int($0))?.name }
    }

    func placemark(at coordinate: Coordinate, of world: Placemark = Placemark(geocoder: "test")) -> Placemark {
        var placemark = world
        places.apply(to: &placemark, at: coordinate)
        return placemark
    }
}

/// A star round a centre, its vertices east of each other by less than 180°, and perhaps a hole of the same form.
struct Star {
    private(set) var rings: [[(x: Int64, y: Int64)]] = []
    /// Spares the exact arithmetic where it cannot matter: it is slow in debug builds.
    private let latitudes: ClosedRange<Int64>

    init(_ center: Coordinate, size: Double, hasHole: Bool, using generator: inout SeededRandom) {
        let units = CustomPlacesFormat.unitsPerDegree
        let (x, y) = (center.longitude * units, center.latitude * units)
        let count = Int.random(in: 3...12, using: &generator)
        let spikes = (0..<count).map { _ in Double.random(in: 0.3...1, using: &generator) * size * units }
        for scale in hasHole ? [1, 0.4] : [1] {
            rings.append(
                (0..<count).map { index in
                    // A rational circle: the tests need no sine.
                    let t = Double(index % 2 == 0 ? index : -index) / Double(count) * 3
                    let (dx, dy) = ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))
                    let latitude = y + spikes[index] * scale * dy
                    return (
                        Int64(x + spikes[index] * scale * dx),
                        Int64(min(900_000_000, max(-900_000_000, latitude)))
                    )
                })
        }
        let all = rings.joined().map(\.y)
        latitudes = (all.min() ?? 0)...(all.max() ?? 0)
    }

    /// Nil when the rounding made a ring without an area.
    func polygon() -> CustomPolygon? {
        try? CustomPolygon(
            rings: rings.map { ring in
                (ring + [ring[0]]).map { Coordinate(Double($0.y) / 1e7, Double($0.x) / 1e7) }
            })
    }

    /// The winding of each ring by exact arithmetic, on each copy of the plane.
    func contains(_ coordinate: Coordinate) -> Bool {
        let point = CustomPoint(coordinate)
        guard latitudes.contains(Int64(point.latitude)) else { return false }
        return ([-1, 0, 1] as [Int128]).contains { turn in
            let (x, y) = (Int128(point.longitude) + turn * 3_600_000_000, Int128(point.latitude))
            var isInside = false
            for ring in rings {
                for (index, a) in ring.enumerated() {
                    let b = ring[(index + 1) % ring.count]
                    let (ax, ay, bx, by) = (Int128(a.x), Int128(a.y), Int128(b.x), Int128(b.y))
                    let side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
                    let dot = (x - ax) * (x - bx) + (y - ay) * (y - by)
                    if side == 0 && dot <= 0 { return true }
                    if ay <= y, by > y, side > 0 { isInside.toggle() }
                    if by <= y, ay > y, side < 0 { isInside.toggle() }
                }
            }
            return isInside
        }
    }
}

enum Truth {
    case circle(Coordinate, Double)
    case stars([Star])

    func contains(_ coordinate: Coordinate) -> Bool {
        switch self {
        case .circle(let center, let radius): coordinate.distance(to: center) <= radius
        case .stars(let stars): stars.contains { $0.contains(coordinate) }
        }
    }
}
