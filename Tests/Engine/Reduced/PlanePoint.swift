@testable import PlacemarkModel

/// A point of a plane, or a way on it, in metres. Written out, because SIMD is slow where nothing is optimized.
struct PlanePoint: Hashable {
    var north: Double
    var east: Double

    static func + (one: PlanePoint, other: PlanePoint) -> PlanePoint {
        PlanePoint(north: one.north + other.north, east: one.east + other.east)
    }
    static func - (one: PlanePoint, other: PlanePoint) -> PlanePoint {
        PlanePoint(north: one.north - other.north, east: one.east - other.east)
    }
    static func * (factor: Double, point: PlanePoint) -> PlanePoint {
        PlanePoint(north: factor * point.north, east: factor * point.east)
    }

    var length: Double { (north * north + east * east).squareRoot() }

    /// Anywhere in a square around zero.
    static func random(within half: Double, using random: inout SeededRandom) -> PlanePoint {
        PlanePoint(north: .random(in: -half...half, using: &random), east: .random(in: -half...half, using: &random))
    }
}

/// The earth around a point as a plane.
struct Plane {
    let origin: Coordinate
    private let scale: LocalScale

    init(around origin: Coordinate) {
        self.origin = origin
        scale = LocalScale(atLatitude: origin.latitude)
    }

    func coordinate(of point: PlanePoint) -> Coordinate {
        Coordinate(
            clampingLatitude: origin.latitude + point.north / scale.metersPerDegreeNorth,
            wrappingLongitude: origin.longitude + point.east / scale.metersPerDegreeEast)
    }

    func point(at coordinate: Coordinate) -> PlanePoint {
        PlanePoint(
            north: (coordinate.latitude - origin.latitude) * scale.metersPerDegreeNorth,
            east: shortWay(coordinate.longitude - origin.longitude) * scale.metersPerDegreeEast)
    }
}
