// The address of what the map shows: `#zoom/latitude/longitude`, perhaps with the bearing, the day whose way is shown, and the one trip of
// that day. While the map follows the box there is no place in it: an address is kept by browsers, and copied.

/**
 * @typedef {object} View
 * @property {number} zoom
 * @property {Coordinate | undefined} center nothing while the map follows
 * @property {number} bearing degrees
 * @property {string | undefined} day `2026-11-20`
 * @property {string | undefined} trip the identity of a trip of that day
 */

/**
 * The part of the address behind its `#`. Five decimals are a metre, and two of a zoom less than a pixel.
 * @param {View} view
 */
export function linkTo({ zoom, center, bearing, day, trip }) {
    const place = center ? [center.latitude.toFixed(5), center.longitude.toFixed(5)] : ["follow"]
    const turned = Math.round(((bearing % 360) + 360) % 360)
    return `#${[zoom.toFixed(2), ...place, ...(turned && center ? [String(turned)] : []), ...(day ? [day] : []), ...(day && trip ? [trip] : [])].join("/")}`
}

/** @param {string | undefined} part */
const isDay = (part) => /^\d{4}-\d{2}-\d{2}$/.test(part ?? "")

/**
 * @param {string} hash
 * @returns {View | undefined} nothing where it is no such address
 */
export function viewOfLink(hash) {
    const parts = hash.replace(/^#/, "").split("/")
    const trip = isDay(parts.at(-2)) && /^[0-9a-f]{16}$/.test(parts.at(-1) ?? "") ? parts.pop() : undefined
    const day = isDay(parts.at(-1)) ? parts.pop() : undefined
    if (!parts.every((part) => part === "follow" || /^-?\d+(\.\d+)?$/.test(part))) return undefined
    const zoom = Number(parts[0])
    if (Number.isNaN(zoom) || zoom < 0 || zoom > 24) return undefined
    if (parts[1] === "follow") return parts.length === 2 ? { zoom, center: undefined, bearing: 0, day, trip } : undefined
    if (parts.length < 3 || parts.length > 4) return undefined
    const [latitude, longitude, bearing = 0] = parts.slice(1).map(Number)
    if (![latitude, longitude, bearing].every(Number.isFinite) || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
    return { zoom, center: { latitude, longitude }, bearing, day, trip }
}
