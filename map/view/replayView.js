// A recorded trip: dropped on the page or chosen, sent to the server, and shown.

import { readText, request } from "../io/api.js"
import { forgetRecording, keepRecording, keepRecordingTime, keptRecording } from "../io/keptRecording.js"
import { Lines } from "../model/lines.js"
import { Timeline } from "../model/timeline.js"
import { button, byID, element, notice } from "./elements.js"
import { openTab } from "./panel.js"
import { TripPlayer } from "./tripPlayer.js"

/** One trip at a time. */
export class ReplayView {
    /** @type {AbortController | undefined} */
    request = undefined
    /**
     * The recording whose dates are asked for.
     * @type {File | undefined}
     */
    asked = undefined

    /**
     * @param {import("./surface.js").MapSurface} surface
     * @param {() => import("../model/units.js").Units} units
     * @param {() => void} changed the pins of the map have to be set again
     * @param {() => void} opened the map shows a trip now, and follows no more
     * @param {() => void} resized the panel covers more or less of the map
     */
    constructor(surface, units, changed, opened, resized) {
        this.surface = surface
        this.changed = changed
        this.opened = opened
        this.resized = resized
        this.file = element("input", { type: "file", id: "trip-file", className: "hidden", tabIndex: -1, "aria-label": "Recorded trip", onchange: () => { if (this.file.files?.[0]) void this.open(this.file.files[0]) } })
        this.compare = element("input", { type: "checkbox", id: "trip-compare" })
        this.status = element("p", { className: "quiet", role: "status" })
        this.orders = element("div", { className: "tools" }, this.#orderButton("Day first", "dmy"), this.#orderButton("Month first", "mdy"))
        this.bar = element("progress", { max: 1, value: 0, "aria-label": "Progress" })
        this.cancelButton = button("Cancel", () => this.close())
        this.player = new TripPlayer(units, changed, () => this.close())
        byID("trip").replaceChildren(
            element("p", { className: "quiet", textContent: "Drop a recorded trip on the map, or choose one: NMEA, gpsd JSON, GPX, IGC, GeoJSON or CSV. It stays on this machine." }),
            element("div", { className: "tools" }, button("Choose a file", () => this.file.click()), this.file,
                element("label", { className: "check", for: "trip-compare" }, this.compare, "Compare policies")),
            this.bar, this.status, this.orders, this.cancelButton, this.player.element)
        this.bar.hidden = this.cancelButton.hidden = this.orders.hidden = true
        this.#acceptDrops()
        window.addEventListener("pagehide", () => { if (document.body.dataset.trip) keepRecordingTime(this.player.elapsed) })
    }

    /** Shows the trip again that the tab has shown before it was loaded anew; where the map is, the address says. */
    async restore() {
        const kept = await keptRecording()
        // Somebody has been faster.
        if (!kept || this.request) return
        this.compare.checked = kept.isCompared
        if (await this.open(kept.file, { fits: false, dates: kept.dates })) this.player.seek(kept.elapsed)
    }

    /**
     * Reads the recording whose dates are asked for once more, with this answer.
     * @param {string} text
     * @param {DateOrder} dates
     */
    #orderButton(text, dates) {
        return button(text, () => { if (this.asked) void this.open(this.asked, { dates }) })
    }

    #acceptDrops() {
        const drop = byID("drop")
        /** @param {DragEvent} event */
        const hasFile = (event) => event.dataTransfer?.types.includes("Files")
        window.addEventListener("dragover", (event) => {
            if (!hasFile(event)) return
            event.preventDefault()
            drop.hidden = false
        })
        window.addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.hidden = true })
        window.addEventListener("drop", (event) => {
            drop.hidden = true
            const file = event.dataTransfer?.files[0]
            if (!file) return
            event.preventDefault()
            void this.open(file)
        })
    }

    /**
     * @param {File} file
     * @param {{fits?: boolean, dates?: DateOrder}} more whether the map goes where the trip is; what somebody has said of its dates
     * @returns {Promise<boolean>} whether it is shown
     */
    async open(file, { fits = true, dates } = {}) {
        this.close()
        openTab("trip")
        const timeline = new Timeline()
        const mine = (this.request = new AbortController())
        const lines = new Lines()
        this.bar.hidden = this.cancelButton.hidden = false
        this.status.textContent = `Reading ${file.name} …`
        try {
            const parameters = [...(this.compare.checked ? ["compare=all"] : []), ...(dates ? [`dates=${dates}`] : [])]
            const target = parameters.length > 0 ? `/replay?${parameters.join("&")}` : "/replay"
            const response = await request(target, { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" }, signal: mine.signal })
            await readText(response, (text) => {
                for (const line of lines.take(text)) timeline.take(line)
                if (timeline.progress?.of) this.bar.value = timeline.progress.bytes / timeline.progress.of
            })
            for (const line of lines.finish()) timeline.take(line)
            if (timeline.lacksOrderOfDates) this.asked = file
            this.orders.hidden = !timeline.lacksOrderOfDates
            if (timeline.failure) throw new Error(timeline.failure)
            if (timeline.moments.length === 0) throw new Error(`${file.name} has no position that could be believed.`)
            this.status.textContent = ""
            this.player.show(file.name, timeline)
            this.surface.setOverlay("trip", timeline.lines())
            const bounds = timeline.bounds
            document.body.dataset.trip = "shown"
            this.opened()
            this.resized()
            if (fits && bounds) this.surface.fit(bounds)
            void this.#keep(file, dates, mine.signal)
            return true
        } catch (error) {
            if (mine.signal.aborted) return false
            this.status.textContent = /** @type {Error} */ (error).message
            notice(this.status.textContent ?? "", "error")
            return false
        } finally {
            if (this.request === mine) this.bar.hidden = this.cancelButton.hidden = true
        }
    }

    /**
     * Keeps the recording for a reload, while it is read or shown.
     * @param {File} file
     * @param {DateOrder | undefined} dates
     * @param {AbortSignal} signal
     */
    async #keep(file, dates, signal) {
        const isKept = await keepRecording(file, this.compare.checked, dates, signal)
        if (!isKept && !signal.aborted) this.status.textContent = "This recording is too long to be shown again after the page is reloaded."
    }

    /** @returns {import("./surface.js").Annotation[]} the pin of the trip */
    annotations() {
        return this.player.annotations()
    }

    /** Forgets the trip, and ends what is still being read. */
    close() {
        this.request?.abort()
        forgetRecording()
        this.player.close()
        this.file.value = ""
        this.status.textContent = ""
        this.bar.value = 0
        this.bar.hidden = this.cancelButton.hidden = this.orders.hidden = true
        this.asked = undefined
        this.surface.setOverlay("trip", [])
        delete document.body.dataset.trip
        this.resized()
        this.changed()
    }
}
