// What the page does when the reader touches the map, and when the map moves.

import { onTheMap } from "../model/following.js"
import { showNorth } from "./controls.js"
import { showScale } from "./scaleView.js"

/** How often the list of what is near is made anew while the map follows. */
const listIntervalInMs = 2_000

/** The dot is 11 pixels in each direction, and a finger hits what is near it. */
const reachOfDotInPixels = 16

/** One for the page: a `SurfaceListener` of its surface. */
export class MapListener {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #listTimer = undefined

    /** @param {import("./page.js").Page} page */
    constructor(page) {
        this.page = page
    }

    /**
     * @param {Coordinate} point
     * @param {string | undefined} identifier
     * @returns {boolean} whether it was for a draft, a region or the box
     */
    click(point, identifier) {
        const { annotations, box, editor, regions } = this.page
        annotations.giveUpQuestion()
        if (editor.click(point)) return true
        const region = identifier === undefined ? undefined : regions.find(identifier)
        if (region) annotations.showRegion(region, false)
        else if (box && this.#isUnder(point, onTheMap(box))) void annotations.find(box, {})
        else return false
        return true
    }

    /**
     * Whether a click was meant for what lies at a place.
     * @param {Coordinate} click
     * @param {Coordinate} place
     */
    #isUnder(click, place) {
        const { surface } = this.page
        const [[x, y], [px, py]] = [surface.pixel(click), surface.pixel(place)]
        return Math.hypot(x - px, y - py) <= reachOfDotInPixels
    }

    /**
     * @param {Coordinate} point
     * @param {string} name
     */
    nameClicked(point, name) {
        void this.page.annotations.find(point, { name })
    }

    /** @param {Coordinate} point */
    longPress(point) {
        if (!this.page.editor.draft) void this.page.annotations.find(point, {})
    }

    userMoved() {
        this.page.tracking.stop()
    }

    /** While the map follows the box it comes to rest many times a second: the list waits. */
    moved() {
        const { link, regions, tracking } = this.page
        if (tracking.mode === "none") link.changed()
        if (this.#listTimer !== undefined) return
        this.#listTimer = setTimeout(() => {
            this.#listTimer = undefined
            regions.showList()
        }, tracking.mode === "none" ? 100 : listIntervalInMs)
    }

    changed() {
        const { annotations, grid, options, surface, track } = this.page
        showScale(surface, options.units)
        showNorth(surface.bearing())
        grid.cameraChanged()
        annotations.zoomChanged()
        track.zoomChanged()
    }
}
