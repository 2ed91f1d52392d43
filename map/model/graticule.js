// The grid of a nautical chart: meridians and parallels of whole degrees, minutes or decimals of a minute.

import { wrapped } from "./geometry.js"

/** The steps of the grid in minutes of arc, as charts have them: a hundredth of a minute, which is 18.5 m, to 90°. */
const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 5400]

/** Lines are no nearer to each other than this, in pixels: a label is 80 wide. */
const leastDistance = 110

/** What a label needs on both sides of the end of its line, in pixels: half its width, half its height, and that of a label below it. */
const room = { beside: 40, above: 10, below: 30 }

/** Beyond this, Mercator's map has ended. */
const lastLatitude = 85

/**
 * Bounds in degrees; the east may be beyond 180.
 * @typedef {[west: number, south: number, east: number, north: number]} Bounds
 * @typedef {{meridians: number, parallels: number}} GridSteps both in minutes of arc
 */

/**
 * The finest steps whose lines are far enough from each other at this latitude.
 * @param {number} zoom of a map whose world is 512 pixels wide at zoom 0
 * @param {number} latitude
 * @returns {GridSteps}
 */
export function gridSteps(zoom, latitude) {
    const pixelsInMinute = (512 * 2 ** zoom) / 360 / 60
    const finest = (/** @type {number} */ pixels) => steps.find((step) => step * pixels >= leastDistance) ?? steps[steps.length - 1]
    // Mercator stretches both ways alike, but meridians stay as far from each other as at the equator.
    const stretch = 1 / Math.cos((Math.min(Math.abs(latitude), lastLatitude) * Math.PI) / 180)
    return { meridians: finest(pixelsInMinute), parallels: finest(pixelsInMinute * stretch) }
}

/**
 * The multiples of a step between two angles, in degrees.
 * @param {number} from degrees
 * @param {number} to degrees
 * @param {number} step minutes of arc
 */
export function multiples(from, to, step) {
    const [first, last] = [Math.ceil((from * 60) / step - 1e-9), Math.floor((to * 60) / step + 1e-9)]
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ((first + index) * step) / 60)
}

/**
 * The bounds with as much again round them, so that a map that moves need not have a new grid with each pixel.
 * @param {Bounds} bounds
 * @returns {Bounds}
 */
export function generous([west, south, east, north]) {
    const [width, height] = [(east - west) / 2, (north - south) / 2]
    return [west - width, Math.max(-lastLatitude, south - height), east + width, Math.min(lastLatitude, north + height)]
}

/**
 * Whether `outer` has all of `inner`, as far as there is a map.
 * @param {Bounds} outer
 * @param {Bounds} inner
 */
export const contains = (outer, inner) =>
    outer[0] <= inner[0] && outer[1] <= Math.max(inner[1], -lastLatitude) && outer[2] >= inner[2] && outer[3] >= Math.min(inner[3], lastLatitude)

/**
 * The lines as shapes.
 * @param {Bounds} bounds
 * @param {GridSteps} steps
 * @returns {Feature[]}
 */
export function gridLines([west, south, east, north], { meridians, parallels }) {
    const line = (/** @type {Position[]} */ coordinates) => /** @type {Feature} */ ({ type: "Feature", geometry: { type: "LineString", coordinates }, properties: {} })
    return [
        ...multiples(west, east, meridians).map((longitude) => line([[longitude, south], [longitude, north]])),
        ...multiples(south, north, parallels).map((latitude) => line([[west, latitude], [east, latitude]])),
    ]
}

/**
 * `47° 08.50′ N`, `170° E`, `180°`: as many decimals as the step has, and minutes only where it has some.
 * @param {number} degrees
 * @param {number} step minutes of arc
 * @param {[positive: string, negative: string]} letters
 */
export function gridLabel(degrees, step, [positive, negative]) {
    const angle = positive === "E" ? wrapped(degrees) : degrees
    const decimals = step >= 1 ? 0 : step >= 0.1 ? 1 : 2
    const total = Math.round(Math.abs(angle) * 60 * 10 ** decimals) / 10 ** decimals
    const whole = Math.floor(total / 60 + 1e-9)
    const minutes = (total - whole * 60).toFixed(decimals).padStart(decimals ? decimals + 3 : 2, "0")
    const letter = total === 0 || (positive === "E" && total === 180 * 60) ? "" : ` ${angle > 0 ? positive : negative}`
    return `${whole}°${step < 60 ? ` ${minutes}′` : ""}${letter}`
}

/**
 * Where a straight line of the map leaves a window: at its lower edge when it runs rather up and down, else at its right one.
 * Nothing where it does not, or where a label has no room.
 * @param {[x: number, y: number]} a pixels, a point of the line
 * @param {[x: number, y: number]} b another one
 * @param {{left: number, right: number, top: number, bottom: number}} window its edges, in pixels
 * @returns {{x: number, y: number, edge: "bottom" | "right"} | undefined}
 */
export function exit([ax, ay], [bx, by], { left, right, top, bottom }) {
    const [dx, dy] = [bx - ax, by - ay]
    if (Math.abs(dy) > Math.abs(dx)) {
        const x = ax + ((bottom - ay) / dy) * dx
        return x > left + room.beside && x < right - room.beside ? { x, y: bottom, edge: "bottom" } : undefined
    }
    const y = ay + ((right - ax) / dx) * dy
    return dx !== 0 && y > top + room.above && y < bottom - room.below ? { x: right, y, edge: "right" } : undefined
}
