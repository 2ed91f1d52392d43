// The stream of events: opened, resumed, closed while nobody looks, and opened again; one for all tabs of the browser.

import { ServerSentEvents } from "../model/serverSentEvents.js"
import { json, readText, request, ServerError } from "./api.js"
import { Tabs } from "./tabs.js"

/** The daemon says something every 15 s; after this silence it has gone, or this machine has slept. */
const longestSilenceInMs = 40_000
const shortestPauseInMs = 500
const longestPauseInMs = 8_000

/**
 * Tells events and the state of the connection until the page goes.
 * @param {(event: DaemonEvent) => void} take
 * @param {(connection: import("../model/state.js").Connection) => void} tellOwn
 * @returns {{distrust: () => void}} what to call when the daemon does not answer elsewhere: the stream is opened anew
 */
export function listen(take, tellOwn) {
    const events = new ServerSentEvents()
    let pause = shortestPauseInMs
    /** @type {AbortController | undefined} */
    let connection
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    let lastHeard = Date.now()
    /** @type {import("../model/state.js").Connection} */
    let known = { kind: "connecting" }
    /** @type {Tabs} */
    const tabs = new Tabs(() => void connect(), hear, () => tabs.pass({ kind: "connection", connection: known }), distrust)

    /** @param {import("../model/state.js").Connection} connection */
    function tell(connection) {
        const wasLive = known.kind === "live"
        known = connection
        tellOwn(connection)
        if (connection.kind !== "asleep") tabs.pass({ kind: "connection", connection })
        return !wasLive && connection.kind === "live"
    }

    /**
     * Another tab listens for all.
     * @param {import("./tabs.js").Passed} message
     */
    function hear(message) {
        lastHeard = Date.now()
        if (message.kind === "heard") {
            events.lastEventID = message.id
            for (const data of message.data) take(JSON.parse(data))
        } else if (message.connection.kind !== known.kind && tell(message.connection)) {
            // Who listens has had the state at its own start.
            json("/v1/status", { cache: "no-store" }).then((status) => take({ event: "status", status }), () => undefined)
        }
    }

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
                const heard = events.take(text)
                for (const data of heard) take(JSON.parse(data))
                tabs.pass({ kind: "heard", id: events.lastEventID, data: heard })
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
        tabs.leave()
        clearTimeout(timer)
        timer = undefined
        const old = connection
        connection = undefined
        old?.abort()
    }

    function reopen() {
        close()
        tabs.join()
    }

    function distrust() {
        if (document.hidden) return
        if (!tabs.isListening) {
            tabs.distrust()
            return
        }
        if (!connection || timer !== undefined) return
        tell({ kind: "lost", detail: "nothing was heard for a while; connecting again" })
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
    else tabs.join()
    return { distrust }
}
