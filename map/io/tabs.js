// Several tabs of the map share one stream: a browser opens six connections to one host and no more, and the seventh tab would wait
// for ever. One tab listens to the daemon and passes on what it hears; when it goes or is hidden, the next one takes over.

const lockName = "placemark-map-events"

/**
 * What the tab that listens tells the others.
 * @typedef {{kind: "heard", id: string | undefined, data: string[]} | {kind: "connection", connection: import("../model/state.js").Connection}} Passed
 */

/** A tab's part in it. Where a browser cannot share, each tab listens for itself. */
export class Tabs {
    /** Whether this tab is the one that listens. */
    isListening = false
    /** @type {(() => void) | undefined} */
    #release = undefined
    /** @type {AbortController | undefined} */
    #waiting = undefined
    #channel = typeof BroadcastChannel === "function" && navigator.locks ? new BroadcastChannel(lockName) : undefined

    /**
     * @param {() => void} listen this tab is to listen now
     * @param {(message: Passed) => void} hear what the tab that listens has passed on
     * @param {() => void} asked another tab wants to know how the connection is
     * @param {() => void} distrusted another tab has found that the daemon does not answer
     */
    constructor(listen, hear, asked, distrusted) {
        this.listen = listen
        this.#channel?.addEventListener("message", ({ data }) => {
            if (data.kind === "join" || data.kind === "distrust") {
                if (!this.isListening) return
                if (data.kind === "join") asked()
                else distrusted()
            } else if (this.#waiting && !this.isListening) hear(data)
        })
    }

    /** Listens if no other tab does, and as soon as none does. */
    join() {
        if (!this.#channel) {
            this.isListening = true
            this.listen()
            return
        }
        const mine = (this.#waiting = new AbortController())
        const held = () => new Promise((resolve) => {
            this.isListening = true
            this.#release = () => resolve(undefined)
            this.listen()
        })
        // Given up when the tab is hidden: that is no fault.
        navigator.locks.request(lockName, { signal: mine.signal }, held).catch(() => undefined)
        this.#channel.postMessage({ kind: "join" })
    }

    /** Another tab may listen. */
    leave() {
        this.#waiting?.abort()
        this.#waiting = undefined
        this.isListening = false
        this.#release?.()
        this.#release = undefined
    }

    /** @param {Passed} message */
    pass(message) {
        if (this.isListening) this.#channel?.postMessage(message)
    }

    /** The daemon does not answer this tab: the one that listens has to look. */
    distrust() {
        this.#channel?.postMessage({ kind: "distrust" })
    }
}
