// The dot on the map, or the cell of a reader with reduced precision, and the camera that goes with it: MapKit's user tracking.

import { cameraFollowing, direction, firstZoom, glideInMs, leastCameraWay, nextHeadingMode, nextTrackingMode, onTheMap } from "../model/following.js"
import { cellRing, distanceInMeters, metersPerPixel } from "../model/geometry.js"
import { badge, isStale, nothingKnown } from "../model/state.js"
import { byID } from "./elements.js"

/** How long the camera takes to the box when it begins to follow. */
const catchUpInMs = 400

const modeNames = { none: "Follow: off", follow: "Follow: on", followWithHeading: "Follow: on, with the heading up" }

/** Shows where the box is, and keeps it in the middle of the map as long as the user wants it there. */
export class UserTracking {
    /** @type {import("../model/following.js").UserTrackingMode} */
    mode = "follow"
    /** What is to be done when the mode is another one. */
    changed = () => {}
    #state = nothingKnown
    #wasShown = false
    #lastFixAt = 0
    /** While one draws, the map must not move under the finger. */
    #isPaused = false
    #keepsZoom = false
    /** The cell that the map has, as text. */
    #shownCell = "null"

    /**
     * @param {import("./surface.js").MapSurface} surface
     * @param {(at: Coordinate) => Promise<boolean>} hasStreets whether there is something to see there from near
     */
    constructor(surface, hasStreets) {
        this.surface = surface
        this.hasStreets = hasStreets
    }

    /**
     * The dot, the cell, the camera.
     * @param {import("../model/state.js").PageState} state
     * @param {DeviceLocation | undefined} before the location that was shown last
     */
    show(state, before) {
        this.#state = state
        const { location, precision } = state
        if (!location) return
        const { horizontalAccuracy } = location
        const coordinate = onTheMap(location.coordinate)
        const now = performance.now()
        const glide = before && before !== location ? glideInMs(now - this.#lastFixAt, distanceInMeters(before.coordinate, location.coordinate)) : 0
        if (before !== location) this.#lastFixAt = now
        const isReduced = precision === "reduced"
        this.#showCell(isReduced ? coordinate : undefined)
        const problem = badge(state)
        this.surface.setUserLocation(isReduced ? undefined : {
            coordinate,
            accuracy: horizontalAccuracy ?? 0,
            direction: direction(state),
            isStale: isStale(state),
            label: problem ? `Last known position. ${problem.title}` : "Position of the box",
            glideInMs: glide,
        })
        if (!this.#wasShown) {
            this.#wasShown = true
            if (!this.#keepsZoom) void this.#comeNear(coordinate, isReduced)
        }
        this.#follow(glide)
        document.body.dataset.stale = String(isStale(state))
    }

    /**
     * As near as there is something to see. The answer may be late: whoever has taken the map meanwhile, or come nearer, keeps it.
     * @param {Coordinate} center
     * @param {boolean} isReduced
     */
    async #comeNear(center, isReduced) {
        const zoom = this.surface.zoom()
        const hasStreets = await this.hasStreets(center)
        if (this.mode === "none" || Math.abs(this.surface.zoom() - zoom) > 0.01) return
        this.surface.moveTo({ center, zoom: firstZoom(isReduced, hasStreets) }, 0)
    }

    /**
     * The map is only told when it is another cell: a new shape makes it draw all of itself.
     * @param {Coordinate | undefined} center
     */
    #showCell(center) {
        const shown = JSON.stringify(center ?? null)
        if (shown === this.#shownCell) return
        this.#shownCell = shown
        this.surface.setOverlay("cell", center ? [{ type: "Feature", geometry: { type: "Polygon", coordinates: [cellRing(center)] }, properties: {} }] : [])
    }

    /**
     * @param {number} glide milliseconds
     * @param {boolean} [isExact] also where the box is nearly in the middle already
     */
    #follow(glide, isExact = false) {
        const camera = this.#isPaused ? undefined : cameraFollowing(this.mode, this.#state)
        if (!camera) return
        const [longitude, latitude] = camera.center
        const center = onTheMap({ longitude, latitude })
        const pixels = distanceInMeters(this.surface.center(), center) / metersPerPixel(center.latitude, this.surface.zoom())
        const isThere = pixels < leastCameraWay(this.#state) && this.mode === "follow" && Math.abs(this.surface.bearing()) < 0.5
        if (isExact || !isThere) this.surface.moveTo({ center, bearing: camera.bearing }, glide)
    }

    /** @param {boolean} isPaused whether the map stays where it is for a while, and then follows as before */
    setPaused(isPaused) {
        if (this.#isPaused === isPaused) return
        this.#isPaused = isPaused
        if (isPaused) this.surface.stay()
        else this.#follow(catchUpInMs, true)
    }

    /** @param {import("../model/following.js").UserTrackingMode} mode */
    setMode(mode) {
        this.mode = mode
        const tracking = byID("tracking")
        tracking.dataset.mode = mode
        tracking.setAttribute("aria-label", modeNames[mode])
        tracking.title = modeNames[mode]
        const heading = byID("heading")
        heading.hidden = mode === "none"
        heading.setAttribute("aria-pressed", String(mode === "followWithHeading"))
        if (mode === "none") this.surface.stay()
        else this.#follow(catchUpInMs, true)
        this.changed()
    }

    /** What the button does. Whoever ends it has the north up again; a map that a hand has taken stays as it is. */
    setNextMode() {
        this.setMode(nextTrackingMode(this.mode))
        if (this.mode === "none" && Math.abs(this.surface.bearing()) >= 0.5) this.surface.moveTo({ center: this.surface.center(), bearing: 0 }, catchUpInMs)
    }

    /** Turns the map with the box, or to the north again. */
    setNextHeadingMode() {
        if (this.mode !== "none") this.setMode(nextHeadingMode(this.mode, direction(this.#state) !== undefined))
    }

    /** The first position is no reason to show another part of the map, or another zoom: the address has said what. */
    keepsZoom() {
        this.#keepsZoom = true
    }

    /** The map stays where it is put. */
    stop() {
        if (this.mode !== "none") this.setMode("none")
    }
}
