// What the first picture needs, asked for while the libraries are still on their way: index.html starts this module before all others.

import { json } from "./api.js"

/** When all else is there, a daemon that has not answered does not keep the map waiting for longer than this. */
const longestWaitInMs = 500

/** What the server has: basemaps, problems, its version. */
export const mapFacts = json("/map.json", { cache: "no-store" })

const status = json("/v1/status", { cache: "no-store" }).catch(() => undefined)

/**
 * Where the box is, if the daemon says so soon: then the map begins there, and loads no other part of the world. The time runs from
 * this call. While a browser runs the libraries it hears of nothing, and then of a timer that has run out before it hears of answers.
 * @returns {Promise<Status | undefined>}
 */
export const firstStatus = () => Promise.race([status, new Promise((resolve) => setTimeout(() => resolve(undefined), longestWaitInMs))])

// Whoever waits for it hears of a failure; before that it is nobody's.
mapFacts.catch(() => undefined)
