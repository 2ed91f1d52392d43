// Where places are in the window of a Mercator map that is not turned.

import { mercator, wrapped } from "./geometry.js"

/** A middle, a zoom and a window in pixels; what the panel covers does not count. */
export class FlatCamera {
    width = 0
    height = 0
    padding = { left: 0, right: 0, top: 0, bottom: 0 }

    /**
     * @param {Coordinate} center
     * @param {number} zoom
     */
    constructor(center, zoom) {
        this.center = center
        this.zoom = zoom
    }

    /** The middle, with its longitude between −180 and 180. */
    get wrappedCenter() {
        return { ...this.center, longitude: wrapped(this.center.longitude) }
    }

    /** The world's width in pixels. */
    get #world() {
        return 512 * 2 ** this.zoom
    }

    /** Where the middle is, in pixels. */
    get #middle() {
        const { left, right, top, bottom } = this.padding
        return { x: (this.width + left - right) / 2, y: (this.height + top - bottom) / 2 }
    }

    /**
     * Where a place is, in pixels from the upper left.
     * @param {Coordinate} point
     * @returns {[number, number]}
     */
    pixel(point) {
        const [place, center, middle] = [mercator(point), mercator(this.center), this.#middle]
        return [middle.x + (place.x - center.x) * this.#world, middle.y + (place.y - center.y) * this.#world]
    }

    /**
     * The place at a pixel.
     * @param {number} x
     * @param {number} y
     * @returns {Coordinate}
     */
    place(x, y) {
        const [center, middle] = [mercator(this.center), this.#middle]
        const [mx, my] = [center.x + (x - middle.x) / this.#world, center.y + (y - middle.y) / this.#world]
        return { longitude: mx * 360 - 180, latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * my))) * 180) / Math.PI }
    }
}
