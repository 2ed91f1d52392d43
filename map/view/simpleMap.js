// The map where there is no WebGL: the way, the regions and the dot as SVG, without a basemap. Everything beside the map works as
// it does with one.

import { FlatCamera } from "../model/flatCamera.js"
import { mercator } from "../model/geometry.js"
import { palette } from "../model/palette.js"
import { button, element } from "./elements.js"
import { startSimpleGestures } from "./simpleGestures.js"
import { shapes, svg } from "./simpleShapes.js"
import { wayStep } from "./surface.js"

/** A Mercator map that redraws itself as a whole, at most once a frame. */
export class SimpleMap {
    /** @type {Map<string, Feature[]>} */
    features = new Map()
    /** @type {ReadonlySet<string>} */
    inside = new Set()
    /** @type {import("./surface.js").Annotation[]} */
    annotations = []
    /** @type {import("./surface.js").UserLocation | undefined} */
    user = undefined
    /** @type {import("./surface.js").SurfaceListener | undefined} */
    listener = undefined
    /** @type {{at: Coordinate, content: HTMLElement, closed?: () => void} | undefined} */
    callout = undefined
    camera = new FlatCamera({ longitude: 10, latitude: 30 }, 2)
    wayStep = wayStep
    #isDue = false

    /**
     * @param {HTMLElement} container
     * @param {import("../model/palette.js").Appearance} appearance
     */
    constructor(container, appearance) {
        this.container = container
        this.appearance = appearance
        this.shapes = svg("svg", { class: "simple-map", role: "img", "aria-label": "The way, the regions and the position, without a map beneath them" })
        this.pins = element("div", { className: "simple-pins" })
        container.replaceChildren(this.shapes, this.pins)
        container.dataset.simple = "true"
        new ResizeObserver(() => this.#draw()).observe(container)
        startSimpleGestures(this)
    }

    center() { return this.camera.wrappedCenter }
    zoom() { return this.camera.zoom }
    bearing() { return 0 }

    /** @returns {[number, number, number, number]} */
    bounds() {
        const [northwest, southeast] = [this.camera.place(0, 0), this.camera.place(this.container.clientWidth, this.container.clientHeight)]
        return [northwest.longitude, southeast.latitude, southeast.longitude, northwest.latitude]
    }

    /** @param {Coordinate} point */
    pixel(point) { return this.camera.pixel(point) }

    /**
     * @param {string} name
     * @param {Feature[]} features
     */
    setOverlay(name, features) {
        this.features.set(name, features)
        this.#draw()
    }

    /** @param {ReadonlySet<string>} inside */
    setInside(inside) {
        this.inside = inside
        this.#draw()
    }

    /** @param {import("./surface.js").Camera} camera */
    moveTo(camera) {
        this.camera.center = camera.center
        this.camera.zoom = Math.max(0, Math.min(20, camera.zoom ?? this.camera.zoom))
        this.#draw()
        this.listener?.changed()
    }

    /** It never takes time. */
    stay() {}

    isMoving() { return false }

    /** @param {import("./surface.js").Camera} camera */
    flyTo(camera) {
        this.moveTo(camera)
        this.listener?.moved()
    }

    /** @param {[number, number, number, number]} bounds */
    fit([west, south, east, north]) {
        const [a, b] = [mercator({ longitude: west, latitude: north }), mercator({ longitude: east, latitude: south })]
        const size = Math.max(b.x - a.x, b.y - a.y, 1e-6)
        const zoom = Math.log2((Math.min(this.container.clientWidth, this.container.clientHeight) * 0.8) / (512 * size))
        this.flyTo({ center: { longitude: (west + east) / 2, latitude: (south + north) / 2 }, zoom: Math.min(16, zoom) })
    }

    /** @param {{left: number, right: number, top: number, bottom: number}} padding */
    setPadding(padding) {
        this.camera.padding = padding
        this.#draw()
    }

    /** @param {import("./surface.js").UserLocation | undefined} location */
    setUserLocation(location) {
        this.user = location
        this.#draw()
    }

    /** @param {import("./surface.js").Annotation[]} annotations */
    setAnnotations(annotations) {
        this.annotations = annotations
        this.#draw()
    }

    /** Handles are for a mouse on a real map; here a click and the form take their place. */
    setHandles() {}

    /**
     * @param {Coordinate} at
     * @param {HTMLElement} content
     * @param {() => void} [closed]
     */
    showCallout(at, content, closed) {
        this.hideCallout()
        this.callout = { at, closed, content: element("div", { className: "simple-callout" }, content, button("Close", () => this.hideCallout())) }
        this.#draw()
    }

    hideCallout() {
        const closed = this.callout?.closed
        this.callout = undefined
        closed?.()
        this.#draw()
    }

    /** @param {number} levels */
    zoomBy(levels) {
        this.flyTo({ center: this.camera.center, zoom: this.camera.zoom + levels })
    }

    /**
     * @param {number} x pixels
     * @param {number} y
     */
    panBy(x, y) {
        const [left, top] = this.camera.pixel(this.camera.center)
        this.flyTo({ center: this.camera.place(left + x, top + y) })
    }

    /** It prints as it is. */
    drawing() { return undefined }

    /** @param {import("../model/palette.js").Appearance} appearance */
    setAppearance(appearance) {
        this.appearance = appearance
        this.#draw()
    }

    /** @param {import("./surface.js").SurfaceListener} listener */
    listen(listener) {
        this.listener = listener
    }

    #draw() {
        if (this.#isDue) return
        this.#isDue = true
        requestAnimationFrame(() => {
            this.#isDue = false
            const { camera, features, inside, user } = this
            ;[camera.width, camera.height] = [this.container.clientWidth, this.container.clientHeight]
            this.shapes.replaceChildren(...shapes({ camera, features, inside, user, colors: palette(this.appearance) }))
            this.pins.replaceChildren(...this.#pins())
        })
    }

    #pins() {
        const pins = this.annotations.map((annotation) => {
            const [x, y] = this.camera.pixel(annotation.coordinate)
            const pin = button(annotation.count ? String(annotation.count) : "", annotation.select, { className: `pin ${annotation.kind}`, "aria-label": annotation.label, title: annotation.label })
            pin.style.left = `${x}px`
            pin.style.top = `${y}px`
            return pin
        })
        if (!this.callout) return pins
        const [x, y] = this.camera.pixel(this.callout.at)
        this.callout.content.style.left = `${x}px`
        this.callout.content.style.top = `${y}px`
        return [...pins, this.callout.content]
    }
}
