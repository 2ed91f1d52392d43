// The dot of the user location, its accuracy and its heading: elements over the map, because they move ten times a second and a
// new shape for the graphics card would cost more than moving them.

import { metersPerPixel } from "../model/geometry.js"
import { element } from "./elements.js"

/** Wider than this it covers the screen anyhow. */
const widestInPixels = 6000

/** The parts of the dot, and how they follow a location. */
export class UserLocationView {
    accuracy = element("div", { className: "user-accuracy" })
    cone = element("div", { className: "user-cone" })
    dot = element("div", { className: "user-dot" })
    element = element("div", { className: "user-location", role: "img" }, this.accuracy, this.cone, this.dot)

    /** @type {import("./surface.js").UserLocation | undefined} */
    location = undefined

    /**
     * @param {import("./surface.js").UserLocation} location
     * @param {number} zoom
     * @param {number} bearing
     */
    set(location, zoom, bearing) {
        this.location = location
        this.element.classList.toggle("stale", location.isStale)
        if (this.element.getAttribute("aria-label") !== location.label) this.element.setAttribute("aria-label", location.label)
        this.fit(zoom, bearing)
    }

    /**
     * Sizes and turns it for a camera.
     * @param {number} zoom
     * @param {number} bearing
     */
    fit(zoom, bearing) {
        if (!this.location) return
        const { accuracy, coordinate, direction } = this.location
        const width = Math.min(widestInPixels, (2 * accuracy) / metersPerPixel(coordinate.latitude, zoom))
        this.accuracy.hidden = width < 24
        this.accuracy.style.width = this.accuracy.style.height = `${Math.round(width)}px`
        this.cone.hidden = direction === undefined
        if (direction !== undefined) this.cone.style.transform = `translate(-50%, -100%) rotate(${Math.round(direction - bearing)}deg)`
    }
}
