// The map that MapLibre draws.

import { basemapSource } from "../model/basemapSources.js"
import { mercator } from "../model/geometry.js"
import { overlayLayers, overlaySources, stackedLayers } from "../model/overlayStyle.js"
import { palette } from "../model/palette.js"
import { collection } from "../model/regionIndex.js"
import { basemapStyle, shownLanguages } from "./basemap.js"
import { Glide } from "./glide.js"
import { drawLabelPictures, isDrawnHere } from "./labelPictures.js"
import { listenToGestures } from "./mapGestures.js"
import { coordinate, Markers, position } from "./markers.js"
import { wayStep } from "./surface.js"

/**
 * Where the processor draws the map, a picture takes some 150 ms of it: camera and way go by about as much as the dot is large, and not by the
 * pixel, until the box rests.
 */
const dearStepInPixels = 12

/** In pixels, round what the map is fitted to: the buttons lie at the right, and on a small screen the scale at the top. */
const fitPadding = { left: 48, top: 72, right: 84, bottom: 48 }

/**
 * Whether it is a program that draws: Chromium's SwiftShader, or Mesa's llvmpipe and softpipe.
 * @param {HTMLCanvasElement} canvas of a map
 */
function hasSoftwareGraphics(canvas) {
    const graphics = canvas.getContext("webgl2")
    const details = graphics?.getExtension("WEBGL_debug_renderer_info")
    return /swiftshader|llvmpipe|softpipe/i.test(graphics?.getParameter(details ? details.UNMASKED_RENDERER_WEBGL : graphics.RENDERER) ?? "")
}

/** The surface where there is WebGL: overlays and camera here, the rest in its parts. */
export class MapView {
    /**
     * @param {HTMLElement} container
     * @param {import("./basemap.js").OpenBasemap | undefined} basemap
     * @param {import("../model/palette.js").Appearance} appearance
     * @param {{center: Coordinate, zoom: number}} camera where it begins
     * @param {(problem: string) => void} problem
     */
    constructor(container, basemap, appearance, camera, problem) {
        this.appearance = appearance
        this.basemap = basemap
        /** @type {Set<string>} */
        this.inside = new Set()
        this.map = new maplibregl.Map({
            container,
            style: this.#style(),
            center: position(camera.center),
            zoom: camera.zoom,
            maxPitch: 0,
            attributionControl: false,
            pitchWithRotate: false,
            // Names appear at once. While one fades in, MapLibre draws the whole map with each frame, and it looks for room for names again
            // and again while the map moves: a map that follows would never rest.
            fadeDuration: 0,
            locale: { "Map.Title": "The surroundings", "Popup.Close": "Close" },
        })
        /** When sources and layers are there: what the daemon tells need not wait for the tiles. */
        this.ready = new Promise((resolve) => this.map.once("style.load", resolve))
        this.map.touchZoomRotate.enable()
        this.map.scrollZoom.setWheelZoomRate(1 / 300)
        this.map.on("error", (/** @type {any} */ { error, sourceId }) => {
            if (sourceId?.startsWith(basemapSource) || /tile|pmtiles|fetch/i.test(String(error?.message))) problem(String(error?.message ?? error))
            else console.warn(error)
        })
        drawLabelPictures(this.map, () => palette(this.appearance))
        const isDrawnByProcessor = hasSoftwareGraphics(this.map.getCanvas())
        this.wayStep = isDrawnByProcessor ? { pixels: dearStepInPixels, milliseconds: 2000 } : wayStep
        this.glide = new Glide((a, b) => {
            const [from, to] = [mercator(a), mercator(b)]
            return Math.hypot(from.x - to.x, from.y - to.y) * 512 * 2 ** this.map.getZoom() * devicePixelRatio
        }, isDrawnByProcessor ? dearStepInPixels : undefined)
        this.markers = new Markers(this.map, this.glide)
        // For the tests, and for whoever looks at the page with the browser's own tools.
        Object.assign(container, { map: this.map })
        this.map.on("idle", () => { container.dataset.idle = "true" })
        this.map.on("movestart", () => { delete container.dataset.idle })
    }

