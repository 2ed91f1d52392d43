// The trips that the daemon keeps, for as long a time as the page has to do with.

import { Lines } from "../model/lines.js"
import { timesOfTrip, tripOfLine } from "../model/trips.js"
import { readText, request } from "./api.js"

/**
 * Those that were under way between two times, in milliseconds since 1970. A journal of years has thousands: they come from the oldest
 * to the newest, and what comes after the last one that is wanted is not waited for.
 * @param {number} from
 * @param {number} until
 * @returns {Promise<Trip[]>}
 */
export async function tripsBetween(from, until) {
    const enough = new AbortController()
    const lines = new Lines()
    /** @type {Trip[]} */
    const trips = []
    const take = (/** @type {any[]} */ found) => {
        for (const trip of found.map(tripOfLine)) {
            if (!trip) continue
            if (timesOfTrip(trip).from < until) trips.push(trip)
            else enough.abort()
        }
    }
    const since = new Date(from).toISOString().replace(/\.\d+Z$/, "Z")
    const response = await request(`/v1/trips?since=${encodeURIComponent(since)}`, { cache: "no-store", signal: enough.signal })
    try {
        await readText(response, (text) => take(lines.take(text)))
        take(lines.finish())
    } catch (error) {
        if (!enough.signal.aborted) throw error
    }
    // One that goes on is told last, and may be in the journal as well.
    return [...new Map(trips.map((trip) => [trip.id, trip])).values()]
}
