// How the map follows the box: MapKit's user tracking modes.

/** @typedef {"none" | "follow" | "followWithHeading"} UserTrackingMode */

/**
 * What the button that follows does next: it begins or ends, at once. Another one turns the map.
 * @param {UserTrackingMode} mode
 * @returns {UserTrackingMode}
 */
export const nextTrackingMode = (mode) => (mode === "none" ? "follow" : "none")

/**
 * What the button for the heading does next; without a heading there is nothing to turn the map by.
 * @param {UserTrackingMode} mode
 * @param {boolean} hasHeading
 * @returns {UserTrackingMode}
 */
export const nextHeadingMode = (mode, hasHeading) => (mode !== "followWithHeading" && hasHeading ? "followWithHeading" : "follow")

/** Slower than this, in m/s, a receiver's noise is as large as the way that it tells. */
const slowestWay = 0.5

/** So far, in pixels, the dot of a box that hardly moves may be from the middle of the map. */
const restingPixels = 12

/**
 * How far the box must be from the middle of the map before the camera goes there: each move draws the whole map and all its names
 * anew, so a box at rest must not make any.
 * @param {import("./state.js").PageState} state
 * @returns {number} pixels
 */
export const leastCameraWay = ({ location, motion }) =>
    motion === "stationary" || (location?.speed !== undefined && location.speed < slowestWay) ? restingPixels : 0

/** Beyond this latitude a Mercator map has nothing. */
export const mapEdgeInDegrees = 85.05

/**
 * Where the map can show a place.
 * @param {Coordinate} place
 * @returns {Coordinate}
 */
export const onTheMap = ({ latitude, longitude }) => ({ latitude: Math.max(-mapEdgeInDegrees, Math.min(mapEdgeInDegrees, latitude)), longitude })

/**
 * Where the camera goes for a new state, or nothing where it stays. The map turns back to the north when the mode is no
 * longer that with heading.
 * @param {UserTrackingMode} mode
 * @param {import("./state.js").PageState} state
 * @returns {{center: [number, number], bearing: number} | undefined}
 */
export function cameraFollowing(mode, state) {
    if (mode === "none" || !state.location) return undefined
    const { longitude, latitude } = state.location.coordinate
    return { center: [longitude, latitude], bearing: mode === "followWithHeading" ? direction(state) ?? 0 : 0 }
}

/**
 * Where the box points: its compass, else its course while it moves.
 * @param {import("./state.js").PageState} state
 * @returns {number | undefined}
 */
export function direction(state) {
    if (state.heading?.trueHeading !== undefined) return state.heading.trueHeading
    const { course, speed } = state.location ?? {}
    return course !== undefined && (speed ?? 0) > 0.5 ? course : undefined
}

/**
 * How long the camera takes to a new fix: as long as the fixes are apart, so that it never stands; jumps are shown at once.
 * @param {number} sinceLastFixInMs
 * @param {number} distanceInMeters
 */
export function glideInMs(sinceLastFixInMs, distanceInMeters) {
    if (distanceInMeters > 2000) return 0
    return Math.max(80, Math.min(1000, sinceLastFixInMs))
}

/**
 * How near the map is when it first shows the box: near enough to see what its basemap has to show there.
 * @param {boolean} isReduced whether only a cell is known
 * @param {boolean} hasStreets whether the basemap has streets at this place
 */
export function firstZoom(isReduced, hasStreets) {
    if (isReduced) return 11
    return hasStreets ? 15 : 10
}
