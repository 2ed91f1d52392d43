// The regions of the daemon, as the map and the list need them. A hundred thousand of them stay small: circles are points with
// a radius, which the graphics card draws, and only polygons and very large circles become shapes.

import { circleRing, distanceInMeters, metersPerPixel } from "./geometry.js"

/** On a Mercator map a larger circle is visibly no circle. */
const largestRoundRadius = 30_000

/**
 * @typedef {object} RegionEntry
 * @property {string} identifier
 * @property {Coordinate} center
 * @property {number | undefined} radius of a circle, in metres
 * @property {Geometry | undefined} shape of a polygon
 * @property {"file" | "added"} origin
 * @property {string} state
 * @property {{[key: string]: any}} properties
 */

/**
 * The middle of the corners of the first ring: good enough for a label.
 * @param {Geometry} geometry
 * @returns {Coordinate}
 */
function middle(geometry) {
    /** @type {Position[]} */
    const ring = geometry.type === "MultiPolygon" ? geometry.coordinates[0][0] : geometry.coordinates[0]
    const corners = ring.slice(0, -1)
    const sum = corners.reduce((sum, [longitude, latitude]) => [sum[0] + longitude, sum[1] + latitude], [0, 0])
    return { longitude: sum[0] / corners.length, latitude: sum[1] / corners.length }
}

/**
 * A feature of `/v1/shapes`.
 * @param {Feature} feature
 * @returns {RegionEntry}
 */
export function regionEntry(feature) {
    const { identifier, radius, state, origin, ...properties } = feature.properties
    const isCircle = feature.geometry.type === "Point"
    const [longitude, latitude] = isCircle ? feature.geometry.coordinates : []
    return {
        identifier: String(identifier ?? feature.id),
        center: isCircle ? { longitude, latitude } : middle(feature.geometry),
        radius: isCircle ? radius : undefined,
        shape: isCircle ? undefined : feature.geometry,
        origin,
        state,
        properties,
    }
}

/**
 * What the map's sources hold: `points`, one for each region, which cluster; `shapes`, for what is no point with a radius.
 * `pixels` is the radius in pixels at zoom 0.
 * @param {readonly RegionEntry[]} regions
 */
export function regionSources(regions) {
    /** @type {Feature[]} */
    const points = []
    /** @type {Feature[]} */
    const shapes = []
    for (const { identifier, center, radius, shape, origin } of regions) {
        const geometry = shape ?? (radius && radius > largestRoundRadius ? { type: "Polygon", coordinates: [circleRing(center, radius, 128)] } : undefined)
        points.push({
            type: "Feature",
            geometry: { type: "Point", coordinates: [center.longitude, center.latitude] },
            properties: {
                identifier,
                ...(geometry ? {} : { pixels: (radius ?? 0) / metersPerPixel(center.latitude, 0) }),
            },
        })
        if (geometry) shapes.push({ type: "Feature", geometry, properties: { identifier, origin } })
    }
    return { points: collection(points), shapes: collection(shapes) }
}

/**
 * @param {Feature[]} features
 * @returns {FeatureCollection}
 */
export const collection = (features) => ({ type: "FeatureCollection", features })

/**
 * The regions for the list: those that the box is in first, then the nearest to a point, and no more than so many.
 * @param {readonly RegionEntry[]} regions
 * @param {ReadonlySet<string>} inside
 * @param {Coordinate} near
 * @param {string} words what the identifier must contain
 * @param {number} count
 */
export function listedRegions(regions, inside, near, words, count) {
    const wanted = words.trim().toLocaleLowerCase()
    return regions
        .filter((region) => region.identifier.toLocaleLowerCase().includes(wanted))
        .map((region) => ({ region, isInside: inside.has(region.identifier), distance: distanceInMeters(near, region.center) }))
        .sort((a, b) => Number(b.isInside) - Number(a.isInside) || a.distance - b.distance)
        .slice(0, count)
}
