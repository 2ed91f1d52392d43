// A region that is being drawn. Each change makes a new value.

import { distanceInMeters, unwrapped, wrapped } from "./geometry.js"

/**
 * @typedef {{kind: "circle", center: Coordinate | undefined, radius: number}} CircleDraft
 * @typedef {{kind: "polygon", corners: Coordinate[]}} PolygonDraft
 * @typedef {CircleDraft | PolygonDraft} Draft
 * @typedef {{identifier: string, dwell?: number, notifyOnEntry?: boolean, notifyOnExit?: boolean}} DraftProperties
 */

/** @type {CircleDraft} */
export const emptyCircle = { kind: "circle", center: undefined, radius: 200 }

/** @type {PolygonDraft} */
export const emptyPolygon = { kind: "polygon", corners: [] }

/**
 * A click on the map: the centre of the circle, or one more corner.
 * @param {Draft} draft
 * @param {Coordinate} point
 * @returns {Draft}
 */
export function afterClick(draft, point) {
    if (draft.kind === "circle") return { ...draft, center: point }
    const first = draft.corners[0]
    const corner = first ? { ...point, longitude: unwrapped(point.longitude, first.longitude) } : point
    return { ...draft, corners: [...draft.corners, corner] }
}

/**
 * A handle was moved: 0 is the centre and 1 the border of a circle; of a polygon it is the corner.
 * @param {Draft} draft
 * @param {number} handle
 * @param {Coordinate} to
 * @returns {Draft}
 */
export function afterMove(draft, handle, to) {
    if (draft.kind === "circle") {
        if (handle === 0) return { ...draft, center: to }
        return draft.center ? { ...draft, radius: limitedRadius(distanceInMeters(draft.center, to)) } : draft
    }
    return { ...draft, corners: draft.corners.map((corner, index) => (index === handle ? to : corner)) }
}

/**
 * The last corner goes, or the one named.
 * @param {Draft} draft
 * @param {number} [corner]
 * @returns {Draft}
 */
export function afterRemoval(draft, corner) {
    if (draft.kind === "circle") return { ...draft, center: undefined }
    const index = corner ?? draft.corners.length - 1
    return { ...draft, corners: draft.corners.filter((_, other) => other !== index) }
}

/**
 * What the daemon takes: whole metres from 1 to 1,000,000.
 * @param {number} radius
 */
export const limitedRadius = (radius) => Math.max(1, Math.min(1_000_000, Math.round(radius)))

/**
 * What is still missing, as a sentence.
 * @param {Draft} draft
 * @param {string} identifier
 * @returns {string | undefined}
 */
export function whatIsMissing(draft, identifier) {
    if (draft.kind === "circle" && !draft.center) return "Click on the map to set the middle."
    if (draft.kind === "polygon" && draft.corners.length < 3) {
        const count = 3 - draft.corners.length
        return `Click on the map to set ${count === 1 ? "one more corner" : `${count} more corners`}.`
    }
    if (!identifier.trim()) return "Give the region a name."
    if (new TextEncoder().encode(identifier.trim()).length > 128) return "The name is too long: 128 bytes at most."
    return undefined
}

/**
 * What `POST /v1/regions` takes.
 * @param {Draft} draft
 * @param {DraftProperties} properties
 * @returns {Feature}
 */
export function draftFeature(draft, properties) {
    /** @param {Coordinate} point */
    const position = (point) => [rounded(wrapped(point.longitude)), rounded(point.latitude)]
    const identified = { ...properties, identifier: properties.identifier.trim() }
    if (draft.kind === "circle") {
        if (!draft.center) throw new Error("a circle without a middle")
        return {
            type: "Feature",
            geometry: { type: "Point", coordinates: position(draft.center) },
            properties: { ...identified, radius: draft.radius },
        }
    }
    const ring = draft.corners.map(position)
    return { type: "Feature", geometry: { type: "Polygon", coordinates: [[...ring, ring[0]]] }, properties: identified }
}

/**
 * A region to be edited; a polygon with holes or of several parts cannot be, here.
 * @param {import("./regionIndex.js").RegionEntry} region
 * @returns {Draft | undefined}
 */
export function draftOf(region) {
    if (!region.shape) return { kind: "circle", center: region.center, radius: region.radius ?? 200 }
    if (region.shape.type !== "Polygon" || region.shape.coordinates.length !== 1) return undefined
    /** @type {Position[]} */
    const ring = region.shape.coordinates[0].slice(0, -1)
    return {
        kind: "polygon",
        corners: ring.map(([longitude, latitude]) => ({ longitude: unwrapped(longitude, ring[0][0]), latitude })),
    }
}

/**
 * Seven digits are a centimetre.
 * @param {number} degrees
 */
const rounded = (degrees) => Number(degrees.toFixed(7))
