import PlacemarkModel

import Glibc

/// A rectangle of longitudes and latitudes that does not cross the antimeridian, in units, its edges included.
struct CustomBox: Hashable {
    var west: Int32
    var south: Int32
    var east: Int32
    var north: Int32

    init(west: Int32, south: Int32, east: Int32, north: Int32) {
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    /// All longitudes and latitudes.
    static let earth = CustomBox(
        west: Int32(-CustomPlacesFormat.halfTurn), south: Int32(-CustomPlacesFormat.halfTurn / 2),
        east: Int32(CustomPlacesFormat.halfTurn),
        north: Int32(CustomPlacesFormat.halfTurn / 2))

    /// The smallest box round both.
    func union(_ other: CustomBox) -> CustomBox {
        CustomBox(
            west: min(west, other.west), south: min(south, other.south), east: max(east, other.east),
            north: max(north, other.north))
    }

    /// One box, or two when it crosses the antimeridian. `west` is in −halfTurn..<halfTurn, and `east` not below it.
    static func boxes(west: Int64, east: Int64, south: Int32, north: Int32) -> [CustomBox] {
        let half = CustomPlacesFormat.halfTurn
        let box = CustomBox(west: Int32(west), south: south, east: Int32(min(east, half)), north: north)
        guard east > half else { return [box] }
        let rest = min(east - CustomPlacesFormat.fullTurn, half)
        return [box, CustomBox(west: Int32(-half), south: south, east: Int32(rest), north: north)]
    }

    /// The boxes round a circle on the ellipsoid, a hundredth too large rather than too small.
    static func boxes(center: Coordinate, radiusInMeters: Double) -> [CustomBox] {
        // The smallest radius of curvature of the ellipsoid, along the meridian at the equator: a (1 − e²).
        let smallestRadius = Earth.equatorialRadiusInMeters * (1 - Earth.flattening) * (1 - Earth.flattening)
        let angle = radiusInMeters / smallestRadius * 1.01
        let inDegrees = angle * 180 / .pi
        func units(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Int64 {
            Int64((degrees * CustomPlacesFormat.unitsPerDegree).rounded(rule))
        }
        let south = Int32(units(max(-90, center.latitude - inDegrees), .down))
        let north = Int32(units(min(90, center.latitude + inDegrees), .up))
        guard abs(center.latitude) + inDegrees < 90 else {
            return [CustomBox(west: earth.west, south: south, east: earth.east, north: north)]
        }
        // The meridian that touches a circle of this angle: asin(sin δ / cos φ).
        let width = min(180, asin(min(1, sin(angle) / cos(center.latitude * .pi / 180))) * 180 / .pi + 1e-6)
        var west = units(center.longitude - width, .down)
        var east = units(center.longitude + width, .up)
        if west < -CustomPlacesFormat.halfTurn {
            (west, east) = (west + CustomPlacesFormat.fullTurn, east + CustomPlacesFormat.fullTurn)
        }
        return boxes(west: west, east: east, south: south, north: north)
    }
}
