// Coordinates as people type and copy them: every form that `placemarkctl` takes, and the forms that the page writes.

import { gridInWords } from "./utm.js"

/** @typedef {"degrees" | "minutes" | "utm"} CoordinateForm */

/**
 * Reads `47.141, 9.521`, `geo:47.141,9.521`, `47°8'27.6"N 9°31'15.6"E`, `N 47° 8.46' E 9° 31.26'`, as `placemarkctl reverse` does.
 * @param {string} text
 * @returns {Coordinate | undefined} nothing for anything else, and for what lies outside of the world
 */
export function parsedCoordinate(text) {
    const trimmed = text.trim()
    const uri = /^geo:(.*)$/i.exec(trimmed)
    const pair = uri ? uriPair(uri[1]) : decimalPair(trimmed) ?? letteredPair(trimmed)
    if (!pair) return undefined
    const [latitude, longitude] = pair
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** @param {string} text */
function decimalPair(text) {
    const parts = text.split(/[,\s]+/).filter(Boolean)
    return parts.length === 2 && parts.every((part) => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(part)) ? parts.map(Number) : undefined
}

/**
 * The rest of a URI of RFC 5870. A query for a zoom is passed over, one for a text is not: its coordinate is a stand-in.
 * @param {string} text
 */
function uriPair(text) {
    const [path, ...parameters] = text.replace(/\?z=\d+$/, "").split(";")
    // Of another reference system the numbers mean something else.
    if (parameters.some((parameter) => /^crs\b/i.test(parameter) && !/^crs=wgs84$/i.test(parameter))) return undefined
    const numbers = path.split(",")
    const isNumber = (/** @type {string} */ number) => /^-?\d+(\.\d+)?$/.test(number)
    return (numbers.length === 2 || numbers.length === 3) && numbers.every(isNumber) ? numbers.slice(0, 2).map(Number) : undefined
}

/** @param {string} text */
function letteredPair(text) {
    const before = /^([NSEW])(.+?),?\s*([NSEW])([^NSEW]+)$/i.exec(text)
    const behind = /^([^NSEW]+)([NSEW])\s*,?([^NSEW]+)([NSEW])$/i.exec(text)
    const halves = before ? [[before[1], before[2]], [before[3], before[4]]] : behind ? [[behind[2], behind[1]], [behind[4], behind[3]]] : []
    const angles = halves.map(([letter, body]) => ({ isLatitude: /[NS]/i.test(letter), degrees: angle(body) * (/[SW]/i.test(letter) ? -1 : 1) }))
    if (angles.length !== 2 || angles.some(({ degrees }) => Number.isNaN(degrees)) || angles[0].isLatitude === angles[1].isLatitude) return undefined
    return angles[0].isLatitude ? angles.map(({ degrees }) => degrees) : [angles[1].degrees, angles[0].degrees]
}

/**
 * Degrees, perhaps minutes, perhaps seconds; only the last may have decimals. NaN for anything else.
 * @param {string} body
 */
function angle(body) {
    const match = /^\s*(\d+(?:\.\d+)?)(?:\s*[°º]\s*|\s+|$)(?:(\d+(?:\.\d+)?)(?:\s*['′’]\s*|\s+|$)(?:(\d+(?:\.\d+)?)\s*["″”]?\s*)?)?$/.exec(body)
    if (!match) return NaN
    const numbers = match.slice(1).filter((number) => number !== undefined)
    if (numbers.slice(0, -1).some((number) => number.includes("."))) return NaN
    const [degrees, minutes = 0, seconds = 0] = numbers.map(Number)
    return minutes < 60 && seconds < 60 ? degrees + minutes / 60 + seconds / 3600 : NaN
}

/**
 * `43° 44.123' N`: minutes with three decimals are 1.9 m.
 * @param {number} degrees
 * @param {string} letters for a positive and for a negative angle
 * @param {number} digits of the whole degrees
 */
function minutesInWords(degrees, letters, digits) {
    // Rounded first: no 60.000'.
    const thousandths = Math.round(Math.abs(degrees) * 60_000)
    const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, "0")
    return `${String(Math.floor(thousandths / 60_000)).padStart(digits, "0")}° ${minutes}' ${degrees < 0 ? letters[1] : letters[0]}`
}

/**
 * A coordinate in the form that the reader has chosen. Each of them can be pasted into a search again, but for UTM, which
 * `placemarkctl` does not read either.
 * @param {Coordinate} coordinate
 * @param {CoordinateForm} form
 */
export function coordinateInForm(coordinate, form) {
    const { latitude, longitude } = coordinate
    if (form === "minutes") return `${minutesInWords(latitude, "NS", 2)} ${minutesInWords(longitude, "EW", 3)}`
    if (form === "utm") return gridInWords(coordinate)
    return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}
