import Glibc

/// All points between two latitudes, and from one longitude to the east as far as another. It may lie across the
/// antimeridian, or round the whole earth.
package struct GeoBox: Hashable, Sendable {
    /// -90…90.
    package var south: Double
    /// -90…90.
    package var north: Double
    /// -180…180.
    package var west: Double
    /// Degrees from the west side to the east side, 0…360.
    package var width: Double

    /// The box between two corners. A width of 360 or more is the whole circle.
    package init(south: Double, north: Double, west: Double, width: Double) {
        self.south = max(-90, south)
        self.north = min(90, north)
        self.west = width >= 360 ? -180 : west.remainder(dividingBy: 360)
        self.width = min(360, max(0, width))
    }

    /// The smallest box round a line from one point to another, the short way.
    package init(from start: Coordinate, to end: Coordinate) {
        let difference = shortWay(end.longitude - start.longitude)
        self.init(
            south: min(start.latitude, end.latitude), north: max(start.latitude, end.latitude),
            west: difference < 0 ? end.longitude : start.longitude, width: abs(difference))
    }

    /// A box with room for a circle, and hardly more.
    package init(center: Coordinate, radiusInMeters: Double) {
        self.init(from: center, to: center)
        self = extended(byMeters: radiusInMeters)
    }

    /// The box with at least so many metres more on each side.
    package func extended(byMeters meters: Double) -> GeoBox {
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
}

extension GeoBox {
    /// The smallest box round a ring whose sides take the short way and do not lead round a pole.
    package init(around ring: [Coordinate]) {
        var (low, high, longitude) = (0.0, 0.0, 0.0)
        var west = ring.first?.longitude ?? 0
        for (start, end) in zip(ring, ring.dropFirst()) {
            longitude += shortWay(end.longitude - start.longitude)
            if longitude < low { (low, west) = (longitude, end.longitude) }
            high = max(high, longitude)
        }
        let latitudes = ring.map(\.latitude)
        self.init(south: latitudes.min() ?? 0, north: latitudes.max() ?? 0, west: west, width: high - low)
    }
}
