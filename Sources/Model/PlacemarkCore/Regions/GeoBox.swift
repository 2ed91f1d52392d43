import Glibc

/// All points between two latitudes, and from one longitude to the east as far as another. It may lie across the
/// antimeridian, or round the whole earth.
struct GeoBox: Hashable, Sendable {
    /// -90…90.
    var south: Double
    /// -90…90.
    var north: Double
    /// -180…180.
    var west: Double
    /// Degrees from the west side to the east side, 0…360.
    var width: Double

    /// The box between two corners. A width of 360 or more is the whole circle.
    init(south: Double, north: Double, west: Double, width: Double) {
        self.south = max(-90, south)
        self.north = min(90, north)
        self.west = width >= 360 ? -180 : west.remainder(dividingBy: 360)
        self.width = min(360, max(0, width))
    }

    /// The smallest box round a line from one point to another, the short way.
    init(from start: Coordinate, to end: Coordinate) {
        let difference = shortWay(end.longitude - start.longitude)
        self.init(
            south: min(start.latitude, end.latitude), north: max(start.latitude, end.latitude),
            west: difference < 0 ? end.longitude : start.longitude, width: abs(difference))
    }

    /// A box with room for a circle, and hardly more.
    init(center: Coordinate, radiusInMeters: Double) {
        self.init(from: center, to: center)
        self = extended(byMeters: radiusInMeters)
    }

    /// The box with at least so many metres more on each side.
    func extended(byMeters meters: Double) -> GeoBox {
        // The smallest radius of curvature of the ellipsoid is 6,335,439 m; 1 % is for what a sphere gets wrong.
        let angle = meters / 6_335_439 * 1.01
        let degrees = angle * 180 / .pi
        let farthest = max(abs(south), abs(north)) + degrees
        // Whatever holds a pole holds all longitudes. Close to one they run together as well.
        guard farthest < 89.9 else {
            return GeoBox(south: south - degrees, north: north + degrees, west: -180, width: 360)
        }
        let east = asin(min(1, sin(angle) / cos((farthest - degrees) * .pi / 180))) * 180 / .pi
        return GeoBox(south: south - degrees, north: north + degrees, west: west - east, width: width + 2 * east)
    }

    /// One or two boxes that do not lie across the antimeridian, in the form that `FlatBox` compares.
    var flat: (FlatBox, FlatBox?) {
        let east = west + width
        guard east > 180 else { return (FlatBox(south, west, north, east), nil) }
        return (FlatBox(south, west, north, 180), FlatBox(south, -180, north, east - 360))
    }
}

/// A box between two latitudes and two longitudes, in degrees, ready to be compared in one step.
struct FlatBox: Hashable, Sendable {
    /// South, west, and north and east with their signs turned round: the smaller each, the larger the box.
    private var sides: SIMD4<Double>

    init(_ south: Double, _ west: Double, _ north: Double, _ east: Double) {
        sides = SIMD4(south, west, -north, -east)
    }

    /// The middle, as longitude and latitude.
    var middle: SIMD2<Double> { SIMD2((sides[1] - sides[3]) / 2, (sides[0] - sides[2]) / 2) }

    /// Whether the boxes have a point in common.
    func touches(_ other: FlatBox) -> Bool {
        let opposite = SIMD4(-other.sides[2], -other.sides[3], -other.sides[0], -other.sides[1])
        return all(sides .<= opposite)
    }

    /// The smallest box that holds both.
    func union(_ other: FlatBox) -> FlatBox {
        var box = self
        box.sides = pointwiseMin(sides, other.sides)
        return box
    }
}
