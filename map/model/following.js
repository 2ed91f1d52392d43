// How the map follows the box: MapKit's user tracking modes.

/** @typedef {"none" | "follow" | "followWithHeading"} UserTrackingMode */

/**
 * What the button does next; without a heading there is nothing to turn the map by.
 * @param {UserTrackingMode} mode
 * @param {boolean} hasHeading
 * @returns {UserTrackingMode}
 */
export function nextTrackingMode(mode, hasHeading) {
    if (mode === "none") return "follow"
    if (mode === "follow" && hasHeading) return "followWithHeading"
    return "none"
}

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
    if (state.heading) return state.heading.trueHeading
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
    return hasStreets ? 15 : 12
}
