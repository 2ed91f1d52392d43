// What the reader can point at: visits, what was found, the trip's pin, regions; and the callouts that tell of them.

import { reverse } from "../io/api.js"
import { clusters } from "../model/clusters.js"
import { cityInWords, visitInWords } from "../model/words.js"
import { placeCallout, regionCallout, visitCallout } from "./callouts.js"
import { notice } from "./elements.js"
import { visitName } from "./visitsView.js"

/**
 * What the callouts ask of the rest of the page.
 * @typedef {object} CalloutActions
 * @property {() => boolean} isPrecise whether this reader may make regions
 * @property {(identifier: string) => boolean} isInside
 * @property {() => import("../model/units.js").Units} units
 * @property {() => void} stopFollowing
 * @property {(at: Coordinate) => void} createRegion
 * @property {(region: import("../model/regionIndex.js").RegionEntry) => void} editRegion
 * @property {(identifier: string) => void} removeRegion
 */

/** Pins and callouts: MapKit's annotations. */
export class AnnotationsView {
    /** @type {readonly Visit[]} */
    visits = []
    /** @type {() => import("./surface.js").Annotation[]} */
    others = () => []
    /**
     * What a search or a press has found.
     * @type {{place: Placemark | undefined, coordinate: Coordinate} | undefined}
     */
    #found = undefined
    /** The zoom, in halves, for which the pins are clustered. */
    #zoomStep = NaN

    /**
     * @param {import("./surface.js").MapSurface} surface
     * @param {CalloutActions} actions
     */
    constructor(surface, actions) {
        this.surface = surface
        this.actions = actions
    }

    /** Sets all pins anew. */
    show() {
        const zoom = this.surface.zoom()
        this.#zoomStep = Math.round(zoom * 2)
        /** @type {import("./surface.js").Annotation[]} */
        const annotations = clusters(this.visits, zoom).map(({ coordinate, members }) =>
            members.length === 1
                ? { coordinate, kind: "visit", label: `Visit: ${visitName(members[0])}, ${visitInWords(members[0])}`, select: () => this.showVisit(members[0], false) }
                : { coordinate, kind: "cluster", count: members.length, label: `${members.length} visits; shows them nearer`, select: () => this.surface.flyTo({ center: coordinate, zoom: zoom + 2 }) })
        const found = this.#found
        if (found) annotations.push({ coordinate: found.coordinate, kind: "place", label: found.place ? cityInWords(found.place) : "Here", select: () => this.showFound(found.place, found.coordinate) })
        this.surface.setAnnotations([...annotations, ...this.others()])
    }

    /** The map may be nearer or farther now: other pins are one. */
    zoomChanged() {
        if (Math.round(this.surface.zoom() * 2) !== this.#zoomStep) this.show()
    }

    /**
     * @param {Placemark | undefined} place
     * @param {Coordinate} coordinate
     */
    showFound(place, coordinate) {
        this.#found = { place, coordinate }
        this.show()
        const createRegion = () => this.actions.createRegion(coordinate)
        this.surface.showCallout(coordinate, placeCallout(place, coordinate, this.actions.isPrecise() ? createRegion : undefined))
    }

    /**
     * Asks what is there.
     * @param {Coordinate} point
     */
    async find(point) {
        try {
            this.showFound(await reverse(point), point)
        } catch (error) {
            if (/** @type {any} */ (error).code === "no-place") this.showFound(undefined, point)
            else notice(/** @type {Error} */ (error).message, "error")
        }
    }

    /**
     * @param {Visit} visit
     * @param {boolean} [flies]
     */
    showVisit(visit, flies = true) {
        this.actions.stopFollowing()
        if (flies) this.surface.flyTo({ center: visit.coordinate, zoom: Math.max(14, this.surface.zoom()) })
        this.surface.showCallout(visit.coordinate, visitCallout(visit))
    }

    /**
     * @param {import("../model/regionIndex.js").RegionEntry} region
     * @param {boolean} flies
     */
    showRegion(region, flies) {
        this.actions.stopFollowing()
        const zoom = region.radius ? Math.max(2, Math.min(16, 22.5 - Math.log2(region.radius))) : 13
        if (flies) this.surface.flyTo({ center: region.center, zoom })
        const { isInside, units, editRegion, removeRegion } = this.actions
        this.surface.showCallout(region.center, regionCallout(region, isInside(region.identifier), units(),
            () => editRegion(region),
            () => {
                this.surface.hideCallout()
                removeRegion(region.identifier)
            }))
    }
}
