// The dot and the camera go evenly from fix to fix, together, and only as often as the eye can see.

import { unwrapped } from "../model/geometry.js"

/** A way that is shorter than this on the screen is not drawn: a frame costs as much for nothing as for something. */
const leastPixels = 1
const leastDegrees = 0.25

/** A dot or a camera that rests this long is drawn where it is to the last part of a pixel. */
const restInMs = 300

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
    #rest = undefined

    /** @param {(a: Pose, b: Pose) => number} pixels between two places on the screen */
    constructor(pixels) {
        this.pixels = pixels
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
        clearTimeout(this.#rest)
        if (durationInMs <= 0 || document.hidden) this.#draw(way, to)
        else if (this.#frame === 0) this.#next()
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
            if (ways.some(({ shown }, index) => this.#isSeen(shown, poses[index]))) ways.forEach((way, index) => this.#draw(way, poses[index]))
            if (ways.some(({ start, duration }) => now - start < duration)) this.#next()
            else this.#rest = setTimeout(() => { for (const way of this.#ways.values()) this.#draw(way, way.to) }, restInMs)
        })
    }

    /**
     * @param {Pose} shown
     * @param {Pose} pose
     */
    #isSeen(shown, pose) {
        return Math.abs(pose.bearing - shown.bearing) >= leastDegrees || this.pixels(shown, pose) >= leastPixels
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
 * Where it is on its way, which turns by the shorter side.
 * @param {Way} way
 * @param {number} now
 * @returns {Pose}
 */
function between({ from, to, start, duration }, now) {
    const share = duration <= 0 ? 1 : Math.min(1, Math.max(0, (now - start) / duration))
    const turn = ((((to.bearing - from.bearing) % 360) + 540) % 360) - 180
    return share === 1 ? to : {
        longitude: from.longitude + (to.longitude - from.longitude) * share,
        latitude: from.latitude + (to.latitude - from.latitude) * share,
        bearing: from.bearing + turn * share,
    }
}
