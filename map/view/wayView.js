// The way by date: a calendar of the days that have a way or trips, and the day that is chosen, on the map and beside the calendar.

import { readText, request } from "../io/api.js"
import { tripsBetween } from "../io/keptTrips.js"
import { daysOfTrack, weeksOfMonth } from "../model/days.js"
import { Lines } from "../model/lines.js"
import { trackLines, trackPoint } from "../model/track.js"
import { daysOfTrips, stretch, timesOfTrip, tripsOfDay } from "../model/trips.js"
import { lengthInWords } from "../model/units.js"
import { DayPlayer } from "./dayPlayer.js"
import { button, byID, element } from "./elements.js"

/** More points than this are not kept: a year of a box that is under way each day. */
const mostPoints = 500_000

/** One day at a time. */
export class WayView {
    /** @type {Map<string, import("../model/days.js").DayOfTrack>} */
    #days = new Map()
    /**
     * Those of the month that the calendar shows; none where none are kept.
     * @type {Trip[]}
     */
    #trips = []
    #keepsTrips = false
    #isLoaded = false
    /** @type {import("./dayPlayer.js").Shown | undefined} */
    #shown = undefined
    /**
     * What an address wants to be shown, while it is read, or nothing is known of it.
     * @type {{name: string, trip: string | undefined} | undefined}
     */
    #wanted = undefined
    /** Any day of the month that the calendar shows. */
    #month = new Date()
    #calendar = element("div", {})
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
        this.player = new DayPlayer(options, {
            changed,
            select: (trip) => { if (this.#shown) this.show(this.#shown.name, { trip: trip?.id }) },
            close: () => this.close(),
        })
        byID("way").replaceChildren(this.#hint, this.#calendar, this.player.element)
        byID("tab-way").addEventListener("click", () => void this.load())
    }

    /** @returns {string | undefined} the day that is shown, or will be */
    get day() {
        return (this.#wanted ?? this.#shown)?.name
    }

    /** @returns {string | undefined} the trip that is shown, or will be */
    get trip() {
        return this.#wanted ? this.#wanted.trip : this.#shown?.trip?.id
    }

    /**
     * Asks for all of the track, and for the trips of the month; they are only kept while the calendar may need them.
     * @param {string} [day] whose month the calendar is to show
     */
    async load(day) {
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
            if (last && !this.#shown && !day) this.#month = new Date(last.time)
            this.#hint.textContent = points.length ? "" : "The track is empty."
        } catch (error) {
            const { code, message } = /** @type {any} */ (error)
            this.#days = new Map()
            this.#hint.textContent = code === "forbidden" ? "Only precise readers may see the way." : message
        }
        this.#hint.hidden = this.#hint.textContent === ""
        if (day) this.#month = new Date(`${day}T12:00`)
        this.#isLoaded = true
        await this.#loadTrips()
        this.#showCalendar()
        document.body.dataset.days = String(this.#days.size)
    }

    /**
     * Shows what an address leads to, once the way has been read.
     * @param {string} day
     * @param {string | undefined} trip its identity
     * @returns {Promise<boolean>} whether nothing else has been chosen meanwhile
     */
    async open(day, trip) {
        this.#wanted = { name: day, trip }
        await this.load(day)
        if (this.day !== day || this.trip !== trip) return false
        this.show(day, { trip })
        return true
    }

    /**
     * Whether the daemon keeps trips that this reader may know: nothing is asked for otherwise.
     * @param {boolean} keepsTrips
     */
    setKeepsTrips(keepsTrips) {
        if (keepsTrips === this.#keepsTrips) return
        this.#keepsTrips = keepsTrips
        void this.tripsChanged()
    }

    /** A trip has begun or ended, or has been labelled. */
    async tripsChanged() {
        if (!this.#isLoaded) return
        await this.#loadTrips()
        this.#showCalendar()
        this.#showTrips()
    }

    /** Asks for the trips of the month that the calendar shows. */
    async #loadTrips() {
        const month = this.#month
        const [year, number] = [month.getFullYear(), month.getMonth()]
        /** @type {Trip[]} */
        let trips = []
        if (this.#keepsTrips) {
            try {
                trips = await tripsBetween(new Date(year, number, 1).getTime(), new Date(year, number + 1, 1).getTime())
            } catch (error) {
                this.#hint.textContent = `The trips cannot be read: ${/** @type {Error} */ (error).message}`
                this.#hint.hidden = false
            }
        }
        // Another month may have been chosen meanwhile, and has its own.
        if (month !== this.#month) return
        this.#trips = trips
        document.body.dataset.trips = String(trips.length)
    }

    /** The list of the day that is shown; and the trip of an address, once it is known. */
    #showTrips() {
        const wanted = this.#wanted
        if (wanted && this.#trips.some(({ id }) => id === wanted.trip)) this.show(wanted.name, { trip: wanted.trip, fits: false })
        else if (this.#shown) this.player.list(tripsOfDay(this.#trips, this.#shown.name))
    }

    #showCalendar() {
        const [year, month] = [this.#month.getFullYear(), this.#month.getMonth()]
        const turn = (/** @type {number} */ months) => {
            this.#month = new Date(year, month + months, 1)
            this.#showCalendar()
            if (this.#keepsTrips) void this.#loadTrips().then(() => this.#showCalendar())
        }
        const counts = daysOfTrips(this.#trips)
        const head = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((name) => element("th", { scope: "col", textContent: name }))
        const rows = weeksOfMonth(year, month).map((week) => element("tr", {}, ...week.map((name) => element("td", {}, name && this.#cell(name, counts.get(name) ?? 0)))))
        this.#calendar.hidden = this.#days.size === 0 && !this.#keepsTrips
        // Whoever has pressed something by the keyboard is still there.
        const key = /** @type {HTMLElement | null} */ (this.#calendar.querySelector(":focus"))?.dataset.key
        this.#calendar.replaceChildren(
            element("div", { className: "tools" },
                button("‹", () => turn(-1), { "aria-label": "The month before", "data-key": "before" }),
                element("strong", { textContent: this.#month.toLocaleDateString("en", { month: "long", year: "numeric" }) }),
                button("›", () => turn(1), { "aria-label": "The next month", "data-key": "next" })),
            element("table", { className: "calendar" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)))
        if (key) /** @type {HTMLElement | null} */ (this.#calendar.querySelector(`[data-key="${key}"]`))?.focus({ preventScroll: true })
    }

    /**
     * @param {string} name
     * @param {number} trips how many trips that day has
     */
    #cell(name, trips) {
        const number = String(Number(name.slice(8)))
        const day = this.#days.get(name)
        if (!day && trips === 0) return number
        const words = `${name}: ${[day && lengthInWords(day.length, this.options.units), trips > 0 && `${trips} ${trips === 1 ? "trip" : "trips"}`].filter(Boolean).join(", ")}`
        return button(number, () => this.show(name), { "aria-label": words, title: words, "aria-pressed": this.#shown?.name === name, "data-key": name })
    }

    /**
     * Shows the way of a day or of one of its trips, if it has any.
     * @param {string} name
     * @param {{trip?: string, fits?: boolean}} more the identity of the trip; whether the map goes there
     */
    show(name, { trip: identity, fits = true } = {}) {
        const day = this.#days.get(name)
        const trips = tripsOfDay(this.#trips, name)
        const trip = trips.find(({ id }) => id === identity)
        const hasAny = day !== undefined || trips.length > 0
        this.#wanted = trip || (hasAny && !identity) ? undefined : { name, trip: identity }
        if (!hasAny) return
        const points = trip ? stretch(this.#days.values(), timesOfTrip(trip)) : day?.points ?? []
        this.#shown = { name, day, points, trip }
        this.player.show(this.#shown)
        this.player.list(trips)
        this.surface.setOverlay("trip", trackLines(points, 0, points.length))
        document.body.dataset.day = name
        this.opened()
        this.resized()
        const seen = points.length > 0 ? points : trip ? [trip.start.coordinate, trip.end.coordinate] : []
        if (fits && seen.length > 0) this.surface.fit(bounds(seen))
        this.changed()
        this.#showCalendar()
    }

    /** @returns {import("./surface.js").Annotation[]} what of the day is a pin */
    annotations() {
        return this.player.annotations()
    }

    /** The map shows no day any more. */
    close() {
        this.#wanted = undefined
        if (!this.#shown) return
        this.#shown = undefined
        this.player.close()
        this.surface.setOverlay("trip", [])
        delete document.body.dataset.day
        this.#showCalendar()
        this.resized()
        this.changed()
    }
}

/**
 * @param {readonly Coordinate[]} points
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
