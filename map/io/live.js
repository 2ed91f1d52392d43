// The stream of events: opened, resumed, closed while nobody looks, and opened again.

import { ServerSentEvents } from "../model/serverSentEvents.js"
import { readText, request, ServerError } from "./api.js"

/** The daemon says something every 15 s; after this silence it has gone, or this machine has slept. */
const longestSilenceInMs = 40_000
const shortestPauseInMs = 500
const longestPauseInMs = 8_000

/**
 * Tells events and the state of the connection until the page goes.
 * @param {(event: DaemonEvent) => void} take
 * @param {(connection: import("../model/state.js").Connection) => void} tell
 * @returns {{distrust: () => void}} what to call when the daemon does not answer elsewhere: the stream is opened anew
 */
export function listen(take, tell) {
    const events = new ServerSentEvents()
    let pause = shortestPauseInMs
    /** @type {AbortController | undefined} */
    let connection
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    let lastHeard = Date.now()

    async function connect() {
        timer = undefined
        const mine = (connection = new AbortController())
        /** @type {string | undefined} */
        let reason
        events.reset()
        try {
            /** @type {{[name: string]: string}} */
            const headers = { Accept: "text/event-stream" }
            if (events.lastEventID !== undefined) headers["Last-Event-ID"] = events.lastEventID
            const response = await request("/v1/events", { headers, signal: mine.signal, cache: "no-store" })
            lastHeard = Date.now()
            pause = shortestPauseInMs
            tell({ kind: "live" })
            await readText(response, (text) => {
                if (mine !== connection) return
                lastHeard = Date.now()
                for (const data of events.take(text)) take(JSON.parse(data))
            })
            reason = "placemarkd has ended the connection; trying again"
        } catch (error) {
            if (mine !== connection) return
            if (error instanceof ServerError && [401, 403].includes(error.status)) {
                tell({ kind: "refused", detail: error.message })
                pause = longestPauseInMs
                timer = setTimeout(connect, pause)
                return
            }
            reason = error instanceof ServerError ? error.message : "the connection broke; trying again"
        }
        if (mine !== connection) return
        tell({ kind: "lost", detail: reason })
        timer = setTimeout(connect, pause)
        pause = Math.min(longestPauseInMs, pause * 2)
    }

    function close() {
        clearTimeout(timer)
        timer = undefined
        const old = connection
        connection = undefined
        old?.abort()
    }

    function reopen() {
        close()
        void connect()
    }

    function distrust() {
        if (document.hidden || !connection || timer !== undefined) return
        tell({ kind: "lost", detail: "nothing was heard for a while; connecting anew" })
        lastHeard = Date.now()
        reopen()
    }

    document.addEventListener("visibilitychange", () => {
        if (document.hidden) {
            close()
            tell({ kind: "asleep" })
        } else reopen()
    })
    setInterval(() => {
        if (Date.now() - lastHeard >= longestSilenceInMs) distrust()
    }, 2_000)
    window.addEventListener("online", () => { if (timer !== undefined) reopen() })
    if (document.hidden) tell({ kind: "asleep" })
    else void connect()
    return { distrust }
}
