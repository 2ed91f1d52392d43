// The trip that is shown: a slider over its time, the events along it, and playing.

import { clockInWords } from "../model/timeline.js"
import { lengthInWords } from "../model/units.js"
import { cityInWords, durationInWords, eventInWords, motionInWords } from "../model/words.js"
import { button, element, nameElement } from "./elements.js"

/** How much faster than the trip itself the replay runs. */
const speeds = [1, 10, 60, 600]

/** Rows of the list of events. */
const mostRows = 300

/** Shows one trip at a time. */
export class TripPlayer {
    element = element("div", { className: "player" })
    /** @type {import("../model/timeline.js").Timeline | undefined} */
    #timeline = undefined
    /** @type {HTMLInputElement | undefined} */
    #slider = undefined
    #clock = element("output", {})
    #words = element("p", { dir: "auto", className: "strong" })
    #motion = element("p", { className: "quiet" })
    #playButton = button("Play", () => this.#togglePlaying())
    /** @type {HTMLElement[]} */
    #rows = []
    /** Seconds since the trip's start, where the slider stands. */
    #elapsed = 0
    #speed = 60
    #isPlaying = false

    /**
     * @param {() => import("../model/units.js").Units} units
     * @param {() => void} changed the pins of the map have to be set again
     * @param {() => void} closed the user wants to see no trip any more
     */
    constructor(units, changed, closed) {
        this.units = units
        this.changed = changed
        this.closed = closed
    }

    /**
     * Shows a trip that has been read.
     * @param {string} name of its file
     * @param {import("../model/timeline.js").Timeline} timeline
     */
    show(name, timeline) {
        this.#timeline = timeline
        const { duration } = timeline
        this.#slider = element("input", {
            type: "range", min: "0", max: String(duration), step: "any", value: "0", "aria-label": "Time within the trip",
            oninput: () => { this.#isPlaying = false; this.seek(Number(this.#slider?.value)) },
        })
        const rate = element("select", { "aria-label": "Speed of the replay", onchange: () => { this.#speed = Number(rate.value) } },
            ...speeds.map((speed) => element("option", { value: String(speed), textContent: `${speed}×` })))
        rate.value = String(this.#speed)
        const rows = timeline.events.slice(0, mostRows)
        const left = timeline.events.length - rows.length + timeline.eventsLeftOut
        this.#rows = rows.map((event) => element("li", {},
            element("button", { type: "button", className: "row", onclick: () => this.seek(event.elapsed ?? 0) },
                nameElement(eventInWords(event), "strong"), element("span", { className: "quiet", textContent: clockInWords(event.elapsed ?? 0) }))))
        const summary = timeline.summary
        this.element.replaceChildren(
            element("h2", { textContent: name, dir: "auto" }),
            element("p", { className: "quiet", textContent: [durationInWords(duration), summary?.distance === undefined ? "" : lengthInWords(summary.distance, this.units())].filter(Boolean).join(" · ") }),
            this.#slider, marks(timeline),
            element("div", { className: "tools" }, this.#playButton, rate, this.#clock, button("Close the trip", this.closed)),
            this.#words, this.#motion,
            ...comparison(timeline),
            element("ul", { className: "rows", "aria-label": "Events of the trip" }, ...this.#rows),
            element("p", { className: "quiet", textContent: left > 0 ? `and ${left.toLocaleString("en")} more events` : "" }))
        this.seek(0)
    }

    /**
     * Shows the trip as it was at this time.
     * @param {number} elapsed seconds
     */
    seek(elapsed) {
        const timeline = this.#timeline
        const moment = timeline?.at(elapsed)
        if (!timeline || !moment || !this.#slider) return
        this.#elapsed = elapsed
        this.#slider.value = String(elapsed)
        this.#slider.setAttribute("aria-valuetext", clockInWords(elapsed))
        this.#clock.textContent = clockInWords(elapsed)
        const placemark = timeline.latest(elapsed, "placemark")?.placemark
        this.#words.textContent = placemark ? cityInWords(placemark) : ""
        const { longitude, latitude, speed, course } = moment
        this.#motion.textContent = motionInWords({ coordinate: { longitude, latitude }, speed: Number.isNaN(speed) ? undefined : speed, course }, undefined, this.units())
        this.#rows.forEach((row, index) => row.classList.toggle("past", (timeline.events[index].elapsed ?? 0) <= elapsed))
        this.changed()
    }

    get elapsed() {
        return this.#elapsed
    }

    /**
     * The pin of the trip.
     * @returns {import("./surface.js").Annotation[]}
     */
    annotations() {
        const moment = this.#slider ? this.#timeline?.at(this.#elapsed) : undefined
        if (!moment) return []
        return [{ coordinate: moment, kind: "trip", label: `The trip at ${clockInWords(this.#elapsed)}`, select: () => this.#slider?.focus() }]
    }

    #togglePlaying() {
        this.#isPlaying = !this.#isPlaying
        this.#playButton.textContent = this.#isPlaying ? "Pause" : "Play"
        let last = performance.now()
        const step = (/** @type {number} */ now) => {
            if (!this.#isPlaying || !this.#timeline) {
                this.#playButton.textContent = "Play"
                return
            }
            const next = this.#elapsed + ((now - last) / 1000) * this.#speed
            last = now
            this.seek(Math.min(next, this.#timeline.duration))
            if (next >= this.#timeline.duration) this.#isPlaying = false
            requestAnimationFrame(step)
        }
        if (this.#isPlaying) {
            if (this.#timeline && this.#elapsed >= this.#timeline.duration) this.seek(0)
            requestAnimationFrame(step)
        }
    }

    /** Forgets the trip. */
    close() {
        this.#timeline = undefined
        this.#slider = undefined
        this.#isPlaying = false
        this.element.replaceChildren()
    }
}

/**
 * The events along the slider: one mark for each place, region and stay.
 * @param {import("../model/timeline.js").Timeline} timeline
 */
function marks(timeline) {
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

/** @param {number | undefined} share */
const percent = (share) => (share === undefined ? "–" : `${(share * 100).toFixed(1)} %`)

/**
 * The policies side by side.
 * @param {import("../model/timeline.js").Timeline} timeline
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
