// The map that MapLibre draws.

import { overlayLayers, overlaySources, stackedLayers } from "../model/overlayStyle.js"
import { palette } from "../model/palette.js"
import { collection } from "../model/regionIndex.js"
import { basemapStyle } from "./basemap.js"
import { element } from "./elements.js"
import { drawLabelPictures } from "./labelPictures.js"
import { UserLocationView } from "./userLocationView.js"

/** A press that is held so long, without moving, asks what is there. */
const longPressInMs = 550

const regionLayers = ["region-circles", "region-shapes-fill", "region-names"]

/**
 * @param {{lng: number, lat: number}} point
 * @returns {Coordinate}
 */
const coordinate = ({ lng, lat }) => ({ longitude: ((((lng + 180) % 360) + 360) % 360) - 180, latitude: lat })

/**
 * @param {Coordinate} point
 * @returns {[number, number]}
 */
const position = ({ longitude, latitude }) => [longitude, latitude]

export class MapView {
    /**
     * @param {HTMLElement} container
     * @param {import("./basemap.js").OpenBasemap | undefined} basemap
     * @param {import("../model/palette.js").Appearance} appearance
     * @param {(problem: string) => void} problem
     */
    constructor(container, basemap, appearance, problem) {
        this.appearance = appearance
        this.basemap = basemap
        /** @type {any[]} */
        this.markers = []
        /** @type {any[]} */
        this.handles = []
        /** @type {Set<string>} */
        this.inside = new Set()
        this.map = new maplibregl.Map({
            container,
            style: this.#style(),
            center: [10, 30],
            zoom: 1.3,
            maxPitch: 0,
            attributionControl: false,
            pitchWithRotate: false,
            fadeDuration: 100,
            locale: { "Map.Title": "The surroundings", "Popup.Close": "Close" },
        })
        this.map.touchZoomRotate.enable()
        this.map.scrollZoom.setWheelZoomRate(1 / 300)
        this.map.on("error", (/** @type {any} */ { error, sourceId }) => {
            if (sourceId === "basemap" || /tile|pmtiles|fetch/i.test(String(error?.message))) problem(String(error?.message ?? error))
            else console.warn(error)
        })
        drawLabelPictures(this.map, () => palette(this.appearance))
        this.userView = new UserLocationView()
        this.userMarker = undefined
        this.map.on("move", () => this.userView.fit(this.map.getZoom(), this.map.getBearing()))
        // For the tests, and for whoever looks at the page with the browser's own tools.
        Object.assign(container, { map: this.map })
        this.map.on("idle", () => { container.dataset.idle = "true" })
        this.map.on("movestart", () => { delete container.dataset.idle })
    }

    /** When sources and layers are there. */
    async ready() {
        if (!this.map.isStyleLoaded()) await new Promise((resolve) => this.map.once("load", resolve))
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
        for (const image of this.map.listImages()) if (image.startsWith("label:")) this.map.removeImage(image)
    }

    center() { return coordinate(this.map.getCenter()) }
    zoom() { return this.map.getZoom() }
    bearing() { return this.map.getBearing() }

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
    moveTo(camera, glideInMs) {
        // The hand that zooms has the map, until it lets go.
        if (this.map.isZooming() || this.map.dragPan.isActive()) return
        const target = { ...camera, center: position(camera.center) }
        if (glideInMs === 0) this.map.jumpTo(target)
        else this.map.easeTo({ ...target, duration: glideInMs, easing: (/** @type {number} */ t) => t, essential: true })
    }

    /** @param {import("./surface.js").Camera} camera */
    flyTo(camera) {
        this.map.flyTo({ ...camera, center: position(camera.center), maxDuration: 2500 })
    }

    /** @param {[number, number, number, number]} bounds */
    fit([west, south, east, north]) {
        this.map.fitBounds([[west, south], [east, north]], { padding: 48, maxZoom: 16, duration: 800 })
    }

    /**
     * What of the map lies under the panel.
     * @param {{[side: string]: number}} padding
     */
    setPadding(padding) {
        this.map.setPadding(padding)
    }

    /** @param {import("./surface.js").UserLocation | undefined} location */
    setUserLocation(location) {
        if (!location) {
            this.userMarker?.remove()
            this.userMarker = undefined
            return
        }
        if (!this.userMarker) {
            this.userMarker = new maplibregl.Marker({ element: this.userView.element, subpixelPositioning: true })
                .setLngLat(position(location.coordinate)).addTo(this.map)
            // MapLibre makes markers into buttons; the dot is a picture.
            this.userView.element.removeAttribute("tabindex")
        }
        this.#glide(location)
        this.userView.set(location, this.map.getZoom(), this.map.getBearing())
    }

