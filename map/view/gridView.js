// The grid of a nautical chart over the map, and its labels at the edges.

import { contains, exit, generous, gridLabel, gridLines, gridSteps, multiples } from "../model/graticule.js"
import { byID, element } from "./elements.js"

/** The size of the longest label, in pixels. */
const [width, height] = [90, 18]

/** Lines are shapes of the map, which move with it; labels are elements that stay at the edge. Nothing happens while the map rests. */
export class GridView {
    #isShown = false
    /** What the map has lines for. */
    #drawn = { bounds: /** @type {import("../model/graticule.js").Bounds} */ ([0, 0, 0, 0]), key: "" }
    /** @type {HTMLElement[]} elements that are there, whether shown or not */
    #labels = []
    #covered = { left: 0, top: 0, right: 0, bottom: 0 }
    /** @type {DOMRect[]} what lies over the map besides, and would hide half of a label */
    #obstacles = []

    /** @param {import("./surface.js").MapSurface} surface */
    constructor(surface) {
        this.surface = surface
    }

    /** @param {boolean} isShown */
    setShown(isShown) {
        if (isShown === this.#isShown) return
        this.#isShown = isShown
        byID("grid").hidden = !isShown
        this.#drawn.key = ""
        if (!isShown) this.surface.setOverlay("grid", [])
        this.cameraChanged()
    }

    /** @param {{left: number, top: number, right: number, bottom: number}} covered what of the window is not the map's */
    setPadding(covered) {
        this.#covered = covered
        this.#obstacles = [byID("controls"), byID("foot")].map((part) => part.getBoundingClientRect())
        this.cameraChanged()
    }

    cameraChanged() {
        if (!this.#isShown) return
        const bounds = this.surface.bounds()
        const steps = gridSteps(this.surface.zoom(), this.surface.center().latitude)
        const key = `${steps.meridians} ${steps.parallels}`
        if (key !== this.#drawn.key || !contains(this.#drawn.bounds, bounds)) {
            this.#drawn = { bounds: generous(bounds), key }
            this.surface.setOverlay("grid", gridLines(this.#drawn.bounds, steps))
        }
        this.#placeLabels(bounds, steps)
    }

    /**
     * @param {import("../model/graticule.js").Bounds} bounds
     * @param {import("../model/graticule.js").GridSteps} steps
     */
    #placeLabels([west, south, east, north], steps) {
        const { left, top, right, bottom } = this.#covered
        const view = { left, top, right: window.innerWidth - right, bottom: window.innerHeight - bottom }
        let count = 0
        const pixel = (/** @type {number} */ longitude, /** @type {number} */ latitude) => this.surface.pixel({ longitude, latitude })
        const place = (/** @type {string} */ text, /** @type {[number, number]} */ a, /** @type {[number, number]} */ b) => {
            const at = exit(a, b, view)
            if (at && !this.#isHidden(at)) this.#label(count++, text, at)
        }
        for (const longitude of multiples(west, east, steps.meridians)) {
            place(gridLabel(longitude, steps.meridians, ["E", "W"]), pixel(longitude, south), pixel(longitude, north))
        }
        for (const latitude of multiples(Math.max(south, -85), Math.min(north, 85), steps.parallels)) {
            place(gridLabel(latitude, steps.parallels, ["N", "S"]), pixel(west, latitude), pixel(east, latitude))
        }
        for (const label of this.#labels.slice(count)) label.hidden = true
    }

    /** @param {{x: number, y: number, edge: string}} at */
    #isHidden({ x, y, edge }) {
        const isBelow = edge === "bottom"
        const [west, east, north, south] = isBelow ? [x - width / 2, x + width / 2, y - height, y] : [x - width, x, y - height / 2, y + height / 2]
        return this.#obstacles.some(({ left, right, top, bottom }) => west < right && east > left && north < bottom && south > top)
    }

    /**
     * @param {number} index
     * @param {string} text
     * @param {{x: number, y: number, edge: string}} at
     */
    #label(index, text, { x, y, edge }) {
        const label = this.#labels[index] ?? element("span", {})
        if (!this.#labels[index]) byID("grid").append((this.#labels[index] = label))
        label.hidden = false
        if (label.textContent !== text) label.textContent = text
        if (label.className !== edge) label.className = edge
        label.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(${edge === "bottom" ? "-50%, -100%" : "-100%, -50%"})`
    }
}
