// Lengths and speeds as people write them, in metric or in nautical units.

/** @typedef {"metric" | "nautical"} Units */

const metersInNauticalMile = 1852

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
    if (meters < 999.5) return `${Math.round(meters)} m`
    return `${rounded(meters / 1000, meters < 10_000 ? 1 : 0)} km`
}

/**
 * `50 km/h`, `27 kn`.
 * @param {number} metersPerSecond
 * @param {Units} units
 */
export function speedInWords(metersPerSecond, units) {
    const value = units === "nautical" ? (metersPerSecond * 3600) / metersInNauticalMile : metersPerSecond * 3.6
    return `${rounded(value, value < 10 ? 1 : 0)} ${units === "nautical" ? "kn" : "km/h"}`
}

/**
 * The bar of a scale: the greatest of 1, 2, 5, 10, … that is no longer than so many pixels.
 * @param {number} metersPerPixel
 * @param {number} pixels
 * @param {Units} units
 */
export function scaleBar(metersPerPixel, pixels, units) {
    const metersInUnit = units === "nautical" ? metersInNauticalMile : 1
    const most = (metersPerPixel * pixels) / metersInUnit
    const ten = 10 ** Math.floor(Math.log10(most))
    const value = ten * (most >= 5 * ten ? 5 : most >= 2 * ten ? 2 : 1)
    const meters = value * metersInUnit
    const label =
        units === "nautical"
            ? `${Number(value.toPrecision(1))} NM`
            : value >= 1000
              ? `${value / 1000} km`
              : `${Number(value.toPrecision(1))} m`
    return { pixels: meters / metersPerPixel, label }
}
