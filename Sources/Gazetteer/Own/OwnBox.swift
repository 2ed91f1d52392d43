import PlacemarkCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A rectangle of longitudes and latitudes that does not cross the antimeridian, in units, its edges included.
struct OwnBox: Hashable {
    var west: Int32
    var south: Int32
    var east: Int32
    var north: Int32

    init(west: Int32, south: Int32, east: Int32, north: Int32) {
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    /// All longitudes and latitudes.
    static let earth = OwnBox(
        west: Int32(-OwnFormat.halfTurn), south: Int32(-OwnFormat.halfTurn / 2), east: Int32(OwnFormat.halfTurn),
        north: Int32(OwnFormat.halfTurn / 2))

    /// The smallest box round both.
    func union(_ other: OwnBox) -> OwnBox {
        OwnBox(
            west: min(west, other.west), south: min(south, other.south), east: max(east, other.east),
            north: max(north, other.north))
    }

    /// One box, or two when it crosses the antimeridian. `west` is in −halfTurn..<halfTurn, and `east` not below it.
    static func boxes(west: Int64, east: Int64, south: Int32, north: Int32) -> [OwnBox] {
        let half = OwnFormat.halfTurn
        let box = OwnBox(west: Int32(west), south: south, east: Int32(min(east, half)), north: north)
        guard east > half else { return [box] }
        let rest = min(east - OwnFormat.fullTurn, half)
        return [box, OwnBox(west: Int32(-half), south: south, east: Int32(rest), north: north)]
    }

    /// The boxes round a circle on the ellipsoid, a hundredth too large rather than too small.
    static func boxes(center: Coordinate, radiusInMeters: Double) -> [OwnBox] {
        // The smallest radius of curvature of the ellipsoid, along the meridian at the equator: a (1 − e²).
        let smallestRadius = Earth.equatorialRadiusInMeters * (1 - Earth.flattening) * (1 - Earth.flattening)
        let angle = radiusInMeters / smallestRadius * 1.01
        let inDegrees = angle * 180 / .pi
        func units(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Int64 {
            Int64((degrees * OwnFormat.unitsPerDegree).rounded(rule))
        }
        let south = Int32(units(max(-90, center.latitude - inDegrees), .down))
        let north = Int32(units(min(90, center.latitude + inDegrees), .up))
        guard abs(center.latitude) + inDegrees < 90 else {
            return [OwnBox(west: earth.west, south: south, east: earth.east, north: north)]
        }
        // The meridian that touches a circle of this angle: asin(sin δ / cos φ).
        let width = min(180, asin(min(1, sin(angle) / cos(center.latitude * .pi / 180))) * 180 / .pi + 1e-6)
        var west = units(center.longitude - width, .down)
        var east = units(center.longitude + width, .up)
        if west < -OwnFormat.halfTurn { (west, east) = (west + OwnFormat.fullTurn, east + OwnFormat.fullTurn) }
        return boxes(west: west, east: east, south: south, north: north)
    }
}
