// The dot and the camera go evenly from fix to fix, together, and only as often as the eye can see.

import { unwrapped } from "../model/geometry.js"

/** A way that is shorter than this on the screen is not drawn: a frame costs as much for nothing as for something. */
const leastPixels = 1
const leastDegrees = 0.25

/** What is left of longer steps is drawn when nothing has come for so long: a box that goes on will have made a whole step of it. */
const patienceInMs = 1500

/** A way whose next pixel is farther off than this waits for it without asking for frames. */
const longestFrameInMs = 40

const reducedMotion = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : { matches: false }

/**
 * @typedef {{longitude: number, latitude: number, bearing: number}} Pose
 * @typedef {{from: Pose, to: Pose, shown: Pose, start: number, duration: number, draw: (pose: Pose) => void}} Way
 */

/** Moves what it is told to, each thing by its name. */
export class Glide {
    /** @type {Map<string, Way>} */
    #ways = new Map()
    #frame = 0
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #pause = undefined

    /**
     * @param {(a: Pose, b: Pose) => number} pixels between two places on the screen
     * @param {number} [stepInPixels] how far a way goes from frame to frame: more than a pixel where frames are dear
     */
    constructor(pixels, stepInPixels = leastPixels) {
        this.pixels = pixels
        this.stepInPixels = stepInPixels
    }

    /**
     * Sets out for a place, or is there at once when it may not take any time. A place that it is already on its way to is no news.
     * @param {string} name
     * @param {Pose} from where it is now
     * @param {Pose} target
     * @param {number} durationInMs
     * @param {(pose: Pose) => void} draw
     */
    start(name, from, target, durationInMs, draw) {
        const known = this.#ways.get(name)
        if (known && isSame(known.to, target)) return
        const to = { ...target, longitude: unwrapped(target.longitude, from.longitude) }
        const way = { from, to, shown: from, start: performance.now(), duration: durationInMs, draw }
        this.#ways.set(name, way)
        if (durationInMs <= 0 || document.hidden) this.#draw(way, to)
        else if (reducedMotion.matches) {
            if (this.#isSeen(way, to, Infinity)) this.#draw(way, to)
        } else if (this.#frame === 0) {
            clearTimeout(this.#pause)
            this.#next()
        }
    }

    /**
     * It stays where it is.
     * @param {string} name
     */
    stop(name) {
        this.#ways.delete(name)
    }

    #next() {
        this.#frame = requestAnimationFrame((now) => {
            this.#frame = 0
            const ways = [...this.#ways.values()]
            const poses = ways.map((way) => between(way, now))
            // Both or none: a dot that goes without its map would tremble.
            const areSeen = ways.some((way, index) => this.#isSeen(way, poses[index], now))
            ways.forEach((way, index) => { if (areSeen || isTurnToEnd(way, now)) this.#draw(way, poses[index]) })
            // What is left of a pixel at the end is not drawn: a box at rest, whose fixes tremble, draws nothing.
            const wait = Math.min(...ways.map((way) => this.#untilNextStep(way, now)))
            if (wait === Infinity) return
            if (wait <= longestFrameInMs) this.#next()
            else this.#pause = setTimeout(() => { if (this.#frame === 0) this.#next() }, wait)
        })
    }

    /**
     * How long it takes until there is something to be seen of a way, in milliseconds.
     * @param {Way} way
     * @param {number} now
     */
    #untilNextStep(way, now) {
        const { from, to, shown, start, duration } = way
        const end = start + duration
        if (now < end) {
            const steps = Math.max(this.pixels(from, to) / this.stepInPixels, Math.abs(turnBetween(from, to)) / leastDegrees)
            if (steps >= 1) return Math.min(duration / steps, end - now)
        }
        return this.stepInPixels > leastPixels && this.pixels(shown, to) >= leastPixels ? Math.max(0, end + patienceInMs - now) : Infinity
    }

    /**
     * @param {Way} way
     * @param {Pose} pose
     * @param {number} now
     */
    #isSeen({ shown, start, duration }, pose, now) {
        const least = now >= start + duration + patienceInMs ? leastPixels : this.stepInPixels
        return Math.abs(pose.bearing - shown.bearing) >= leastDegrees || this.pixels(shown, pose) >= least
    }

    /**
     * @param {Way} way
     * @param {Pose} pose
     */
    #draw(way, pose) {
        if (way.shown === pose) return
        way.shown = pose
        way.draw(pose)
    }
}

/**
 * @param {Pose} a
 * @param {Pose} b
 */
const isSame = (a, b) => a.latitude === b.latitude && (a.bearing - b.bearing) % 360 === 0 && (a.longitude - b.longitude) % 360 === 0

/**
 * @param {Way} way
 * @param {number} now
 */
const isOver = ({ start, duration }, now) => now - start >= duration

/**
 * Whether what is left of a turn is to be drawn, however little: a map that keeps some of its last degree has the north nearly up.
 * @param {Way} way
 * @param {number} now
 */
const isTurnToEnd = (way, now) => way.shown !== way.from && isOver(way, now) && turnBetween(way.shown, way.to) !== 0

/**
 * By the shorter side, −180 to 180 degrees.
 * @param {Pose} from
 * @param {Pose} to
 */
const turnBetween = (from, to) => ((((to.bearing - from.bearing) % 360) + 540) % 360) - 180

/**
 * Where it is on its way, which turns by the shorter side.
 * @param {Way} way
 * @param {number} now
 * @returns {Pose}
 */
function between({ from, to, start, duration }, now) {
    const share = duration <= 0 ? 1 : Math.min(1, Math.max(0, (now - start) / duration))
    const turn = turnBetween(from, to)
    return share === 1 ? to : {
        longitude: from.longitude + (to.longitude - from.longitude) * share,
        latitude: from.latitude + (to.latitude - from.latitude) * share,
        bearing: from.bearing + turn * share,
    }
}