    /**
     * The dot goes as evenly as the camera.
     * @param {import("./surface.js").UserLocation} location
     */
    #glide({ coordinate: to, glideInMs }) {
        cancelAnimationFrame(this.frame ?? 0)
        const from = this.userMarker.getLngLat()
        const start = performance.now()
        if (glideInMs === 0 || document.hidden || Math.abs(from.lng - to.longitude) > 1) {
            this.userMarker.setLngLat(position(to))
            return
        }
        const step = (/** @type {number} */ now) => {
            const share = Math.min(1, Math.max(0, (now - start) / glideInMs))
            this.userMarker?.setLngLat([from.lng + (to.longitude - from.lng) * share, from.lat + (to.latitude - from.lat) * share])
            if (share < 1) this.frame = requestAnimationFrame(step)
        }
        this.frame = requestAnimationFrame(step)
    }

    /** @param {import("./surface.js").Annotation[]} annotations */
    setAnnotations(annotations) {
        for (const marker of this.markers) marker.remove()
        this.markers = annotations.map((annotation) => {
            const pin = element("button", { type: "button", className: `pin ${annotation.kind}`, "aria-label": annotation.label, title: annotation.label })
            if (annotation.count) pin.textContent = String(annotation.count)
            pin.addEventListener("click", (event) => {
                event.stopPropagation()
                annotation.select()
            })
            return new maplibregl.Marker({ element: pin, anchor: annotation.count ? "center" : "bottom" }).setLngLat(position(annotation.coordinate)).addTo(this.map)
        })
    }

    /** @param {import("./surface.js").Handle[]} handles */
    setHandles(handles) {
        // While one is dragged, it must stay the same element.
        while (this.handles.length > handles.length) this.handles.pop().marker.remove()
        handles.forEach((handle, index) => {
            const known = this.handles[index]
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
            this.handles.push(entry)
        })
    }

    /**
     * @param {Coordinate} at
     * @param {HTMLElement} content
     */
    showCallout(at, content) {
        this.hideCallout()
        this.popup = new maplibregl.Popup({ maxWidth: "300px", offset: 32, focusAfterOpen: false, closeOnClick: false }).setLngLat(position(at)).setDOMContent(content).addTo(this.map)
    }

    hideCallout() {
        this.popup?.remove()
        this.popup = undefined
    }

    /** @param {number} levels */
    zoomBy(levels) {
        this.map.easeTo({ zoom: this.map.getZoom() + levels, duration: 250 })
    }

    /** @param {import("./surface.js").SurfaceListener} listener */
    listen(listener) {
        const { map } = this
        map.on("click", (/** @type {any} */ event) => {
            if (this.suppressClick) {
                this.suppressClick = false
                return
            }
            this.hideCallout()
            const [cluster] = map.queryRenderedFeatures(event.point, { layers: ["region-clusters"] })
            if (cluster) {
                void this.#openCluster(cluster)
                return
            }
            const [region] = map.queryRenderedFeatures(event.point, { layers: regionLayers })
            listener.click(coordinate(event.lngLat), region?.properties.identifier)
        })
        map.on("contextmenu", (/** @type {any} */ event) => listener.longPress(coordinate(event.lngLat)))
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let timer
        const cancel = () => clearTimeout(timer)
        const press = (/** @type {any} */ event) => {
            cancel()
            if (event.points?.length > 1 || event.originalEvent.button > 0) return
            timer = setTimeout(() => {
                this.suppressClick = true
                setTimeout(() => { this.suppressClick = false }, 1000)
                listener.longPress(coordinate(event.lngLat))
            }, longPressInMs)
        }
        map.on("mousedown", press)
        map.on("touchstart", press)
        for (const end of ["mouseup", "touchend", "touchcancel", "dragstart", "zoomstart", "rotatestart"]) map.on(end, cancel)
        map.on("dragstart", (/** @type {any} */ event) => { if (event.originalEvent) listener.userMoved() })
        map.on("rotatestart", (/** @type {any} */ event) => { if (event.originalEvent) listener.userMoved() })
        map.getCanvas().addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key.startsWith("Arrow")) listener.userMoved() })
        map.on("moveend", () => listener.moved())
        map.on("move", () => listener.changed())
    }

    /** @param {any} cluster */
    async #openCluster(cluster) {
        const zoom = await this.map.getSource("region-points").getClusterExpansionZoom(cluster.properties.cluster_id)
        this.map.easeTo({ center: cluster.geometry.coordinates, zoom: zoom + 0.2 })
    }
}
