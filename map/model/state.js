// What the page knows: one value, changed only by `afterEvent` and `afterConnection`.

/**
 * How the page hears from the daemon. `asleep`: the tab is in the background, and asks nothing.
 * @typedef {{kind: "connecting" | "live" | "lost" | "refused" | "asleep", detail?: string}} Connection
 */

/**
 * Times of this page's own clock in milliseconds, because the clock of the box may be wrong.
 * @typedef {object} PageState
 * @property {Connection} connection
 * @property {"precise" | "reduced"} precision
 * @property {Source | undefined} source
 * @property {DeviceLocation | undefined} location
 * @property {number} locationTakenAt when the location was taken
 * @property {Placemark | undefined} placemark
 * @property {number} placemarkNamedAt
 * @property {string | undefined} motion
 * @property {Heading | undefined} heading
 * @property {Visit | undefined} visit
 * @property {ReadonlySet<string>} regions the identifiers of those that it is in
 * @property {boolean} keepsTrips whether the daemon keeps trips that this reader may know
 */

/**
 * Before anything was heard.
 * @type {PageState}
 */
export const nothingKnown = {
    connection: { kind: "connecting" },
    precision: "precise",
    source: undefined,
    location: undefined,
    locationTakenAt: 0,
    placemark: undefined,
    placemarkNamedAt: 0,
    motion: undefined,
    heading: undefined,
    visit: undefined,
    regions: new Set(),
    keepsTrips: false,
}

/**
 * @param {PageState} state
 * @param {DeviceLocation | undefined} location
 * @param {number} now
 * @returns {PageState}
 */
const withLocation = (state, location, now) =>
    location?.coordinate ? { ...state, location, locationTakenAt: now - (location.age ?? 0) * 1000 } : state

/**
 * @param {PageState} state
 * @param {Placemark | undefined} placemark
 * @param {number} now
 * @returns {PageState}
 */
const withPlacemark = (state, placemark, now) =>
    placemark ? { ...state, placemark, placemarkNamedAt: now - (placemark.age ?? 0) * 1000 } : state

/**
 * The state after the daemon has said something; unknown events change nothing.
 * @param {PageState} state
 * @param {DaemonEvent} event
 * @param {number} now milliseconds
 * @returns {PageState}
 */
export function afterEvent(state, event, now) {
    switch (event.event) {
        case "status": {
            const status = event.status ?? {}
            const fresh = { ...nothingKnown, connection: state.connection, precision: status.precision ?? state.precision }
            return {
                ...withPlacemark(withLocation(fresh, status.location, now), status.placemark, now),
                source: status.source,
                motion: status.motion,
                heading: status.heading,
                visit: status.visit,
                regions: new Set(status.regions),
                keepsTrips: status.odometer !== undefined,
            }
        }
        case "location":
        case "geocode":
            return withLocation(state, event.location, now)
        case "placemark":
            return withPlacemark(withLocation(state, event.location, now), event.placemark, now)
        case "paused":
            return { ...withLocation(state, event.location, now), motion: "stationary" }
        case "resumed":
            return { ...withLocation(state, event.location, now), motion: "moving" }
        case "heading":
            return { ...state, heading: event.heading }
        case "source":
            return { ...state, source: event.source }
        case "visitArrived":
            return { ...state, visit: event.visit }
        case "visitDeparted":
            return { ...state, visit: undefined }
        case "regionEntered":
        case "regionExited": {
            const regions = new Set(state.regions)
            if (event.region !== undefined) regions[event.event === "regionEntered" ? "add" : "delete"](event.region)
            return { ...withLocation(state, event.location, now), regions }
        }
        default:
            return state
    }
}

/**
 * @param {PageState} state
 * @param {Connection} connection
 * @returns {PageState}
 */
export const afterConnection = (state, connection) => ({ ...state, connection })

/**
 * Whether the position may be old: the dot is pale then.
 * @param {PageState} state
 */
export function isStale(state) {
    return state.connection.kind !== "live" || state.location?.stale === true || !state.source || state.source.state !== "live"
}

const sourceTitles = {
    connecting: "Looking for gpsd",
    disconnected: "No gpsd",
    waiting: "No receiver",
    noFix: "No fix",
    stale: "No fix for several seconds",
    lost: "Receiver lost",
}

/**
 * Why there is no position that counts, or nothing where there is one.
 * @param {PageState} state
 * @returns {{title: string, detail?: string} | undefined}
 */
export function badge(state) {
    const { kind, detail } = state.connection
    if (kind === "refused") return { title: "Not allowed", detail }
    if (kind === "lost") return { title: "No connection to placemarkd", detail: detail ?? "trying again" }
    if (kind === "connecting" || kind === "asleep") return { title: "Connecting …" }
    const source = state.source
    if (!source || source.state === "live") return undefined
    const title = /** @type {{[state: string]: string}} */ (sourceTitles)[source.state] ?? source.state
    return { title, detail: source.reason }
}
