// The Universal Transverse Mercator grid on WGS 84, by the series of Krüger in the third flattening, to n⁴: within a millimetre
// inside a zone. (C. F. F. Karney, Transverse Mercator with an accuracy of a few nanometers, 2011, equations 7 to 9 and 35.)
// Near the poles the Universal Polar Stereographic one. (J. P. Snyder, Map Projections, 1987, equations 15-9, 21-30, 21-31, 21-33.)
// Both as `placemarkctl location --format utm` has them.

const flattening = 1 / 298.257_223_563
const equatorInMeters = 6_378_137
const scale = 0.9996
const polarScale = 0.994
const eccentricity = Math.sqrt(flattening * (2 - flattening))
const n = flattening / (2 - flattening)
/** A quarter of a meridian, divided by π/2. */
const rectifyingRadius = (equatorInMeters / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64)
const series = [
    n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3 + (41 / 180) * n ** 4,
    (13 / 48) * n ** 2 - (3 / 5) * n ** 3 + (557 / 1440) * n ** 4,
    (61 / 240) * n ** 3 - (103 / 140) * n ** 4,
    (49_561 / 161_280) * n ** 4,
]
const bands = "CDEFGHJKLMNPQRSTUVWX"
const radians = Math.PI / 180

/**
 * The zone, with the exceptions for Norway and Spitsbergen.
 * @param {Coordinate} point
 */
function zoneOf({ latitude, longitude }) {
    if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) return 32
    if (latitude >= 72 && longitude >= 0 && longitude < 42) return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
    return ((Math.floor(longitude / 6) + 30) % 60) + 1
}

/**
 * Metres, with as many digits everywhere.
 * @param {number} meters
 * @param {number} digits
 */
const metersInWords = (meters, digits) => String(Math.round(meters)).padStart(digits, "0")

/**
 * `Z 2000000 1333272`: the half of a polar grid (A and B at the south pole, west and east, Y and Z at the north pole), metres to
 * the east, metres to the "north": along the meridian of 180° at the north pole, and of 0° at the south pole.
 * @param {Coordinate} point
 */
function polarGridInWords({ latitude, longitude }) {
    const isNorthern = latitude > 0
    const fromEquator = Math.abs(latitude) * radians
    // Half the angle to the pole, which is exact where it is small.
    const halfTangent = Math.tan(((90 - Math.abs(latitude)) / 2) * radians) * Math.exp(eccentricity * Math.atanh(eccentricity * Math.sin(fromEquator)))
    const unit = (2 * equatorInMeters) / (Math.sqrt(1 - eccentricity ** 2) * Math.exp(eccentricity * Math.atanh(eccentricity)))
    const distance = polarScale * unit * halfTangent
    const [east, north] = [distance * Math.sin(longitude * radians), distance * Math.cos(longitude * radians) * (isNorthern ? -1 : 1)]
    // The meridians of 0° and ±180° are the eastern half's, and no rounding takes them away from it.
    const isEastern = east > -1e-6
    const band = isNorthern ? (isEastern ? "Z" : "Y") : isEastern ? "B" : "A"
    return `${band} ${metersInWords(2_000_000 + east, 7)} ${metersInWords(2_000_000 + north, 7)}`
}

/**
 * `32T 388121 4821988`: zone and band, metres to the east, metres to the north; beyond 84° N and 80° S as `polarGridInWords`.
 * @param {Coordinate} point
 */
export function gridInWords(point) {
    if (point.latitude < -80 || point.latitude >= 84) return polarGridInWords(point)
    const zone = zoneOf(point)
    const sin = Math.sin(point.latitude * radians)
    // 180° lies in the first zone, 3° west of its middle.
    const fromMiddle = point.longitude - (zone * 6 - 183)
    const λ = (fromMiddle > 180 ? fromMiddle - 360 : fromMiddle) * radians
    const t = Math.sinh(Math.atanh(sin) - eccentricity * Math.atanh(eccentricity * sin))
    const [ξ, η] = [Math.atan2(t, Math.cos(λ)), Math.asinh(Math.sin(λ) / Math.hypot(t, Math.cos(λ)))]
    let [x, y] = [η, ξ]
    series.forEach((factor, index) => {
        const double = 2 * (index + 1)
        x += factor * Math.cos(double * ξ) * Math.sinh(double * η)
        y += factor * Math.sin(double * ξ) * Math.cosh(double * η)
    })
    const east = 500_000 + scale * rectifyingRadius * x
    const north = scale * rectifyingRadius * y + (point.latitude < 0 ? 10_000_000 : 0)
    const band = bands[Math.min(bands.length - 1, 10 + Math.floor(point.latitude / 8))]
    return `${zone}${band} ${metersInWords(east, 6)} ${metersInWords(north, 7)}`
}
