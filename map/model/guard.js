// A guard as the daemon tells it: what it is called, what is drawn of it, and whether somebody has to look.

import { circleRing } from "./geometry.js"
import { lengthInWords } from "./units.js"
import { agoInWords, directionInWords } from "./words.js"

/**
 * What `/v1/guard` answers (docs/reference/protocol.md). Of readers with reduced precision only the state is known.
 * @typedef {{kind: "anchor" | "parked", coordinate: Coordinate, radius: number, warning: number, sector?: {from: number, to: number}, grace: number, automatic?: boolean}} GuardPlan
 * @typedef {{state: string, plan?: GuardPlan, distance?: number, bearing?: number, seen?: number, since?: number, swing?: {coordinate: Coordinate, radius: number}, told?: {[event: string]: string}}} Guard
 */

/** @type {Guard} */
export const noGuard = { state: "off" }

/**
 * Whether somebody has to look now: what one cannot miss.
 * @param {Guard} guard
 */
export const isAlarm = ({ state }) => state === "alarm" || state === "blind"

/**
 * The rings and the circle that the boat has swung in, for the overlay.
 * @param {Guard} guard
 * @returns {Feature[]}
 */
export function guardShapes({ state, plan, swing }) {
    if (!plan) return []
    /** @type {(part: string, center: Coordinate, radius: number) => Feature} */
    const circle = (part, center, radius) => ({
        type: "Feature", properties: { part, isAlarm: isAlarm({ state }) },
        geometry: { type: "Polygon", coordinates: [circleRing(center, radius)] },
    })
    const shapes = [circle("ring", plan.coordinate, plan.radius), circle("warning", plan.coordinate, plan.warning)]
    if (swing && swing.radius > 0) shapes.push(circle("swing", swing.coordinate, swing.radius))
    return shapes
}

const titles = {
    armed: "Guarded", warning: "Near the edge of the ring", alarm: "Alarm: outside the ring", blind: "Alarm: the guard is blind",
    acknowledged: "Alarm acknowledged", off: "",
}

/**
 * A title and what there is to know.
 * @param {Guard} guard
 * @param {import("./units.js").Units} units
 * @returns {{title: string, detail: string}}
 */
export function guardInWords(guard, units) {
    const { state, plan, distance, bearing, seen } = guard
    const title = /** @type {{[state: string]: string}} */ (titles)[state] ?? state
    if (!plan) return { title: state === "alarm" ? "Alarm" : title, detail: state === "blind" ? "What was guarded is lost: arm the guard again." : "" }
    const parts = []
    if (distance !== undefined) {
        const direction = bearing === undefined ? " away from" : ` ${directionInWords(bearing)} of`
        const center = plan.kind === "anchor" ? "the anchor" : "its place"
        parts.push(`${lengthInWords(distance, units)}${direction} ${center}, ${lengthInWords(plan.radius, units)} are allowed`)
    }
    if (state === "blind" && seen !== undefined) parts.push(`last seen ${agoInWords(seen)}`)
    return { title, detail: parts.join("; ") }
}
