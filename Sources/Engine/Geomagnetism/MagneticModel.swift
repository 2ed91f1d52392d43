import Glibc
public import PlacemarkModel

/// A model of the earth's main magnetic field: spherical harmonics that change evenly with the years.
///
/// The formulas are those of the report on the World Magnetic Model (NOAA and the British Geological Survey, chapter 1.2),
/// the Legendre functions Schmidt's semi-normalized ones. They are computed in a form that divides by no cosine, so that
/// the poles are places like any other.
public struct MagneticModel: Sendable {
    /// The years of civil time for which it was made, the last one not included.
    public let years: Range<Double>
    let degree: Int
    /// For n = 1…degree and m = 0…n: g, h in nT at the first of the years, and their changes in nT a year.
    let coefficients: [Double]

    /// The radius of the sphere that the coefficients are for.
    private static let referenceRadiusInMeters = 6_371_200.0

    /// - Precondition: there are four numbers for each pair of n and m.
    init(years: Range<Double>, degree: Int, coefficients: [Double]) {
        precondition(coefficients.count == 4 * (degree * (degree + 3) / 2), "a magnetic model lacks coefficients")
        (self.years, self.degree, self.coefficients) = (years, degree, coefficients)
    }

    /// The field at a place.
    ///
    /// - Parameters:
    ///   - altitude: metres above the ellipsoid.
    ///   - year: with a fraction, 2026.5 for the middle of 2026. Outside `years` the field is extrapolated.
    public func field(
        at coordinate: Coordinate, altitudeInMeters altitude: Double = 0, year: Double
    ) -> MagneticField {
        let place = Geocentric(coordinate, altitudeInMeters: altitude)
        let (sine, cosine) = (place.sineOfLatitude, place.cosineOfLatitude)
        let longitude = coordinate.longitude * .pi / 180
        let yearsSince = year - years.lowerBound
        let scale = Self.referenceRadiusInMeters / place.radiusInMeters
        var (north, east, down) = (0.0, 0.0, 0.0)
        // One order m after the other; of the two orders of Legendre functions below a degree, the last values are kept.
        // From m = 1 on they are those divided by the cosine of the latitude, which is multiplied in again at the end.
        var sectoral = (value: 1.0, slope: 0.0)
        for order in 0...degree {
            let m = Double(order)
            if order > 0 { sectoral = Self.nextSectoral(after: sectoral, m: m, sine: sine, cosine: cosine) }
            let (sineOfOrder, cosineOfOrder) = (sin(m * longitude), cos(m * longitude))
            var (value, slope) = sectoral
            var (earlierValue, earlierSlope) = (0.0, 0.0)
            for n in order...degree {
                let number = Double(n)
                if n > order {
                    let root = (number * number - m * m).squareRoot()
                    let earlierRoot = max(0, (number - 1) * (number - 1) - m * m).squareRoot()
                    let next = ((2 * number - 1) * sine * value - earlierRoot * earlierValue) / root
                    let nextSlope =
                        ((2 * number - 1) * (sine * slope - cosine * (order == 0 ? 1 : cosine) * value)
                            - earlierRoot * earlierSlope) / root
                    (earlierValue, earlierSlope, value, slope) = (value, slope, next, nextSlope)
                }
                guard n > 0 else { continue }
                let row = 4 * (n * (n + 1) / 2 - 1 + order)
                let g = coefficients[row] + yearsSince * coefficients[row + 2]
                let h = coefficients[row + 1] + yearsSince * coefficients[row + 3]
                let weight = pow(scale, number + 2)
                let along = g * cosineOfOrder + h * sineOfOrder
                north += weight * along * slope
                east += weight * m * (g * sineOfOrder - h * cosineOfOrder) * value
                down -= weight * (number + 1) * along * value * (order == 0 ? 1 : cosine)
            }
        }
        return MagneticField(
            northInNanotesla: north * place.cosineOfTilt - down * place.sineOfTilt, eastInNanotesla: east,
            downInNanotesla: north * place.sineOfTilt + down * place.cosineOfTilt)
    }

    /// P(m, m) and its slope from those of m - 1. The value is divided by the cosine of the latitude; the slope, by the
    /// colatitude, is not.
    private static func nextSectoral(
        after last: (value: Double, slope: Double), m: Double, sine: Double, cosine: Double
    ) -> (value: Double, slope: Double) {
        // P(1, 1) is the cosine itself.
        guard m > 1 else { return (1, sine) }
        let factor = ((2 * m - 1) / (2 * m)).squareRoot()
        return (factor * cosine * last.value, factor * (sine * cosine * last.value + cosine * last.slope))
    }
}

/// A place in the terms of a sphere around the middle of the earth.
private struct Geocentric {
    let radiusInMeters, sineOfLatitude, cosineOfLatitude: Double
    /// By how much the vertical of the sphere is turned against that of the ellipsoid.
    let sineOfTilt, cosineOfTilt: Double

    /// WGS 84.
    private static let semiMajorAxisInMeters = 6_378_137.0
    private static let flattening = 1 / 298.257223563

    init(_ coordinate: Coordinate, altitudeInMeters altitude: Double) {
        let latitude = coordinate.latitude * .pi / 180
        let (sine, cosine) = (sin(latitude), cos(latitude))
        let eccentricity = Self.flattening * (2 - Self.flattening)
        let normal = Self.semiMajorAxisInMeters / (1 - eccentricity * sine * sine).squareRoot()
        let fromAxis = (normal + altitude) * cosine
        let fromEquator = (normal * (1 - eccentricity) + altitude) * sine
        radiusInMeters = (fromAxis * fromAxis + fromEquator * fromEquator).squareRoot()
        (sineOfLatitude, cosineOfLatitude) = (fromEquator / radiusInMeters, fromAxis / radiusInMeters)
        sineOfTilt = sineOfLatitude * cosine - cosineOfLatitude * sine
        cosineOfTilt = cosineOfLatitude * cosine + sineOfLatitude * sine
    }
}
