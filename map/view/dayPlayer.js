// A day, or one trip of it: its length and time, a slider through its way, the way as a file, and the trips of the day.

import { coordinateInForm } from "../model/coordinates.js"
import { dayOf, gpxOf, pointAt } from "../model/days.js"
import { placesOfTrip, timesOfTripInWords, tripInWords } from "../model/trips.js"
import { lengthInWords, speedInWords } from "../model/units.js"
import { durationInWords } from "../model/words.js"
import { button, element, nameElement } from "./elements.js"
import { tripRows } from "./tripRows.js"

/**
 * What is shown: of a trip only its stretch.
 * @typedef {object} Shown
 * @property {string} name of the day, `2026-11-20`
 * @property {import("../model/days.js").DayOfTrack | undefined} day nothing where the track has no way of that day
 * @property {import("../model/track.js").TrackPoint[]} points of the way that is shown; nothing where none is known
 * @property {Trip | undefined} trip
 */

/** @param {number} time */
const clock = (time) => new Date(time).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })

/** One for the page, beside the calendar. */
export class DayPlayer {
    #head = element("div", {})
    #list = element("div", {})
    element = element("div", { className: "player" }, this.#head, this.#list)
    /** @type {Shown | undefined} */
    #shown = undefined
    #time = 0

    /**
     * @param {{units: import("../model/units.js").Units, form: import("../model/coordinates.js").CoordinateForm}} options
     * @param {{changed: () => void, select: (trip: Trip | undefined) => void, close: () => void}} calls `changed`: the pins of the map
     *     have to be set again; `select`: a trip of the day, or all of the day, is to be shown
     */
    constructor(options, calls) {
        this.options = options
        this.calls = calls
    }

    /** @param {Shown} shown */
    show(shown) {
        this.#shown = shown
        const { name, day, points, trip } = shown
        const title = new Date(`${name}T12:00`).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" })
        this.#head.replaceChildren(
            element("h2", { textContent: title }),
            ...(trip ? this.#tripWords(trip) : day ? [this.#dayWords(day)] : []),
            ...(points.length > 0 ? this.#slider(points) : []),
            ...(trip && points.length === 0 ? [element("p", { className: "quiet", textContent: "The track has nothing from this time: the map shows where the trip began and ended." })] : []),
            element("div", { className: "tools" },
                points.length > 0 ? button("Save as GPX", () => save(shown)) : undefined,
                button("Close the day", this.calls.close)))
    }

    /** @param {readonly Trip[]} trips of the day that is shown */
    list(trips) {
        const { trip } = this.#shown ?? {}
        // Whoever has chosen one by the keyboard is still there.
        const key = /** @type {HTMLElement | null} */ (this.#list.querySelector(":focus"))?.dataset.key
        this.#list.replaceChildren(...(trips.length > 0 ? [element("h3", { textContent: "Trips" }), tripRows(trips, trip?.id, this.options.units, (chosen) => this.calls.select(chosen.id === trip?.id ? undefined : chosen))] : []))
        if (key) /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-key="${key}"]`))?.focus({ preventScroll: true })
    }

    /** @param {import("../model/days.js").DayOfTrack} day */
    #dayWords({ length, movingInMs, points }) {
        const [first, last] = [points[0].time, points[points.length - 1].time]
        const words = [lengthInWords(length, this.options.units), `${durationInWords(movingInMs / 1000)} under way`, `${clock(first)} – ${clock(last)}`]
        return element("p", { className: "quiet", textContent: words.join(" · ") })
    }

    /** @param {Trip} trip */
    #tripWords(trip) {
        const [from, to] = placesOfTrip(trip)
        return [
            element("p", { className: "strong" }, nameElement(from), " to ", nameElement(to)),
            element("p", { className: "quiet", textContent: `${timesOfTripInWords(trip)} · ${tripInWords(trip, this.options.units)}` }),
            ...(trip.label?.note ? [element("p", { className: "quiet", dir: "auto", textContent: trip.label.note })] : []),
        ]
    }

    /** @param {import("../model/track.js").TrackPoint[]} points */
    #slider(points) {
        const [first, last] = [points[0].time, points[points.length - 1].time]
        const words = element("p", { className: "quiet", role: "status" })
        const seek = (/** @type {number} */ time) => {
            this.#time = time
            const { speed, latitude, longitude } = pointAt(points, time)
            words.textContent = [clock(time), Number.isNaN(speed) ? "" : speedInWords(speed, this.options.units), coordinateInForm({ latitude, longitude }, this.options.form)].filter(Boolean).join(" · ")
            slider.setAttribute("aria-valuetext", clock(time))
            this.calls.changed()
        }
        const slider = element("input", { type: "range", min: String(first), max: String(Math.max(last, first + 1)), step: "1000", value: String(first), "aria-label": this.#shown?.trip ? "Time within the trip" : "Time of day", oninput: () => seek(Number(slider.value)) })
        seek(first)
        return [slider, words]
    }

    /** @returns {import("./surface.js").Annotation[]} the pin at the time of the slider, or those of both ends of a trip without a way */
    annotations() {
        if (!this.#shown) return []
        const { points, trip } = this.#shown
        const pin = (/** @type {Coordinate} */ coordinate, /** @type {string} */ label) => ({ coordinate, kind: /** @type {const} */ ("trip"), label, select: () => undefined })
        if (points.length > 0) {
            const { latitude, longitude } = pointAt(points, this.#time)
            return [pin({ latitude, longitude }, `The way on ${dayOf(this.#time)}`)]
        }
        return trip ? [pin(trip.start.coordinate, "Start of the trip"), pin(trip.end.coordinate, "End of the trip")] : []
    }

    close() {
        this.#shown = undefined
        this.#head.replaceChildren()
        this.#list.replaceChildren()
    }
}

/** @param {Shown} shown */
function save({ name, points, trip }) {
    const address = URL.createObjectURL(new Blob([gpxOf(points)], { type: "application/gpx+xml" }))
    element("a", { href: address, download: `${name}${trip ? `-${trip.id}` : ""}.gpx` }).click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