    /** @returns {any} */
    #style() {
        const colors = palette(this.appearance)
        const { sources, layers } = basemapStyle(this.basemap, colors)
        const overlays = overlayLayers(colors).map((/** @type {any} */ layer) => ({ ...layer, layout: { ...layer.layout, visibility: "none" } }))
        return { version: 8, sources: { ...sources, ...overlaySources() }, layers: stackedLayers(layers, overlays) }
    }

    /**
     * Only colours change: the sources keep what they hold.
     * @param {import("../model/palette.js").Appearance} appearance
     */
    setAppearance(appearance) {
        if (appearance === this.appearance) return
        this.appearance = appearance
        for (const layer of this.#style().layers) {
            for (const [name, value] of Object.entries(layer.paint ?? {})) this.map.setPaintProperty(layer.id, name, value)
        }
        for (const image of this.map.listImages()) if (isDrawnHere(image)) this.map.removeImage(image)
    }

    center() { return coordinate(this.map.getCenter()) }
    zoom() { return this.map.getZoom() }
    bearing() { return this.map.getBearing() }

    /** @returns {[number, number, number, number]} */
    bounds() {
        const bounds = this.map.getBounds()
        return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
    }

    /**
     * @param {Coordinate} point
     * @returns {[number, number]}
     */
    pixel(point) {
        const { x, y } = this.map.project(position(point))
        return [x, y]
    }

    /**
     * @param {string} name
     * @param {Feature[]} features
     */
    setOverlay(name, features) {
        this.map.getSource(name)?.setData(collection(features))
        // Each source that is drawn costs a mask of the whole window with each frame, also an empty one.
        const visibility = features.length ? "visible" : "none"
        for (const { id, source } of overlayLayers(palette(this.appearance))) {
            if (source === name && this.map.getLayoutProperty(id, "visibility") !== visibility) this.map.setLayoutProperty(id, "visibility", visibility)
        }
    }

    /** @param {ReadonlySet<string>} inside */
    setInside(inside) {
        for (const id of this.inside) if (!inside.has(id)) this.#light(id, false)
        for (const id of inside) if (!this.inside.has(id)) this.#light(id, true)
        this.inside = new Set(inside)
    }

    /**
     * @param {string} id
     * @param {boolean} inside
     */
    #light(id, inside) {
        for (const source of ["region-points", "region-shapes"]) this.map.setFeatureState({ source, id }, { inside })
    }

    /**
     * @param {import("./surface.js").Camera} camera
     * @param {number} glideInMs
     */
    moveTo({ center, zoom, bearing = this.map.getBearing() }, glideInMs) {
        if (this.#isInHands()) return
        if (zoom !== undefined) {
            // Both at once: where the world is smaller than the window, MapLibre takes no centre but the equator's.
            this.stay()
            this.map.jumpTo({ center: position(center), zoom, bearing })
            return
        }
        const from = { ...coordinate(this.map.getCenter()), bearing: this.map.getBearing() }
        this.glide.start("camera", from, { ...center, bearing }, glideInMs, (pose) => {
            if (this.#isInHands()) this.stay()
            else this.map.jumpTo({ center: position(pose), bearing: pose.bearing })
        })
    }

    stay() { this.glide.stop("camera") }

    isMoving() { return this.map.isMoving() }

    /** The hand that zooms has the map, until it lets go; so has a flight. */
    #isInHands() {
        return this.map.isZooming() || this.map.dragPan.isActive()
    }

    /** @param {import("./surface.js").Camera} camera */
    flyTo(camera) {
        this.stay()
        this.map.flyTo({ ...camera, center: position(camera.center), maxDuration: 2500 })
    }

    /** @param {[number, number, number, number]} bounds */
    fit([west, south, east, north]) {
        this.stay()
        this.map.fitBounds([[west, south], [east, north]], { padding: fitPadding, maxZoom: 16, duration: 800 })
    }

    /**
     * What of the map lies under the panel.
     * @param {{[side: string]: number}} padding
     */
    setPadding(padding) {
        this.map.setPadding(padding)
    }

    /** @param {number} levels */
    zoomBy(levels) {
        this.stay()
        this.map.easeTo({ zoom: this.map.getZoom() + levels, duration: 250 })
    }

    /**
     * @param {number} x pixels
     * @param {number} y
     */
    panBy(x, y) {
        this.stay()
        this.map.panBy([x, y], { duration: 200 })
    }

    /**
     * What the graphics card has drawn, to be copied at once: later it is empty.
     * @returns {HTMLCanvasElement}
     */
    drawing() {
        this.map.redraw()
        return this.map.getCanvas()
    }

    /** @param {import("./surface.js").UserLocation | undefined} location */
    setUserLocation(location) { this.markers.setUserLocation(location) }

    /** @param {import("./surface.js").Annotation[]} annotations */
    setAnnotations(annotations) { this.markers.setAnnotations(annotations) }

    /** @param {import("./surface.js").Handle[]} handles */
    setHandles(handles) { this.markers.setHandles(handles) }

    /**
     * @param {Coordinate} at
     * @param {HTMLElement} content
     * @param {() => void} [closed]
     */
    showCallout(at, content, closed) { this.markers.showCallout(at, content, closed) }

    hideCallout() { this.markers.hideCallout() }

    /** @param {import("./surface.js").SurfaceListener} listener */
    listen(listener) {
        listenToGestures(this.map, listener, shownLanguages(this.basemap), { clicked: () => this.hideCallout(), taken: () => this.stay() })
    }
}
