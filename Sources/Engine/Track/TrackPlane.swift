import PlacemarkModel
import Glibc

/// The plane that touches the WGS 84 ellipsoid at a point, with metres to the east and to the north.
///
/// It is made of geocentric coordinates, so it has no seam at the antimeridian and no hole at the poles. Within 5 km of
/// its origin, lengths in it are right to a millimetre, and straight lines are the ways over the ground.
struct TrackPlane: Sendable {
    let origin: Coordinate
    private let center: SIMD3<Double>
    private let east: SIMD3<Double>
    private let north: SIMD3<Double>

    init(at origin: Coordinate) {
        self.origin = origin
        center = Self.geocentric(origin)
        let (phi, lambda) = (origin.latitude * .pi / 180, origin.longitude * .pi / 180)
        east = SIMD3(-sin(lambda), cos(lambda), 0)
        north = SIMD3(-sin(phi) * cos(lambda), -sin(phi) * sin(lambda), cos(phi))
    }

    /// Metres to the east (`x`) and to the north (`y`) of the origin.
    func offset(of coordinate: Coordinate) -> SIMD2<Double> {
        let difference = Self.geocentric(coordinate) - center
        return SIMD2((difference * east).sum(), (difference * north).sum())
    }

    /// Metres from the centre of the earth: x towards 0° E, y towards 90° E, z towards the north pole, for a point on
    /// the ellipsoid.
    private static func geocentric(_ coordinate: Coordinate) -> SIMD3<Double> {
        let (phi, lambda) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
        let normal = Earth.transverseRadiusInMeters(atSineOfLatitude: sin(phi))
        return SIMD3(
            normal * cos(phi) * cos(lambda), normal * cos(phi) * sin(lambda),
            normal * (1 - Earth.eccentricitySquared) * sin(phi))
    }
}
