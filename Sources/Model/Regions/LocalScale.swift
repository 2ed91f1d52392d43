import Glibc

/// How many metres a degree has, to the north and to the east, at one latitude of the ellipsoid.
///
/// With it a few kilometres round a point are a plane: a length of 10 km comes out right to 0.1 % below 50° of
/// latitude, and to 1 % below 80°. (The meridional and the transverse radius of curvature of WGS 84.)
package struct LocalScale: Sendable {
    package let metersPerDegreeNorth: Double
    /// 0 at a pole, never less.
    package let metersPerDegreeEast: Double

    package init(atLatitude latitude: Double) {
        let phi = latitude * .pi / 180
        let root = (1 - Earth.eccentricitySquared * sin(phi) * sin(phi)).squareRoot()
        let transverse = Earth.equatorialRadiusInMeters / root
        let meridional = transverse * (1 - Earth.eccentricitySquared) / (root * root)
        metersPerDegreeNorth = meridional * .pi / 180
        metersPerDegreeEast = max(0, transverse * cos(phi) * .pi / 180)
    }

    /// Metres to the east and to the north, for a point that lies this many degrees away.
    package func meters(east: Double, north: Double) -> SIMD2<Double> {
        SIMD2(east * metersPerDegreeEast, north * metersPerDegreeNorth)
    }
}

/// The difference of two longitudes, the short way round: in -180..<180.
package func shortWay(_ degrees: Double) -> Double {
    // Two longitudes are at most one turn apart, so no division is needed.
    degrees >= 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
}

extension SIMD2<Double> {
    package var length: Double { (self * self).sum().squareRoot() }
}
