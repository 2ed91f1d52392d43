// A recorded trip: dropped on the page or chosen, sent to the server, and shown with a time slider.

import { readText, request } from "../io/api.js"
import { Lines } from "../model/lines.js"
import { clockInWords, Timeline } from "../model/timeline.js"
import { durationInWords, eventInWords, cityInWords, motionInWords } from "../model/words.js"
import { lengthInWords } from "../model/units.js"
import { button, byID, element, nameElement, notice } from "./elements.js"
import { showTab } from "./panel.js"

/** The other policies that a trip is tried with (docs/replay.md). */
const policies = "on-change,every-fix,hindsight"

/** How much faster than the trip itself the replay runs. */
const speeds = [1, 10, 60, 600]

/** Rows of the list of events. */
const mostRows = 300

/** @param {number | undefined} share */
const percent = (share) => (share === undefined ? "–" : `${(share * 100).toFixed(1)} %`)

/** One trip at a time. */
export class ReplayView {
    /** @type {Timeline | undefined} */
    timeline = undefined
    /** @type {AbortController | undefined} */
    request = undefined
    elapsed = 0
    speed = 60
    isPlaying = false

    /**
     * @param {import("./surface.js").MapSurface} surface
     * @param {() => import("../model/units.js").Units} units
     * @param {() => void} changed the pins of the map have to be set again
     * @param {() => void} opened the map shows a trip now, and follows no more
     */
    constructor(surface, units, changed, opened) {
        this.surface = surface
        this.units = units
        this.changed = changed
        this.opened = opened
        this.file = element("input", { type: "file", id: "trip-file", className: "hidden", tabIndex: -1, "aria-label": "Recorded trip", onchange: () => { if (this.file.files?.[0]) void this.open(this.file.files[0]) } })
        this.compare = element("input", { type: "checkbox", id: "trip-compare" })
        this.status = element("p", { className: "quiet", role: "status" })
        this.bar = element("progress", { max: 1, value: 0, "aria-label": "Progress" })
        this.cancelButton = button("Cancel", () => this.close())
        this.result = element("div", {})
        byID("trip").replaceChildren(
            element("p", { className: "quiet", textContent: "Drop a recorded trip on the map, or choose one: NMEA, gpsd JSON, GPX, IGC, GeoJSON or CSV. It stays on this machine." }),
            element("div", { className: "tools" }, button("Choose a file", () => this.file.click()), this.file,
                element("label", { className: "check", for: "trip-compare" }, this.compare, "Compare policies")),
            this.bar, this.status, this.cancelButton, this.result)
        this.bar.hidden = this.cancelButton.hidden = true
        this.#acceptDrops()
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

    /** @param {File} file */
    async open(file) {
        this.close()
        showTab("trip")
        document.body.classList.add("sheet-up")
        const timeline = (this.timeline = new Timeline())
        const mine = (this.request = new AbortController())
        const lines = new Lines()
        this.bar.hidden = this.cancelButton.hidden = false
        this.status.textContent = `Reading ${file.name} …`
        try {
            const target = this.compare.checked ? `/replay?compare=${policies}` : "/replay"
            const response = await request(target, { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" }, signal: mine.signal })
            await readText(response, (text) => {
                for (const line of lines.take(text)) timeline.take(line)
                if (timeline.progress?.of) this.bar.value = timeline.progress.bytes / timeline.progress.of
            })
            for (const line of lines.finish()) timeline.take(line)
            if (timeline.failure) throw new Error(timeline.failure)
            if (timeline.moments.length === 0) throw new Error(`${file.name} has no position that could be believed.`)
            this.status.textContent = ""
            this.#show(file.name, timeline)
        } catch (error) {
            if (mine.signal.aborted) return
            this.timeline = undefined
            this.status.textContent = /** @type {Error} */ (error).message
            notice(this.status.textContent ?? "", "error")
        } finally {
            if (this.request === mine) this.bar.hidden = this.cancelButton.hidden = true
        }
    }

    /**
     * @param {string} name
     * @param {Timeline} timeline
     */
    #show(name, timeline) {
        const { duration } = timeline
        this.slider = element("input", {
            type: "range", min: "0", max: String(duration), step: "any", value: "0", "aria-label": "Time of the trip",
            oninput: () => { this.isPlaying = false; this.seek(Number(this.slider?.value)) },
        })
        this.clock = element("output", { textContent: clockInWords(0) })
        this.words = element("p", { dir: "auto", className: "strong" })
        this.motion = element("p", { className: "quiet" })
        this.playButton = button("Play", () => this.#togglePlaying())
        const rate = element("select", { "aria-label": "Speed of the replay", onchange: () => { this.speed = Number(rate.value) } },
            ...speeds.map((speed) => element("option", { value: String(speed), textContent: `${speed}×` })))
        rate.value = String(this.speed)
        const rows = timeline.events.slice(0, mostRows)
        const left = timeline.events.length - rows.length + timeline.eventsLeftOut
        this.rows = rows.map((event) => element("li", {},
            element("button", { type: "button", className: "row", onclick: () => this.seek(event.elapsed ?? 0) },
                nameElement(eventInWords(event), "strong"), element("span", { className: "quiet", textContent: clockInWords(event.elapsed ?? 0) }))))
        const summary = timeline.summary
        this.result.replaceChildren(
            element("h3", { textContent: name, dir: "auto" }),
            element("p", { className: "quiet", textContent: [durationInWords(duration), summary?.distance === undefined ? "" : lengthInWords(summary.distance, this.units())].filter(Boolean).join(" · ") }),
            this.slider, this.#marks(timeline),
            element("div", { className: "tools" }, this.playButton, rate, this.clock, button("Close the trip", () => this.close())),
            this.words, this.motion,
            ...comparison(timeline),
            element("ul", { className: "rows", "aria-label": "Events of the trip" }, ...this.rows),
            element("p", { className: "quiet", textContent: left > 0 ? `and ${left.toLocaleString("en")} more events` : "" }))
        this.surface.setOverlay("trip", timeline.lines())
        const bounds = timeline.bounds
        this.opened()
        if (bounds) this.surface.fit(bounds)
        document.body.dataset.trip = "shown"
        this.seek(0)
    }

    /**
     * The events along the slider: one mark for each place, region and stay.
     * @param {Timeline} timeline
     */
    #marks(timeline) {
        const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg")
        drawing.setAttribute("class", "marks")
        drawing.setAttribute("viewBox", "0 0 1000 12")
        drawing.setAttribute("preserveAspectRatio", "none")
        drawing.setAttribute("aria-hidden", "true")
        for (const event of timeline.events.slice(0, 1000)) {
            const mark = document.createElementNS("http://www.w3.org/2000/svg", "rect")
            mark.setAttribute("x", String(((event.elapsed ?? 0) / (timeline.duration || 1)) * 997))
            mark.setAttribute("width", "3")
            mark.setAttribute("height", "12")
            mark.setAttribute("class", event.event)
            drawing.append(mark)
        }
        return drawing
    }

    /**
     * Shows the trip as it was at this time.
     * @param {number} elapsed seconds
     */
    seek(elapsed) {
        const timeline = this.timeline
        const moment = timeline?.at(elapsed)
        if (!timeline || !moment || !this.slider || !this.clock || !this.words || !this.motion) return
        this.elapsed = elapsed
        this.slider.value = String(elapsed)
        this.slider.setAttribute("aria-valuetext", clockInWords(elapsed))
        this.clock.textContent = clockInWords(elapsed)
        const placemark = timeline.latest(elapsed, "placemark")?.placemark
        this.words.textContent = placemark ? cityInWords(placemark) : ""
        const { longitude, latitude, speed, course } = moment
        this.motion.textContent = motionInWords({ coordinate: { longitude, latitude }, speed: Number.isNaN(speed) ? undefined : speed, course }, undefined, this.units())
        this.rows?.forEach((row, index) => row.classList.toggle("past", (timeline.events[index].elapsed ?? 0) <= elapsed))
        this.changed()
    }

    /**
     * The pin of the trip.
     * @returns {import("./surface.js").Annotation[]}
     */
    annotations() {
        const moment = this.slider ? this.timeline?.at(this.elapsed) : undefined
        if (!moment) return []
        return [{ coordinate: moment, kind: "trip", label: `The trip at ${clockInWords(this.elapsed)}`, select: () => this.slider?.focus() }]
    }

    #togglePlaying() {
        this.isPlaying = !this.isPlaying
        if (this.playButton) this.playButton.textContent = this.isPlaying ? "Pause" : "Play"
        let last = performance.now()
        const step = (/** @type {number} */ now) => {
            if (!this.isPlaying || !this.timeline) {
                if (this.playButton) this.playButton.textContent = "Play"
                return
            }
            const next = this.elapsed + ((now - last) / 1000) * this.speed
            last = now
            this.seek(Math.min(next, this.timeline.duration))
            if (next >= this.timeline.duration) this.isPlaying = false
            requestAnimationFrame(step)
        }
        if (this.isPlaying) {
            if (this.timeline && this.elapsed >= this.timeline.duration) this.seek(0)
            requestAnimationFrame(step)
        }
    }

    /** Forgets the trip, and ends what is still being read. */
    close() {
        this.request?.abort()
        this.timeline = undefined
        this.slider = undefined
        this.isPlaying = false
        this.file.value = ""
        this.status.textContent = ""
        this.bar.value = 0
        this.bar.hidden = this.cancelButton.hidden = true
        this.result.replaceChildren()
        this.surface.setOverlay("trip", [])
        delete document.body.dataset.trip
        this.changed()
    }
}

/**
 * The policies side by side.
 * @param {Timeline} timeline
 */
function comparison(timeline) {
    if (timeline.policies.length === 0) return []
    const head = ["Policy", "Requests", "City right", "while driving"].map((text) => element("th", { textContent: text, scope: "col" }))
    const rows = timeline.policies.map((policy) =>
        element("tr", {}, element("th", { scope: "row", textContent: String(policy.policy) }),
            ...[String(policy.requests), percent(policy.rightShare), percent(policy.rightShareDriving)].map((text) => element("td", { textContent: text }))))
    return [element("table", {}, element("caption", { textContent: "The same trip with other policies" }),
        element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows))]
}
