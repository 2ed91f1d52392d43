// The Universal Transverse Mercator grid on WGS 84, by the series of Krüger in the third flattening, to n⁴: within a millimetre
// inside a zone. (C. F. F. Karney, Transverse Mercator with an accuracy of a few nanometers, 2011, equations 7 to 9 and 35.)

const flattening = 1 / 298.257_223_563
const equatorInMeters = 6_378_137
const scale = 0.9996
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
 * `32T 388121 4821988`: zone and band, metres to the east, metres to the north.
 * @param {Coordinate} point
 * @returns {string | undefined} nothing near the poles, which have another grid
 */
export function gridInWords(point) {
    if (point.latitude < -80 || point.latitude >= 84) return undefined
    const zone = zoneOf(point)
    const radians = Math.PI / 180
    const sin = Math.sin(point.latitude * radians)
    // 180° lies in the first zone, 3° west of its middle.
    const fromMiddle = point.longitude - (zone * 6 - 183)
    const λ = (fromMiddle > 180 ? fromMiddle - 360 : fromMiddle) * radians
    const e = Math.sqrt(flattening * (2 - flattening))
    const t = Math.sinh(Math.atanh(sin) - e * Math.atanh(e * sin))
    const [ξ, η] = [Math.atan2(t, Math.cos(λ)), Math.asinh(Math.sin(λ) / Math.hypot(t, Math.cos(λ)))]
    let [x, y] = [η, ξ]
    series.forEach((factor, index) => {
        const double = 2 * (index + 1)
        x += factor * Math.cos(double * ξ) * Math.sinh(double * η)
        y += factor * Math.sin(double * ξ) * Math.cosh(double * η)
    })
    const east = 500_000 + scale * rectifyingRadius * x
    const north = scale * rectifyingRadius * y + (point.latitude < 0 ? 10_000_000 : 0)
    const band = bands[Math.min(19, Math.floor((point.latitude + 80) / 8))]
    return `${zone}${band} ${String(Math.round(east)).padStart(6, "0")} ${String(Math.round(north)).padStart(7, "0")}`
}
