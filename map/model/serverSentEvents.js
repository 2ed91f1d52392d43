// Server-sent events as the HTML standard defines them. The browser's EventSource hides two things that the page needs: that
// the daemon is still there (an `id` alone, every 15 s), and going on after a break of its own (`Last-Event-ID`).

/** Takes text in pieces of any size, and gives the events that are complete. */
export class ServerSentEvents {
    /**
     * What to send as `Last-Event-ID`.
     * @type {string | undefined}
     */
    lastEventID = undefined

    #rest = ""
    #data = ""

    /**
     * @param {string} text
     * @returns {string[]} the data of each event
     */
    take(text) {
        const lines = (this.#rest + text).split(/\r\n|\n/)
        this.#rest = lines.pop() ?? ""
        /** @type {string[]} */
        const events = []
        for (const line of lines) {
            if (line === "") {
                if (this.#data) events.push(this.#data.slice(0, -1))
                this.#data = ""
                continue
            }
            const colon = line.indexOf(":")
            const field = colon < 0 ? line : line.slice(0, colon)
            const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")
            if (field === "data") this.#data += value + "\n"
            else if (field === "id" && !value.includes("\0")) this.lastEventID = value
        }
        return events
    }

    /** Forgets the event that a break cut in two. */
    reset() {
        this.#rest = ""
        this.#data = ""
    }
}
