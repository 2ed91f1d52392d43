// The track on the map: what the daemon has kept, and what comes while the page is open.

import { readText, request } from "../io/api.js"
import { Lines } from "../model/lines.js"
import { distanceInMeters, metersPerPixel } from "../model/geometry.js"
import { Track, trackPoint } from "../model/track.js"

/** So much of the way is asked for. */
const askedFor = "24h"

/**
 * Longer than the ten minutes that two kept points of one segment are apart at most (docs/guide/track.md). The first point of an answer
 * always begins a segment, because the daemon tells nothing of what was before: so the page asks for more than it misses.
 */
const overlapInMs = 11 * 60_000

/** Somebody who comes nearer waits for what is to be seen there. */
const afterZoomInMs = 400

/** Slower than this, in m/s, a way that is shorter than the receiver's accuracy is noise. */
const slowestWay = 0.5

/** Keeps a `Track` and draws it. */
export class TrackOverlay {
    track = new Track()
    /**
     * Locations that came while the daemon was being asked.
     * @type {import("../model/track.js").TrackPoint[]}
     */
    #waiting = []
    #isLoading = false
    #mustLoadAgain = false
    /**
     * The end of the way that the map shows.
     * @type {import("../model/track.js").TrackPoint | undefined}
     */
    #drawn = undefined
    #drawnZoom = 0
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer = undefined

    /** @param {import("./surface.js").MapSurface} surface */
    constructor(surface) {
        this.surface = surface
    }

    /**
     * Asks for the way since the newest point, or for all of it. What is known already is not taken twice. Where no track is
     * kept, the way begins with the page.
     */
    async load() {
        if (this.#isLoading) {
            this.#mustLoadAgain = true
            return
        }
        this.#isLoading = true
        try {
            const last = this.track.lastTime
            const since = last === undefined ? askedFor : new Date(last - overlapInMs).toISOString().replace(/\.\d+Z$/, "Z")
            const lines = new Lines()
            const response = await request(`/v1/track?since=${encodeURIComponent(since)}`, { cache: "no-store" })
            await readText(response, (text) => this.#take(lines.take(text)))
            this.#take(lines.finish())
            this.track.caughtUp()
        } catch {
            // No track is kept, or this reader may not know it; a broken connection says so elsewhere.
        } finally {
            this.#isLoading = false
            for (const point of this.#waiting) this.track.addLive(point)
            this.#waiting = []
            this.draw()
            document.body.dataset.track = String(this.track.points.length)
            if (this.#mustLoadAgain) {
                this.#mustLoadAgain = false
                void this.load()
            }
        }
    }

    /** @param {any[]} lines */
    #take(lines) {
        for (const line of lines) {
            const point = trackPoint(line)
            if (point) this.track.add(point)
        }
    }

    /** @param {DeviceLocation} location of an event */
    add(location) {
        const point = trackPoint(location)
        if (!point) return
        if (this.#isLoading) {
            this.#waiting.push(point)
            return
        }
        if (!this.track.addLive(point)) return
        document.body.dataset.track = String(this.track.points.length)
        if (this.#isSeen(point, location)) this.#drawIn(this.surface.wayStep.milliseconds)
    }

    /** The map is nearer or farther: what was too short to be seen may be seen now. */
    zoomChanged() {
        if (this.#drawn !== this.track.points.at(-1) && this.surface.zoom() > this.#drawnZoom + 1) this.#drawIn(afterZoomInMs)
    }

    /**
     * @param {import("../model/track.js").TrackPoint} point
     * @param {DeviceLocation} location
     */
    #isSeen(point, { speed, horizontalAccuracy }) {
        if (!this.#drawn || point.startsSegment) return true
        const noise = speed !== undefined && speed < slowestWay ? horizontalAccuracy ?? 0 : 0
        return distanceInMeters(this.#drawn, point) >= Math.max(noise, this.surface.wayStep.pixels * metersPerPixel(point.latitude, this.surface.zoom()))
    }

    /** @param {number} milliseconds from now on, unless it is to be drawn already */
    #drawIn(milliseconds) {
        if (this.#timer !== undefined) return
        this.#timer = setTimeout(() => {
            this.#timer = undefined
            this.draw()
        }, milliseconds)
    }

    draw() {
        if (this.track.freeze()) this.surface.setOverlay("track-old", this.track.oldLines)
        this.surface.setOverlay("track-recent", this.track.recentLines)
        this.#drawn = this.track.points.at(-1)
        this.#drawnZoom = this.surface.zoom()
    }
}
