// A recorded trip as `POST /replay` tells it, in bounded memory however long it is.

import { distanceInMeters, unwrapped } from "./geometry.js"
import { trackLines } from "./track.js"

/**
 * A position at a time.
 * @typedef {object} Moment
 * @property {number} elapsed
 * @property {number} longitude
 * @property {number} latitude
 * @property {number} speed
 * @property {number | undefined} course
 * @property {boolean} [startsSegment] nothing is known of the way from the position before
 */

/** Positions kept; beyond that every second one goes, again and again. */
const mostMoments = 50_000

/** Events in the list; of more there is only the number. */
const mostEvents = 5_000

/**
 * A longer way without a position is drawn as a gap. It is longer than the ten minutes that two points of one segment are apart at most
 * in a track that placemarkd has thinned (docs/guide/track.md): a ship on a steady course has no others.
 */
const gapInSeconds = 660

/** Grows with each line of the replay. */
export class Timeline {
    /** @type {Moment[]} */
    moments = []
    /**
     * All but the locations, in the order of time.
     * @type {DaemonEvent[]}
     */
    events = []
    /** Events that the list has no room for. */
    eventsLeftOut = 0
    /** @type {{bytes: number, of: number} | undefined} */
    progress = undefined
    /** @type {{[key: string]: any} | undefined} */
    summary = undefined
    /** @type {{[key: string]: any}[]} */
    policies = []
    /**
     * Why it came to nothing.
     * @type {string | undefined}
     */
    failure = undefined
    /** Whether nobody knows which number in its dates is the month. */
    lacksOrderOfDates = false

    /** Of so many positions one is kept. */
    #stride = 1
    #seen = 0
    /** When the last position of the recording was, also when it was not kept. */
    #lastElapsed = -Infinity
    /** Whether a gap lies between the last position that was kept and the next. */
    #isAfterGap = true

    /** @param {DaemonEvent} event */
    take(event) {
        switch (event.event) {
            case "progress":
                this.progress = { bytes: event.bytes ?? 0, of: event.of ?? 0 }
                return
            case "summary":
                this.summary = event
                return
            case "comparison":
                this.policies = /** @type {any[]} */ (event.policies ?? [])
                return
            case "question":
                this.lacksOrderOfDates = event.option === "dates"
                return
            case "failed":
                this.failure = this.lacksOrderOfDates
                    ? "It is not clear which number in its dates is the month, because none is above 12."
                    : event.detail ?? "The recording could not be read."
                return
            case "location":
                this.#takeLocation(event)
                return
            case "status":
            case "geocode":
            case "rejected":
            case "heading":
                return
            default:
                if (this.events.length < mostEvents) this.events.push(event)
                else this.eventsLeftOut += 1
        }
    }

    /** @param {DaemonEvent} event */
    #takeLocation({ location, elapsed }) {
        if (!location?.coordinate || elapsed === undefined) return
        this.#seen += 1
        // Gaps are those of the recording: between positions that are kept lie as many others as are left out.
        this.#isAfterGap ||= elapsed - this.#lastElapsed > gapInSeconds
        this.#lastElapsed = elapsed
        if (this.#seen % this.#stride !== 0) return
        const { longitude, latitude } = location.coordinate
        this.moments.push({ elapsed, longitude, latitude, speed: location.speed ?? NaN, course: location.course, startsSegment: this.#isAfterGap })
        this.#isAfterGap = false
        if (this.moments.length > mostMoments) {
            // Of an odd number, so that the last one stays.
            this.moments = this.moments.filter((_, index) => index % 2 === 0)
                .map((moment, index) => ({ ...moment, startsSegment: moment.startsSegment || (this.moments[2 * index - 1]?.startsSegment ?? false) }))
            this.#stride *= 2
        }
    }

    /** Seconds from the first fix to the last. */
    get duration() {
        return Math.max(this.moments.at(-1)?.elapsed ?? 0, this.events.at(-1)?.elapsed ?? 0)
    }

    /**
     * Where the box was, between two positions in proportion; nothing before there is one.
     * @param {number} elapsed
     * @returns {Moment | undefined}
     */
    at(elapsed) {
        const next = this.#indexAfter(elapsed)
        if (next === 0) return this.moments[0]
        const before = this.moments[next - 1]
        const after = this.moments[next]
        if (!after) return before
        const share = (elapsed - before.elapsed) / (after.elapsed - before.elapsed)
        const longitude = unwrapped(after.longitude, before.longitude)
        return {
            elapsed,
            longitude: before.longitude + (longitude - before.longitude) * share,
            latitude: before.latitude + (after.latitude - before.latitude) * share,
            speed: before.speed,
            course: before.course,
        }
    }

    /**
     * The first position later than this.
     * @param {number} elapsed
     */
    #indexAfter(elapsed) {
        let low = 0
        let high = this.moments.length
        while (low < high) {
            const middle = (low + high) >> 1
            if (this.moments[middle].elapsed <= elapsed) low = middle + 1
            else high = middle
        }
        return low
    }

    /**
     * The newest event of a kind at this time: what the box was told then.
     * @param {number} elapsed
     * @param {string} name
     * @returns {DaemonEvent | undefined}
     */
    latest(elapsed, name) {
        /** @type {DaemonEvent | undefined} */
        let result
        for (const event of this.events) {
            if ((event.elapsed ?? 0) > elapsed) break
            if (event.event === name) result = event
        }
        return result
    }

    /**
     * The way, coloured by speed.
     * @returns {Feature[]}
     */
    lines() {
        const points = this.moments.map((moment, index) => {
            const before = this.moments[index - 1]
            const speed = Number.isNaN(moment.speed) && before && moment.elapsed > before.elapsed
                ? distanceInMeters(before, moment) / (moment.elapsed - before.elapsed)
                : moment.speed
            return { ...moment, speed, time: moment.elapsed * 1000, startsSegment: moment.startsSegment === true }
        })
        return trackLines(points, 0, points.length)
    }

    /**
     * West, south, east, north; nothing without a position.
     * @returns {[number, number, number, number] | undefined}
     */
    get bounds() {
        const first = this.moments[0]
        if (!first) return undefined
        /** @type {[number, number, number, number]} */
        const box = [first.longitude, first.latitude, first.longitude, first.latitude]
        for (const moment of this.moments) {
            const longitude = unwrapped(moment.longitude, first.longitude)
            box[0] = Math.min(box[0], longitude)
            box[1] = Math.min(box[1], moment.latitude)
            box[2] = Math.max(box[2], longitude)
            box[3] = Math.max(box[3], moment.latitude)
        }
        return box
    }
}

/**
 * `1:02:03`, as the slider shows it.
 * @param {number} seconds
 */
export function clockInWords(seconds) {
    const whole = Math.max(0, Math.floor(seconds))
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0")
    return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}
