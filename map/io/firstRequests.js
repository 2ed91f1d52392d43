// What the first picture needs, asked for while the libraries are still on their way: index.html starts this module before all others.

import { json } from "./api.js"

/** A daemon that takes longer than this to answer does not keep the map waiting. */
const longestWaitInMs = 500

/** What the server has: basemaps, problems, its version. */
export const mapFacts = json("/map.json", { cache: "no-store" })

/**
 * Where the box is, if the daemon says so soon: then the map begins there.
 * @type {Promise<Status | undefined>}
 */
export const firstStatus = Promise.race([
    json("/v1/status", { cache: "no-store" }).catch(() => undefined),
    new Promise((resolve) => setTimeout(() => resolve(undefined), longestWaitInMs)),
])

// Whoever waits for it hears of a failure; before that it is nobody's.
mapFacts.catch(() => undefined)
