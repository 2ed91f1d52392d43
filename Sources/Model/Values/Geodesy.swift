import Glibc

/// The shape of the earth, as far as this project needs it.
public enum Earth {
    /// Semi-major axis of the WGS 84 ellipsoid.
    public static let equatorialRadiusInMeters = 6_378_137.0
    /// Flattening of the WGS 84 ellipsoid.
    public static let flattening = 1 / 298.257223563
    /// The square of the ellipsoid's first eccentricity.
    public static let eccentricitySquared = flattening * (2 - flattening)
    /// Mean radius (IUGG R1), for formulas on a sphere.
    public static let meanRadiusInMeters = 6_371_008.8

    /// The radius of curvature in the prime vertical: from the surface along the plumb line to the axis.
    ///
    /// - Parameter sine: of the latitude.
    package static func transverseRadiusInMeters(atSineOfLatitude sine: Double) -> Double {
        equatorialRadiusInMeters / (1 - eccentricitySquared * sine * sine).squareRoot()
    }
}

extension Coordinate {
    /// The distance along the ellipsoid's surface, in metres, right to 0.5 % anywhere on earth and far better at
    /// the distances that decisions are taken on.
    ///
    /// Lambert's formula for long lines (W. D. Lambert, 1942): the great circle between the reduced latitudes, and
    /// a first-order correction for the flattening. It has no singular direction: it works across the antimeridian,
    /// at the poles, and between antipodes, where the geodesic itself is not unique and the error is the largest
    /// (0.2 %).
    public func distance(to other: Coordinate) -> Double {
        let beta1 = atan((1 - Earth.flattening) * tan(latitude.inRadians))
        let beta2 = atan((1 - Earth.flattening) * tan(other.latitude.inRadians))
        let halfLongitude = (other.longitude - longitude).inRadians / 2
        let mean = (beta1 + beta2) / 2
        let halfDifference = (beta2 - beta1) / 2

        let (sinMean, cosMean) = (sin(mean), cos(mean))
        let (sinHalf, cosHalf) = (sin(halfDifference), cos(halfDifference))
        let (sinLongitude, cosLongitude) = (sin(halfLongitude), cos(halfLongitude))
        // The squares of sine and cosine of half the central angle; both as sums, so that neither cancels.
        let sinSquared =
            sinHalf * sinHalf * cosLongitude * cosLongitude + cosMean * cosMean * sinLongitude * sinLongitude
        let cosSquared =
            cosHalf * cosHalf * cosLongitude * cosLongitude + sinMean * sinMean * sinLongitude * sinLongitude
        let angle = 2 * atan2(sinSquared.squareRoot(), cosSquared.squareRoot())
        let sinAngle = sin(angle)

        var correction = 0.0
        if sinSquared > 0 {
            correction += (angle + sinAngle) * (cosMean * sinHalf) * (cosMean * sinHalf) / sinSquared
        }
        if cosSquared > 0 {
            correction += (angle - sinAngle) * (sinMean * cosHalf) * (sinMean * cosHalf) / cosSquared
        }
        return Earth.equatorialRadiusInMeters * (angle - Earth.flattening / 2 * correction)
    }

    /// The direction in which the great circle to `other` starts, in degrees clockwise from true north, 0..<360.
    public func bearing(to other: Coordinate) -> Double {
        let (latitude1, latitude2) = (latitude.inRadians, other.latitude.inRadians)
        let difference = (other.longitude - longitude).inRadians
        let cosLatitude2 = cos(latitude2)
        let east = sin(difference) * cosLatitude2
        let north = cos(latitude1) * sin(latitude2) - sin(latitude1) * cosLatitude2 * cos(difference)
        let degrees = atan2(east, north) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }

    /// The point at a distance in this direction (degrees clockwise from north), right to a part in a hundred for distances
    /// up to some kilometres; less so within as much of a pole.
    public func moved(byMeters meters: Double, bearing: Double) -> Coordinate {
        // A degree of latitude, as on the sphere of the same surface.
        let metersPerDegree = 111_195.0
        let angle = bearing.inRadians
        let parallel = max(cos(latitude.inRadians), 1e-6)
        return Coordinate(
            clampingLatitude: latitude + meters * cos(angle) / metersPerDegree,
            wrappingLongitude: longitude + meters * sin(angle) / (metersPerDegree * parallel))
    }

    /// The point at `fraction` (0…1) of the great circle from here to `other`.
    public func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
        let (x1, y1, z1) = unitVector
        let (x2, y2, z2) = other.unitVector
        let angle = atan2(
            ((y1 * z2 - z1 * y2) * (y1 * z2 - z1 * y2) + (z1 * x2 - x1 * z2) * (z1 * x2 - x1 * z2)
                + (x1 * y2 - y1 * x2) * (x1 * y2 - y1 * x2)).squareRoot(),
            x1 * x2 + y1 * y2 + z1 * z2)
        // Antipodes have no great circle of their own, and equal points need none.
        guard sin(angle) > 1e-12 else { return fraction < 0.5 ? self : other }
        let (a, b) = (sin((1 - fraction) * angle) / sin(angle), sin(fraction * angle) / sin(angle))
        return Coordinate(x: a * x1 + b * x2, y: a * y1 + b * y2, z: a * z1 + b * z2)
    }

    /// The point on the unit sphere at these angles: x towards 0° E, y towards 90° E, z towards the north pole.
    public var unitVector: (x: Double, y: Double, z: Double) {
        let (phi, lambda) = (latitude.inRadians, longitude.inRadians)
        let cosPhi = cos(phi)
        return (cosPhi * cos(lambda), cosPhi * sin(lambda), sin(phi))
    }

    /// The coordinate in the direction of a vector of any length but 0.
    public init(x: Double, y: Double, z: Double) {
        let latitude = atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi
        self.init(clampingLatitude: latitude, wrappingLongitude: atan2(y, x) * 180 / .pi)
    }
}

extension Double {
    var inRadians: Double { self * .pi / 180 }
}
