// The map where there is no WebGL: the way, the regions and the dot as SVG, without a basemap. Everything beside the map works as
// it does with one.

import { mercator, metersPerPixel, wrapped } from "../model/geometry.js"
import { palette } from "../model/palette.js"
import { button, element } from "./elements.js"

/** More shapes than this are not drawn: those that are nearest to the middle of the map are. */
const mostShapes = 1500

const overlays = ["cell", "region-shapes", "region-points", "track-old", "track-recent", "trip", "draft"]

/**
 * @param {string} tag
 * @param {{[name: string]: string | number}} attributes
 */
function svg(tag, attributes) {
    const result = document.createElementNS("http://www.w3.org/2000/svg", tag)
    for (const [name, value] of Object.entries(attributes)) result.setAttribute(name, String(value))
    return result
}

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
    /** @type {{at: Coordinate, content: HTMLElement} | undefined} */
    callout = undefined
    #center = { longitude: 10, latitude: 30 }
    #zoom = 2
    #padding = { left: 0, right: 0, top: 0, bottom: 0 }
    #isDue = false

    /**
     * @param {HTMLElement} container
     * @param {import("../model/palette.js").Appearance} appearance
     */
    constructor(container, appearance) {
        this.container = container
        this.appearance = appearance
        this.drawing = svg("svg", { class: "simple-map", role: "img", "aria-label": "The way, the regions and the position, without a map below" })
        this.pins = element("div", { className: "simple-pins" })
        container.replaceChildren(this.drawing, this.pins)
        container.dataset.simple = "true"
        new ResizeObserver(() => this.#draw()).observe(container)
        this.#move()
    }

    center() { return { ...this.#center, longitude: wrapped(this.#center.longitude) } }
    zoom() { return this.#zoom }
    bearing() { return 0 }

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
        this.#center = camera.center
        this.#zoom = Math.max(0, Math.min(20, camera.zoom ?? this.#zoom))
        this.#draw()
        this.listener?.changed()
    }

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
        this.#padding = padding
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
     */
    showCallout(at, content) {
        this.callout = { at, content: element("div", { className: "simple-callout" }, content, button("Close", () => this.hideCallout())) }
        this.#draw()
    }

    hideCallout() {
        this.callout = undefined
        this.#draw()
    }

    /** @param {number} levels */
    zoomBy(levels) {
        this.flyTo({ center: this.#center, zoom: this.#zoom + levels })
    }

    /** @param {import("../model/palette.js").Appearance} appearance */
    setAppearance(appearance) {
        this.appearance = appearance
        this.#draw()
    }

    /** @param {import("./surface.js").SurfaceListener} listener */
    listen(listener) {
        this.listener = listener
    }

    /**
     * Where a place is, in pixels.
     * @param {Coordinate} point
     * @returns {[number, number]}
     */
    #pixel(point) {
        const world = 512 * 2 ** this.#zoom
        const [place, center] = [mercator(point), mercator(this.#center)]
        const x = (this.container.clientWidth + this.#padding.left - this.#padding.right) / 2
        const y = (this.container.clientHeight + this.#padding.top - this.#padding.bottom) / 2
        return [x + (place.x - center.x) * world, y + (place.y - center.y) * world]
    }

    /**
     * @param {number} x
     * @param {number} y
     * @returns {Coordinate}
     */
    #place(x, y) {
        const world = 512 * 2 ** this.#zoom
        const center = mercator(this.#center)
        const left = (this.container.clientWidth + this.#padding.left - this.#padding.right) / 2
        const top = (this.container.clientHeight + this.#padding.top - this.#padding.bottom) / 2
        const [mx, my] = [center.x + (x - left) / world, center.y + (y - top) / world]
        return { longitude: mx * 360 - 180, latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * my))) * 180) / Math.PI }
    }

    /** Moving by hand, and clicks. */
    #move() {
        /** @type {{x: number, y: number, from: Coordinate, moved: boolean} | undefined} */
        let drag
        this.container.addEventListener("pointerdown", (event) => {
            if (event.target instanceof HTMLElement && event.target.closest("button")) return
            drag = { x: event.clientX, y: event.clientY, from: this.#center, moved: false }
            this.container.setPointerCapture(event.pointerId)
        })
        this.container.addEventListener("pointermove", (event) => {
            if (!drag) return
            const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y]
            if (!drag.moved && Math.hypot(dx, dy) < 4) return
            if (!drag.moved) this.listener?.userMoved()
            drag.moved = true
            this.#center = drag.from
            const [x, y] = this.#pixel(drag.from)
            this.moveTo({ center: this.#place(x - dx, y - dy) })
        })
        this.container.addEventListener("pointerup", (event) => {
            if (drag?.moved) this.listener?.moved()
            else if (drag) this.listener?.click(this.#place(event.clientX, event.clientY), undefined)
            drag = undefined
        })
        this.container.addEventListener("contextmenu", (event) => {
            event.preventDefault()
            this.listener?.longPress(this.#place(event.clientX, event.clientY))
        })
        this.container.addEventListener("wheel", (event) => {
            event.preventDefault()
            this.moveTo({ center: this.#center, zoom: this.#zoom - event.deltaY / 300 })
        }, { passive: false })
    }

    #draw() {
        if (this.#isDue) return
        this.#isDue = true
        requestAnimationFrame(() => {
            this.#isDue = false
            const colors = palette(this.appearance)
            this.drawing.replaceChildren(...overlays.flatMap((name) => this.#shapes(name, colors)), ...this.#dot(colors))
            this.pins.replaceChildren(...this.#pins())
        })
    }

    /**
     * @param {string} name
     * @param {import("../model/palette.js").Palette} colors
     */
    #shapes(name, colors) {
        const shapes = []
        for (const feature of this.features.get(name) ?? []) {
            if (shapes.length >= mostShapes) break
            const shape = this.#shape(name, feature, colors)
            if (shape) shapes.push(shape)
        }
        return shapes
    }

    /**
     * @param {string} name
     * @param {Feature} feature
     * @param {import("../model/palette.js").Palette} colors
     */
    #shape(name, { geometry, properties }, colors) {
        const isInside = this.inside.has(properties.identifier)
        const color = name.startsWith("region") ? (isInside ? colors.regionInside : colors.region) : name === "draft" ? colors.draft : name === "cell" ? colors.user : colors.speeds[properties.speed] ?? colors.trip
        if (geometry.type === "Point") {
            if (properties.pixels === undefined) return undefined
            const [cx, cy] = this.#pixel({ longitude: geometry.coordinates[0], latitude: geometry.coordinates[1] })
            const r = Math.max(4, properties.pixels * 2 ** this.#zoom)
            if (cx + r < 0 || cy + r < 0 || cx - r > this.container.clientWidth || cy - r > this.container.clientHeight) return undefined
            return svg("circle", { cx, cy, r, fill: color, "fill-opacity": 0.18, stroke: color, "stroke-width": isInside ? 3 : 1.5 })
        }
        const isArea = geometry.type.endsWith("Polygon")
        const rings = geometry.type === "LineString" ? [geometry.coordinates] : geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat()
        const path = rings.map((/** @type {Position[]} */ ring) => this.#path(ring) + (isArea ? "Z" : "")).join("")
        return svg("path", { d: path, fill: isArea ? color : "none", "fill-opacity": 0.18, "fill-rule": "evenodd", stroke: color, "stroke-width": isArea ? 1.5 : 4, "stroke-linejoin": "round" })
    }

    /**
     * Points that fall on the same pixel are one.
     * @param {Position[]} ring
     */
    #path(ring) {
        let [lastX, lastY] = [NaN, NaN]
        let path = ""
        ring.forEach(([longitude, latitude], index) => {
            const [x, y] = this.#pixel({ longitude, latitude })
            if (Math.abs(x - lastX) < 1 && Math.abs(y - lastY) < 1 && index < ring.length - 1) return
            path += `${path ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`
            ;[lastX, lastY] = [x, y]
        })
        return path
    }

    /** @param {import("../model/palette.js").Palette} colors */
    #dot(colors) {
        if (!this.user) return []
        const [cx, cy] = this.#pixel(this.user.coordinate)
        const r = this.user.accuracy / metersPerPixel(this.user.coordinate.latitude, this.#zoom)
        const color = this.user.isStale ? "#8a93a0" : colors.user
        return [
            svg("circle", { cx, cy, r: Math.min(r, 4000), fill: color, "fill-opacity": 0.15 }),
            svg("circle", { class: "simple-dot", cx, cy, r: 8, fill: color, stroke: "#fff", "stroke-width": 3 }),
        ]
    }

    #pins() {
        const pins = this.annotations.map((annotation) => {
            const [x, y] = this.#pixel(annotation.coordinate)
            const pin = button(annotation.count ? String(annotation.count) : "", annotation.select, { className: `pin ${annotation.kind}`, "aria-label": annotation.label, title: annotation.label })
            pin.style.left = `${x}px`
            pin.style.top = `${y}px`
            return pin
        })
        if (!this.callout) return pins
        const [x, y] = this.#pixel(this.callout.at)
        this.callout.content.style.left = `${x}px`
        this.callout.content.style.top = `${y}px`
        return [...pins, this.callout.content]
    }
}
