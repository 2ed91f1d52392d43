// What lies on MapLibre's map as elements of the page: the dot, pins, handles, a callout.

import { element } from "./elements.js"
import { UserLocationView } from "./userLocationView.js"

/**
 * What MapLibre calls a place, as the daemon does.
 * @param {{lng: number, lat: number}} point
 * @returns {Coordinate}
 */
export const coordinate = ({ lng, lat }) => ({ longitude: ((((lng + 180) % 360) + 360) % 360) - 180, latitude: lat })

/**
 * A place in the order of GeoJSON.
 * @param {Coordinate} point
 * @returns {[number, number]}
 */
export const position = ({ longitude, latitude }) => [longitude, latitude]

/**
 * Whether a pin is a circle, whose middle is its place; others point at theirs.
 * @param {import("./surface.js").Annotation} annotation
 */
const isRound = ({ kind, count }) => kind === "trip" || count !== undefined

/** The markers of one map. */
export class Markers {
    /** @type {any} */
    #userMarker = undefined
    #userView = new UserLocationView()
    /** @type {any[]} */
    #pins = []
    /** @type {any[]} */
    #handles = []
    /** @type {any} */
    #popup = undefined

    /**
     * @param {any} map
     * @param {import("./glide.js").Glide} glide
     */
    constructor(map, glide) {
        this.map = map
        this.glide = glide
        map.on("move", () => this.#userView.fit(map.getZoom(), map.getBearing()))
    }

    /** @param {import("./surface.js").UserLocation | undefined} location */
    setUserLocation(location) {
        if (!location) {
            this.glide.stop("dot")
            this.#userMarker?.remove()
            this.#userMarker = undefined
            return
        }
        if (!this.#userMarker) {
            this.#userMarker = new maplibregl.Marker({ element: this.#userView.element, subpixelPositioning: true })
                .setLngLat(position(location.coordinate)).addTo(this.map)
            // MapLibre makes markers into buttons; the dot is a picture.
            this.#userView.element.removeAttribute("tabindex")
        }
        const marker = this.#userMarker
        const from = { ...coordinate(marker.getLngLat()), bearing: 0 }
        this.glide.start("dot", from, { ...location.coordinate, bearing: 0 }, location.glideInMs, (pose) => marker.setLngLat(position(pose)))
        this.#userView.set(location, this.map.getZoom(), this.map.getBearing())
    }

    /** @param {import("./surface.js").Annotation[]} annotations */
    setAnnotations(annotations) {
        for (const marker of this.#pins) marker.remove()
        this.#pins = annotations.map((annotation) => {
            const pin = element("button", { type: "button", className: `pin ${annotation.kind}`, "aria-label": annotation.label, title: annotation.label })
            if (annotation.count) pin.textContent = String(annotation.count)
            pin.addEventListener("click", (event) => {
                event.stopPropagation()
                annotation.select()
            })
            return new maplibregl.Marker({ element: pin, anchor: isRound(annotation) ? "center" : "bottom" }).setLngLat(position(annotation.coordinate)).addTo(this.map)
        })
    }

    /** @param {import("./surface.js").Handle[]} handles */
    setHandles(handles) {
        // While one is dragged, it must stay the same element.
        while (this.#handles.length > handles.length) this.#handles.pop().marker.remove()
        handles.forEach((handle, index) => {
            const known = this.#handles[index]
            if (known) {
                known.handle = handle
                if (!known.dragged) known.marker.setLngLat(position(handle.coordinate))
                return
            }
            const grip = element("div", { className: "handle", role: "img", "aria-label": handle.label })
            const marker = new maplibregl.Marker({ element: grip, draggable: true }).setLngLat(position(handle.coordinate)).addTo(this.map)
            const entry = { handle, marker, dragged: false }
            marker.on("dragstart", () => { entry.dragged = true })
            marker.on("drag", () => {
                const { lng, lat } = marker.getLngLat()
                entry.handle.move({ longitude: lng, latitude: lat })
            })
            marker.on("dragend", () => {
                entry.dragged = false
                marker.setLngLat(position(entry.handle.coordinate))
            })
            grip.removeAttribute("tabindex")
            this.#handles.push(entry)
        })
    }

    /**
     * @param {Coordinate} at
     * @param {HTMLElement} content
     * @param {() => void} [closed]
     */
    showCallout(at, content, closed) {
        this.hideCallout()
        this.#popup = new maplibregl.Popup({ maxWidth: "300px", offset: 32, focusAfterOpen: false, closeOnClick: false }).setLngLat(position(at)).setDOMContent(content).addTo(this.map)
        if (closed) this.#popup.once("close", closed)
    }

    hideCallout() {
        const popup = this.#popup
        this.#popup = undefined
        popup?.remove()
    }
}
