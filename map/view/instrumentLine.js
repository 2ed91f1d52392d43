// The instruments: position, speed and course over ground, heading, height, accuracy, satellites and age, to be read from two metres.

import { coordinateInForm } from "../model/coordinates.js"
import { badge, isStale } from "../model/state.js"
import { altitudeInWords, courseInWords, lengthInWords, speedInWords } from "../model/units.js"
import { durationInWords, headingInWords, magneticInWords } from "../model/words.js"
import { byID, copyText, element } from "./elements.js"

/** Slower than this, in m/s, a course is noise. */
const slowestCourse = 0.5

/** What stands where nothing is known. */
const unknown = "–"

/**
 * Latitude and longitude, or the words as they are: a narrow screen breaks the line between the two, and never inside of one.
 * @param {string} position
 */
const halves = (position) => position.split(/(?<=, |[NS] )/)

/** A line of large numbers above the map, which can be taken away. */
export class InstrumentLine {
    /** @type {{[name: string]: HTMLElement}} */
    #values = {}

    constructor() {
        const value = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ title) => {
            this.#values[name] = element("strong", { textContent: unknown })
            return element("div", { className: name, title }, element("span", { textContent: label }), this.#values[name])
        }
        this.#values.position = element("button", { type: "button", id: "instrument-position", title: "Copy the position", textContent: unknown, onclick: () => copyText(this.#values.position.textContent ?? "") })
        byID("instruments").replaceChildren(
            this.#values.position,
            value("speed", "SOG", "Speed over ground"), value("course", "COG", "Course over ground"), value("heading", "HDG", "Heading, from a compass; beside it the magnetic heading and the declination"), value("altitude", "Alt", "Height above sea level"),
            value("accuracy", "±", "The radius of the circle that the box is in with 95 % probability"), value("satellites", "Sat", "Satellites: used, and heard"), value("age", "Age", "Time since the position was measured"))
    }

    /** @param {boolean} isShown */
    setShown(isShown) {
        byID("instruments").hidden = !isShown
        byID("instruments-button").setAttribute("aria-pressed", String(isShown))
    }

    /**
     * @param {import("../model/state.js").PageState} state
     * @param {{units: import("../model/units.js").Units, form: import("../model/coordinates.js").CoordinateForm}} options
     * @param {number} now milliseconds
     */
    show(state, { units, form }, now) {
        if (byID("instruments").hidden) return
        const { location, precision } = state
        const isCell = precision === "reduced"
        const { speed, course, altitude, horizontalAccuracy, satellitesUsed, satellitesSeen } = location ?? {}
        const known = (/** @type {number | undefined} */ value, /** @type {(value: number) => string} */ words) => (value === undefined ? unknown : words(value))
        const words = {
            position: location ? (isCell ? "Known to about 3 km" : coordinateInForm(location.coordinate, form)) : unknown,
            speed: known(speed, (speed) => speedInWords(speed, units)),
            course: known((speed ?? 0) > slowestCourse ? course : undefined, courseInWords),
            heading: headingInWords(state.heading) ?? unknown,
            altitude: known(altitude, (altitude) => altitudeInWords(altitude, units)),
            accuracy: known(horizontalAccuracy, (accuracy) => lengthInWords(accuracy, units)),
            satellites: satellitesUsed === undefined || satellitesSeen === undefined ? unknown : `${satellitesUsed} of ${satellitesSeen}`,
            age: location ? durationInWords((now - state.locationTakenAt) / 1000) : unknown,
        }
        for (const [name, text] of Object.entries(words)) {
            if (this.#values[name].textContent === text) continue
            if (name === "position") this.#values[name].replaceChildren(...halves(text).map((half) => element("span", { className: "half", textContent: half })))
            else this.#values[name].textContent = text
        }
        // Most boxes have no compass, and a telephone no room for what they have not.
        const heading = this.#values.heading.parentElement
        if (heading) heading.hidden = words.heading === unknown
        const label = heading?.firstElementChild
        const magnetic = ["HDG", magneticInWords(state.heading)].filter(Boolean).join(" ")
        if (label && label.textContent !== magnetic) label.textContent = magnetic
        byID("instruments").classList.toggle("stale", isStale(state) || badge(state) !== undefined)
    }
}
