// Distances, directions and shapes on the sphere. The formulas are those of Ed Williams' Aviation Formulary.

/** The mean radius of the earth (IUGG). */
export const earthRadiusInMeters = 6_371_008.8

const radians = Math.PI / 180

/**
 * Metres along the great circle, by the haversine, which keeps its digits for short ways.
 * @param {Coordinate} a
 * @param {Coordinate} b
 */
export function distanceInMeters(a, b) {
    const sinLatitude = Math.sin(((b.latitude - a.latitude) * radians) / 2)
    const sinLongitude = Math.sin(((b.longitude - a.longitude) * radians) / 2)
    const h =
        sinLatitude ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * sinLongitude ** 2
    return 2 * earthRadiusInMeters * Math.asin(Math.min(1, Math.sqrt(h)))
}

/**
 * The direction from `a` to `b` at its start, 0 to 360 degrees from north.
 * @param {Coordinate} a
 * @param {Coordinate} b
 */
export function bearingInDegrees(a, b) {
    const Δ = (b.longitude - a.longitude) * radians
    const y = Math.sin(Δ) * Math.cos(b.latitude * radians)
    const x =
        Math.cos(a.latitude * radians) * Math.sin(b.latitude * radians) -
        Math.sin(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.cos(Δ)
    return (Math.atan2(y, x) / radians + 360) % 360
}

/**
 * Where a way of so many metres in this direction ends. Its longitude is within 180° of the start's and may leave ±180,
 * so that a shape across the antimeridian stays in one piece.
 * @param {Coordinate} from
 * @param {number} distance metres
 * @param {number} bearing degrees
 * @returns {Coordinate}
 */
export function destination(from, distance, bearing) {
    const δ = distance / earthRadiusInMeters
    const φ = from.latitude * radians
    const θ = bearing * radians
    const sin = Math.sin(φ) * Math.cos(δ) + Math.cos(φ) * Math.sin(δ) * Math.cos(θ)
    const Δ = Math.atan2(Math.sin(θ) * Math.sin(δ) * Math.cos(φ), Math.cos(δ) - Math.sin(φ) * sin)
    return { latitude: Math.asin(sin) / radians, longitude: from.longitude + Δ / radians }
}

/**
 * Points about a centre, counterclockwise from a bearing, both ends included; none where there is nothing to sweep.
 * @param {Coordinate} center
 * @param {number} radius metres
 * @param {number} start degrees
 * @param {number} sweep degrees
 * @param {number} corners of a whole circle
 * @returns {Position[]}
 */
function arc(center, radius, start, sweep, corners) {
    const steps = Math.ceil((corners * sweep) / 360)
    return Array.from({ length: steps && steps + 1 }, (_, step) => {
        const point = destination(center, radius, start - (sweep * step) / steps)
        return [point.longitude, Math.max(-89.9, Math.min(89.9, point.latitude))]
    })
}

/**
 * A closed ring about a centre, for GeoJSON.
 * @param {Coordinate} center
 * @param {number} radius metres
 * @param {number} corners
 */
export function circleRing(center, radius, corners = 64) {
    const ring = arc(center, radius, 360, 360, corners)
    ring[corners] = ring[0]
    return ring
}

/**
 * Such a ring that has another radius between two bearings, clockwise from one to the other.
 * @param {Coordinate} center
 * @param {number} radius metres
 * @param {{from: number, to: number}} sector degrees
 * @param {number} radiusInSector metres
 * @param {number} corners
 */
export function ringWithSector(center, radius, { from, to }, radiusInSector, corners = 64) {
    const width = to > from ? to - from : to - from + 360
    const ring = [...arc(center, radius, from, 360 - width, corners), ...arc(center, radiusInSector, to, width, corners)]
    return [...ring, ring[0]]
}

/** The rows of the cells that readers with reduced precision see, from pole to pole (docs/explain/privacy.md). */
const cellRows = 9810

/**
 * The border of the cell of about 2 km whose middle this is, as a closed ring.
 * @param {Coordinate} center
 */
export function cellRing(center) {
    const half = 90 / cellRows
    const columns = Math.max(1, Math.floor(2 * cellRows * Math.cos(center.latitude * radians)))
    const [west, east] = [center.longitude - 180 / columns, center.longitude + 180 / columns]
    const [south, north] = [center.latitude - half, center.latitude + half]
    return [[west, south], [east, south], [east, north], [west, north], [west, south]]
}

/**
 * The longitude between −180 and 180.
 * @param {number} longitude
 */
export function wrapped(longitude) {
    return longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180
}

/**
 * The longitude that is nearest to another one, perhaps beyond ±180.
 * @param {number} longitude
 * @param {number} other
 */
export function unwrapped(longitude, other) {
    return longitude + 360 * Math.round((other - longitude) / 360)
}

/**
 * Metres in one pixel of a Mercator map whose world is 512 pixels wide at zoom 0.
 * @param {number} latitude
 * @param {number} zoom
 */
export function metersPerPixel(latitude, zoom) {
    return (2 * Math.PI * earthRadiusInMeters * Math.cos(latitude * radians)) / (512 * 2 ** zoom)
}

/**
 * The place on such a map, 0 to 1 from west to east and from north to south.
 * @param {Coordinate} point
 */
export function mercator(point) {
    const sin = Math.sin(Math.max(-85.0511, Math.min(85.0511, point.latitude)) * radians)
    return { x: (point.longitude + 180) / 360, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) }
}

/**
 * The tile that holds a point, as slippy maps number them.
 * @param {Coordinate} point
 * @param {number} zoom
 */
export function tileAt(point, zoom) {
    const { x, y } = mercator(point)
    const last = 2 ** zoom - 1
    return { x: Math.min(last, Math.floor(x * 2 ** zoom)), y: Math.min(last, Math.floor(y * 2 ** zoom)) }
}
