// The track: points in the order of time, and lines coloured by speed, with gaps as gaps.

import { distanceInMeters, unwrapped } from "./geometry.js"

/**
 * @typedef {object} TrackPoint
 * @property {number} longitude
 * @property {number} latitude
 * @property {number} time milliseconds since 1970, by the receiver
 * @property {number} speed m/s; NaN when unknown
 * @property {boolean} startsSegment nothing is known of the way from the point before
 */

/** Where one colour ends and the next begins, m/s: 5, 20, 50, 90 and 130 km/h. */
export const speedLimits = [1.4, 5.6, 13.9, 25, 36]

/**
 * After so long without a receiver nobody knows the way, as in the daemon's own track. Time between points is no gap by itself: what
 * the daemon has kept is thinned, and its points may be ten minutes or five kilometres apart; it says where it knows nothing.
 */
const gapInMs = 5 * 60_000

/** States of the source after which the daemon begins a new segment at once. */
const endOfSegment = new Set(["lost", "disconnected"])

/** Points that change with each fix; beyond it the older ones become part of the old way, which is drawn rarely. */
const recentCount = 600

/** More points than this are not kept: at 1 Hz more than two days. */
const mostPoints = 200_000

/**
 * A line of `/v1/track`, or a location of an event, as a point; nothing without a position or a time that can be trusted: one
 * in the far future would be newer than all that comes after it.
 * @param {DeviceLocation & {startsSegment?: boolean}} line
 * @returns {TrackPoint | undefined}
 */
export function trackPoint(line) {
    const time = Date.parse(line.timestamp ?? "")
    if (!line.coordinate || Number.isNaN(time) || line.timestampSuspect) return undefined
    const { longitude, latitude } = line.coordinate
    return { longitude, latitude, time, speed: line.speed ?? NaN, startsSegment: line.startsSegment === true }
}

/**
 * The colour of a speed: 0 for the slowest. With the colour of the point before, a change needs a tenth more than the limit, so that a steady speed is one line.
 * @param {number} speed
 * @param {number} [before]
 */
export function speedClass(speed, before) {
    if (Number.isNaN(speed)) return before ?? 0
    let result = 0
    while (result < speedLimits.length && speed >= speedLimits[result]) result += 1
    if (before === undefined || result === before) return result
    const limit = result > before ? speedLimits[result - 1] * 1.1 : speedLimits[result] * 0.9
    return (result > before ? speed >= limit : speed < limit) ? result : Math.abs(result - before) > 1 ? result : before
}

/**
 * Lines of points, one for each stretch of one colour; neighbours share their point, so that there is no hole.
 * @param {readonly TrackPoint[]} points
 * @param {number} from
 * @param {number} to
 * @returns {Feature[]}
 */
export function trackLines(points, from, to) {
    /** @type {Feature[]} */
    const features = []
    /** @type {Position[]} */
    let line = []
    let lineClass = 0
    const finish = () => {
        if (line.length > 1) {
            features.push({ type: "Feature", geometry: { type: "LineString", coordinates: line }, properties: { speed: lineClass } })
        }
    }
    for (let index = from; index < to; index += 1) {
        const point = points[index]
        const before = index > from ? points[index - 1] : undefined
        if (!before || point.startsSegment) {
            finish()
            line = [[point.longitude, point.latitude]]
            lineClass = speedClass(point.speed)
            continue
        }
        const speed = Number.isNaN(point.speed) ? (distanceInMeters(before, point) / (point.time - before.time)) * 1000 : point.speed
        const pointClass = speedClass(speed, line.length > 1 ? lineClass : undefined)
        const last = line[line.length - 1]
        if (pointClass !== lineClass) {
            finish()
            line = [last]
            lineClass = pointClass
        }
        line.push([unwrapped(point.longitude, last[0]), point.latitude])
    }
    finish()
    return features
}

/** All points, and which of them are drawn as the old way. */
export class Track {
    /** @type {TrackPoint[]} */
    points = []

    /** The points before this one are the old way. */
    frozen = 0

    /**
     * What has kept the page from hearing where the box is since the newest point.
     * @type {"nothing" | "pause" | "end"}
     */
    #interruption = /** @type {any} */ ("nothing")

    /**
     * The receiver's time of the newest point: what to ask the daemon for after a break.
     * @returns {number | undefined}
     */
    get lastTime() {
        return this.points.at(-1)?.time
    }

    /**
     * The source is in another state: without a receiver nobody knows the way.
     * @param {string} state of `Source`
     */
    sourceIs(state) {
        if (state === "live" || this.#interruption === "end") return
        this.#interruption = endOfSegment.has(state) ? "end" : "pause"
    }

    /** The page itself has heard nothing for a while. What the daemon tells of it afterwards fills the gap. */
    missedSomething() {
        if (this.#interruption === "nothing") this.#interruption = "pause"
    }

    /** The daemon has told of the way up to now, with its gaps. */
    caughtUp() {
        this.#interruption = "nothing"
    }

    /**
     * A location of the stream, which knows of no segments: the way has a gap where the receiver or the connection had one.
     * @param {TrackPoint} point
     * @returns {boolean} whether it was taken
     */
    addLive(point) {
        const last = this.points.at(-1)
        const isGap = last !== undefined
            && (this.#interruption === "end" || (this.#interruption === "pause" && point.time - last.time > gapInMs))
        const isTaken = this.add(isGap ? { ...point, startsSegment: true } : point)
        if (isTaken) this.#interruption = "nothing"
        return isTaken
    }

    /**
     * Takes a point that is newer than all others, and passes over any other: after a break the daemon tells some twice.
     * @param {TrackPoint} point as the daemon's track has it: `startsSegment` is the truth
     * @returns {boolean} whether it was taken
     */
    add(point) {
        const last = this.points.at(-1)
        if (last && point.time <= last.time) return false
        this.points.push(point)
        if (this.points.length > mostPoints) {
            const dropped = mostPoints / 10
            this.points.splice(0, dropped)
            this.frozen = Math.max(0, this.frozen - dropped)
        }
        return true
    }

    /**
     * Moves what is older than the newest points to the old way, when there is enough of it.
     * @returns {boolean} whether the old way has to be drawn again
     */
    freeze() {
        if (this.points.length - this.frozen <= recentCount) return false
        this.frozen = this.points.length - recentCount / 6
        return true
    }

    /** @returns {Feature[]} */
    get oldLines() {
        return trackLines(this.points, 0, this.frozen)
    }

    /**
     * From the last point of the old way on.
     * @returns {Feature[]}
     */
    get recentLines() {
        return trackLines(this.points, Math.max(0, this.frozen - 1), this.points.length)
    }

    clear() {
        this.points = []
        this.frozen = 0
    }
}
