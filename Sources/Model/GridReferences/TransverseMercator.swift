import Glibc

/// The transverse Mercator projection of WGS 84, by Krüger's series in the third flattening, to its sixth power: right to
/// some nanometres within 3,900 km of the central meridian.
///
/// C. F. F. Karney, "Transverse Mercator with an accuracy of a few nanometers", J. Geodesy 85 (2011), equations 7 to 14 and
/// 35.
enum TransverseMercator {
    /// The third flattening.
    private static let n = Earth.flattening / (2 - Earth.flattening)
    private static let eccentricity = Earth.eccentricitySquared.squareRoot()
    /// A quarter of a meridian, divided by π/2.
    private static let rectifyingRadiusInMeters =
        Earth.equatorialRadiusInMeters / (1 + n) * polynomial([1, 0, 1 / 4, 0, 1 / 64, 0, 1 / 256])
    /// α₁ to α₆: how the conformal sphere differs from the rectifying one.
    private static let alpha: [Double] = [
        polynomial([0, 1 / 2, -2 / 3, 5 / 16, 41 / 180, -127 / 288, 7891 / 37_800]),
        polynomial([0, 0, 13 / 48, -3 / 5, 557 / 1440, 281 / 630, -1_983_433 / 1_935_360]),
        polynomial([0, 0, 0, 61 / 240, -103 / 140, 15_061 / 26_880, 167_603 / 181_440]),
        polynomial([0, 0, 0, 0, 49_561 / 161_280, -179 / 168, 6_601_661 / 7_257_600]),
        polynomial([0, 0, 0, 0, 0, 34_729 / 80_640, -3_418_889 / 1_995_840]),
        polynomial([0, 0, 0, 0, 0, 0, 212_378_941 / 319_334_400]),
    ]

    /// Metres east of the central meridian and north of the equator, with the scale 1 on that meridian.
    ///
    /// - Parameters:
    ///   - latitude: degrees, less than 90 from the equator.
    ///   - longitude: degrees east of the central meridian, less than 90.
    static func project(latitude: Double, longitude: Double) -> (east: Double, north: Double) {
        let (phi, lambda) = (latitude.inRadians, longitude.inRadians)
        // The tangent of the conformal latitude.
        let tangent = sinh(asinh(tan(phi)) - eccentricity * atanh(eccentricity * sin(phi)))
        let xi = atan2(tangent, cos(lambda))
        let eta = asinh(sin(lambda) / hypot(tangent, cos(lambda)))
        var (east, north) = (eta, xi)
        for (index, factor) in alpha.enumerated() {
            let multiple = 2 * Double(index + 1)
            east += factor * cos(multiple * xi) * sinh(multiple * eta)
            north += factor * sin(multiple * xi) * cosh(multiple * eta)
        }
        return (rectifyingRadiusInMeters * east, rectifyingRadiusInMeters * north)
    }

    /// Of the third flattening, with the constant first.
    private static func polynomial(_ coefficients: [Double]) -> Double {
        coefficients.reversed().reduce(0) { $0 * n + $1 }
    }
}
