// A guard as the daemon tells it: what it is called, what is drawn of it, and whether somebody has to look.

import { circleRing, ringWithSector } from "./geometry.js"
import { lengthInWords } from "./units.js"
import { agoInWords, directionInWords } from "./words.js"

/**
 * What `/v1/guard` answers (docs/reference/protocol.md). Of readers with reduced precision only the state is known.
 * @typedef {{kind: "anchor" | "parked", coordinate: Coordinate, radius: number, warning: number, sector?: {from: number, to: number}, grace: number, automatic?: boolean}} GuardPlan
 * @typedef {{state: string, plan?: GuardPlan, distance?: number, bearing?: number, seen?: number, since?: number, swing?: {coordinate: Coordinate, radius: number}, told?: {[event: string]: string}}} Guard
 */

/** @type {Guard} */
export const noGuard = { state: "off" }

/** Towards a shore the ring that warns is the one that alarms, and this share of it warns (GuardRing). */
const warningShare = 0.8

/**
 * Whether somebody has to look now: what one cannot miss.
 * @param {Guard} guard
 */
export const isAlarm = ({ state }) => state === "alarm" || state === "blind"

/**
 * The rings, narrower towards a shore, and the circle that the boat has swung in, for the overlay.
 * @param {Guard} guard
 * @returns {Feature[]}
 */
export function guardShapes({ state, plan, swing }) {
    if (!plan) return []
    /** @type {(part: string, ring: Position[]) => Feature} */
    const shape = (part, ring) => ({
        type: "Feature", properties: { part, isAlarm: isAlarm({ state }) }, geometry: { type: "Polygon", coordinates: [ring] },
    })
    /** @type {(radius: number, towardsShore: number) => Position[]} */
    const ring = (radius, towardsShore) =>
        plan.sector ? ringWithSector(plan.coordinate, radius, plan.sector, towardsShore) : circleRing(plan.coordinate, radius)
    const shapes = [
        shape("ring", ring(plan.radius, plan.warning)), shape("warning", ring(plan.warning, plan.warning * warningShare)),
    ]
    if (swing && swing.radius > 0) shapes.push(shape("swing", circleRing(swing.coordinate, swing.radius)))
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
    if (!plan) return { title: state === "alarm" ? "Alarm" : title, detail: state === "blind" ? "What was guarded is no longer known: arm the guard again." : "" }
    const parts = []
    if (distance !== undefined) {
        const direction = bearing === undefined ? " away from" : ` ${directionInWords(bearing)} of`
        const center = plan.kind === "anchor" ? "the anchor" : "its place"
        parts.push(`${lengthInWords(distance, units)}${direction} ${center}; ${lengthInWords(plan.radius, units)} is allowed`)
    }
    if (state === "blind" && seen !== undefined) parts.push(`last seen ${agoInWords(seen)}`)
    return { title, detail: parts.join("; ") }
}
