// Lengths and speeds as people write them, in metric, nautical or imperial units.

/** @typedef {"metric" | "nautical" | "imperial"} Units */

const metersInNauticalMile = 1852
const metersInMile = 1609.344
const metersInFoot = 0.3048

/**
 * @param {number} value
 * @param {number} digits
 */
const rounded = (value, digits) => value.toFixed(digits)

/**
 * `12 m`, `1.2 km`, `0.65 NM`: two or three digits that matter.
 * @param {number} meters
 * @param {Units} units
 */
export function lengthInWords(meters, units) {
    if (units === "nautical" && meters >= metersInNauticalMile / 10) {
        const miles = meters / metersInNauticalMile
        return `${rounded(miles, miles < 1 ? 2 : miles < 10 ? 1 : 0)} NM`
    }
    if (units === "imperial") {
        const [feet, miles] = [meters / metersInFoot, meters / metersInMile]
        return feet < 999.5 ? `${Math.round(feet)} ft` : `${rounded(miles, miles < 10 ? 1 : 0)} mi`
    }
    if (meters < 999.5) return `${Math.round(meters)} m`
    return `${rounded(meters / 1000, meters < 10_000 ? 1 : 0)} km`
}

const speedUnits = {
    metric: { metersPerHour: 1000, name: "km/h" },
    nautical: { metersPerHour: metersInNauticalMile, name: "kn" },
    imperial: { metersPerHour: metersInMile, name: "mph" },
}

/**
 * `50 km/h`, `27 kn`, `31 mph`.
 * @param {number} metersPerSecond
 * @param {Units} units
 */
export function speedInWords(metersPerSecond, units) {
    const { metersPerHour, name } = speedUnits[units]
    const value = (metersPerSecond * 3600) / metersPerHour
    return `${rounded(value, value < 10 ? 1 : 0)} ${name}`
}

/**
 * `007°`: three digits, as on a compass; never 360.
 * @param {number} degrees
 */
export const courseInWords = (degrees) => `${String(((Math.round(degrees) % 360) + 360) % 360).padStart(3, "0")}°`

/**
 * Heights are told in feet only where lengths are: charts have metres.
 * @param {number} meters
 * @param {Units} units
 */
export const altitudeInWords = (meters, units) => (units === "imperial" ? `${Math.round(meters / metersInFoot)} ft` : `${Math.round(meters)} m`)

/**
 * The bar of a scale: the greatest of 1, 2, 5, 10, … that is no longer than so many pixels.
 * @param {number} metersPerPixel
 * @param {number} pixels
 * @param {Units} units
 */
export function scaleBar(metersPerPixel, pixels, units) {
    const span = metersPerPixel * pixels
    const isFeet = units === "imperial" && span < metersInMile
    const metersInUnit = units === "nautical" ? metersInNauticalMile : units === "metric" ? 1 : isFeet ? metersInFoot : metersInMile
    const most = span / metersInUnit
    const ten = 10 ** Math.floor(Math.log10(most))
    const value = ten * (most >= 5 * ten ? 5 : most >= 2 * ten ? 2 : 1)
    const number = Number(value.toPrecision(1))
    const metric = value >= 1000 ? `${value / 1000} km` : `${number} m`
    const label = { nautical: `${number} NM`, imperial: `${number} ${isFeet ? "ft" : "mi"}`, metric }[units]
    return { pixels: (value * metersInUnit) / metersPerPixel, label }
}
