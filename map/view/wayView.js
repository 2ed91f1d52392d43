// The way by date: a calendar of the days that have one, the way of a day with a slider through it, and the day as a file.

import { readText, request } from "../io/api.js"
import { coordinateInForm } from "../model/coordinates.js"
import { dayOf, daysOfTrack, gpxOf, pointAt, weeksOfMonth } from "../model/days.js"
import { Lines } from "../model/lines.js"
import { trackLines, trackPoint } from "../model/track.js"
import { lengthInWords, speedInWords } from "../model/units.js"
import { durationInWords } from "../model/words.js"
import { button, byID, element } from "./elements.js"

/** More points than this are not kept: a year of a box that is under way each day. */
const mostPoints = 500_000

/** One day at a time. */
export class WayView {
    /** @type {Map<string, import("../model/days.js").DayOfTrack>} */
    #days = new Map()
    /** @type {import("../model/days.js").DayOfTrack | undefined} */
    #shown = undefined
    #time = 0
    /** Any day of the month that the calendar shows. */
    #month = new Date()
    #calendar = element("div", {})
    #details = element("div", { className: "player" })
    #hint = element("p", { className: "quiet", role: "status" })

    /**
     * @param {import("./surface.js").MapSurface} surface
     * @param {{units: import("../model/units.js").Units, form: import("../model/coordinates.js").CoordinateForm}} options
     * @param {() => void} changed the pins of the map have to be set again, and the address
     * @param {() => void} opened the map shows a day now, and follows no more
     * @param {() => void} resized the panel covers more or less of the map
     */
    constructor(surface, options, changed, opened, resized) {
        this.surface = surface
        this.options = options
        this.changed = changed
        this.opened = opened
        this.resized = resized
        byID("way").replaceChildren(this.#hint, this.#calendar, this.#details)
        byID("tab-way").addEventListener("click", () => void this.load())
    }

    /** @returns {string | undefined} the day that is shown */
    get day() {
        return this.#shown?.day
    }

    /** Asks for all of the track; it is only kept while the calendar may need it. */
    async load() {
        this.#hint.hidden = false
        this.#hint.textContent = "Reading the track …"
        try {
            const response = await request("/v1/track", { cache: "no-store" })
            /** @type {import("../model/track.js").TrackPoint[]} */
            const points = []
            const lines = new Lines()
            const take = (/** @type {any[]} */ found) => {
                for (const line of found) {
                    const point = trackPoint(line)
                    if (point && point.time > (points.at(-1)?.time ?? -Infinity)) points.push(point)
                }
                if (points.length > mostPoints) points.splice(0, mostPoints / 10)
            }
            await readText(response, (text) => take(lines.take(text)))
            take(lines.finish())
            this.#days = daysOfTrack(points)
            const last = points.at(-1)
            if (last && !this.#shown) this.#month = new Date(last.time)
            this.#hint.textContent = points.length ? "" : "The track is empty."
        } catch (error) {
            const { code, message } = /** @type {any} */ (error)
            this.#days = new Map()
            this.#hint.textContent = code === "forbidden" ? "Only precise readers may see the way." : message
        }
        this.#hint.hidden = this.#hint.textContent === ""
        this.#showCalendar()
        document.body.dataset.days = String(this.#days.size)
    }

    #showCalendar() {
        const [year, month] = [this.#month.getFullYear(), this.#month.getMonth()]
        const turn = (/** @type {number} */ months) => {
            this.#month = new Date(year, month + months, 1)
            this.#showCalendar()
        }
        const head = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((name) => element("th", { scope: "col", textContent: name }))
        const rows = weeksOfMonth(year, month).map((week) => element("tr", {}, ...week.map((name) => element("td", {}, name && this.#cell(name)))))
        this.#calendar.hidden = this.#days.size === 0
        this.#calendar.replaceChildren(
            element("div", { className: "tools" },
                button("‹", () => turn(-1), { "aria-label": "The month before" }),
                element("strong", { textContent: this.#month.toLocaleDateString("en", { month: "long", year: "numeric" }) }),
                button("›", () => turn(1), { "aria-label": "The next month" })),
            element("table", { className: "calendar" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)))
    }

    /** @param {string} name */
    #cell(name) {
        const number = String(Number(name.slice(8)))
        const day = this.#days.get(name)
        if (!day) return number
        const words = `${name}: ${lengthInWords(day.length, this.options.units)}`
        return button(number, () => this.show(name), { "aria-label": words, title: words, "aria-pressed": this.#shown?.day === name })
    }

    /**
     * Shows the way of a day, if it has one.
     * @param {string} name
     */
    show(name) {
        const day = this.#days.get(name)
        if (!day) return
        this.#shown = day
        const [first, last] = [day.points[0].time, day.points[day.points.length - 1].time]
        const clock = (/** @type {number} */ time) => new Date(time).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })
        const words = element("p", { className: "quiet", role: "status" })
        const seek = (/** @type {number} */ time) => {
            this.#time = time
            const { speed, latitude, longitude } = pointAt(day.points, time)
            words.textContent = [clock(time), Number.isNaN(speed) ? "" : speedInWords(speed, this.options.units), coordinateInForm({ latitude, longitude }, this.options.form)].filter(Boolean).join(" · ")
            slider.setAttribute("aria-valuetext", clock(time))
            this.changed()
        }
        const slider = element("input", { type: "range", min: String(first), max: String(Math.max(last, first + 1)), step: "1000", value: String(first), "aria-label": "Time of the day", oninput: () => seek(Number(slider.value)) })
        const summary = [lengthInWords(day.length, this.options.units), `${durationInWords(day.movingInMs / 1000)} under way`, `${clock(first)} – ${clock(last)}`]
        this.#details.replaceChildren(
            element("h3", { textContent: new Date(first).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" }) }),
            element("p", { className: "quiet", textContent: summary.join(" · ") }), slider, words,
            element("div", { className: "tools" }, button("Take away as GPX", () => this.#save(day)), button("Close the day", () => this.close())))
        this.surface.setOverlay("trip", trackLines(day.points, 0, day.points.length))
        document.body.dataset.day = name
        this.opened()
        this.resized()
        this.surface.fit(bounds(day.points))
        seek(first)
        this.#showCalendar()
    }

    /** @param {import("../model/days.js").DayOfTrack} day */
    #save(day) {
        const address = URL.createObjectURL(new Blob([gpxOf(day.points)], { type: "application/gpx+xml" }))
        element("a", { href: address, download: `${day.day}.gpx` }).click()
        setTimeout(() => URL.revokeObjectURL(address), 10_000)
    }

    /** @returns {import("./surface.js").Annotation[]} the pin at the time of the slider */
    annotations() {
        if (!this.#shown) return []
        const { latitude, longitude } = pointAt(this.#shown.points, this.#time)
        return [{ coordinate: { latitude, longitude }, kind: "trip", label: `The way on ${dayOf(this.#time)}`, select: () => undefined }]
    }

    /** The map shows no day any more. */
    close() {
        if (!this.#shown) return
        this.#shown = undefined
        this.#details.replaceChildren()
        this.surface.setOverlay("trip", [])
        delete document.body.dataset.day
        this.#showCalendar()
        this.resized()
        this.changed()
    }
}

/**
 * @param {readonly import("../model/track.js").TrackPoint[]} points
 * @returns {[number, number, number, number]} west, south, east, north
 */
function bounds(points) {
    /** @type {[number, number, number, number]} */
    const box = [Infinity, Infinity, -Infinity, -Infinity]
    const first = points[0].longitude
    for (const { longitude, latitude } of points) {
        const east = longitude + 360 * Math.round((first - longitude) / 360)
        ;[box[0], box[1], box[2], box[3]] = [Math.min(box[0], east), Math.min(box[1], latitude), Math.max(box[2], east), Math.max(box[3], latitude)]
    }
    return box
}
