import Glibc

/// The polar stereographic projection of WGS 84.
///
/// J. P. Snyder, "Map Projections: A Working Manual" (1987), equations 15-9, 21-30, 21-31 and 21-33.
enum PolarStereographic {
    private static let eccentricity = Earth.eccentricitySquared.squareRoot()
    /// How far from the pole, in metres, what is projected from a unit of the conformal colatitude's half tangent lies.
    private static let unitInMeters =
        2 * Earth.equatorialRadiusInMeters
        / ((1 - Earth.eccentricitySquared).squareRoot() * exp(eccentricity * atanh(eccentricity)))

    /// Metres from the pole of the coordinate's own hemisphere, with the scale 1 there: east along the meridian of 90°, and
    /// "north" along that of 180° in the north, and of 0° in the south.
    static func project(_ coordinate: Coordinate) -> (east: Double, north: Double) {
        let latitude = coordinate.latitude.magnitude
        // Half the angle to the pole, which is exact where it is small.
        let halfTangent =
            tan(((90 - latitude) / 2).inRadians) * exp(eccentricity * atanh(eccentricity * sin(latitude.inRadians)))
        let distance = unitInMeters * halfTangent
        let (sine, cosine) = sineAndCosine(ofDegrees: coordinate.longitude)
        return (distance * sine, coordinate.latitude > 0 ? -distance * cosine : distance * cosine)
    }

    /// Exact at multiples of 90°, so that no rounding puts a meridian into the square beside it.
    private static func sineAndCosine(ofDegrees degrees: Double) -> (Double, Double) {
        let quarters = (degrees / 90).rounded()
        let rest = (degrees - 90 * quarters).inRadians
        let (sine, cosine) = (sin(rest), cos(rest))
        switch Int(quarters) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }
}
