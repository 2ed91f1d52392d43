// What the reader can point at: visits, what was found, the trip's pin, regions; and the callouts that tell of them.

import { reverse } from "../io/api.js"
import { coordinateInForm } from "../model/coordinates.js"
import { clusters } from "../model/clusters.js"
import { titleInWords, visitInWords } from "../model/words.js"
import { furtherFrom, placeCallout, regionCallout, visitCallout, wayInWords } from "./callouts.js"
import { copyText, notice } from "./elements.js"
import { visitName } from "./visitsView.js"

/**
 * What the callouts ask of the rest of the page.
 * @typedef {object} CalloutActions
 * @property {() => boolean} isPrecise whether this reader may make regions
 * @property {(identifier: string) => boolean} isInside
 * @property {() => import("../model/units.js").Units} units
 * @property {() => import("../model/coordinates.js").CoordinateForm} form how coordinates are written
 * @property {() => Coordinate | undefined} box where the box is, if that is known precisely
 * @property {() => void} stopFollowing
 * @property {() => void} uncoverMap a callout is to be seen whole; before a flight, whose end it changes
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
     * @type {{place: Placemark | undefined, coordinate: Coordinate, name?: string} | undefined}
     */
    #found = undefined
    /**
     * The question what is at a place, until it is answered or something else is asked for.
     * @type {AbortController | undefined}
     */
    #question = undefined
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
                : { coordinate, kind: "cluster", count: members.length, label: `${members.length} visits; zoom in to see each`, select: () => this.surface.flyTo({ center: coordinate, zoom: zoom + 2 }) })
        const found = this.#found
        if (found) annotations.push({ coordinate: found.coordinate, kind: "place", label: found.name ?? (found.place ? titleInWords(found.place) : "Here"), select: () => this.showFound(found.place, found.coordinate, found.name) })
        this.surface.setAnnotations([...annotations, ...this.others()])
    }

    /** The map may be nearer or farther now: other pins are one. */
    zoomChanged() {
        if (Math.round(this.surface.zoom() * 2) !== this.#zoomStep) this.show()
    }

    /**
     * @param {Placemark | undefined} place
     * @param {Coordinate} coordinate
     * @param {string} [name] what the map calls it
     */
    showFound(place, coordinate, name) {
        this.giveUpQuestion()
        this.surface.hideCallout()
        this.actions.uncoverMap()
        const found = this.#found = { place, coordinate, name }
        this.show()
        const { isPrecise, box, units, form } = this.actions
        const words = coordinateInForm(coordinate, form())
        const content = placeCallout(place, {
            name,
            coordinate: words,
            wayFromBox: wayInWords(box(), coordinate, units()),
            copy: () => copyText(words),
            createRegion: isPrecise() ? () => this.actions.createRegion(coordinate) : undefined,
        })
        const before = document.activeElement
        // The pin is there as long as what it tells of.
        this.surface.showCallout(coordinate, content, () => {
            if (this.#found !== found) return
            const hadFocus = content.contains(document.activeElement) || document.activeElement === document.body
            this.#found = undefined
            this.show()
            if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
        })
        return content
    }

    /** What lies at a place is wanted no more. */
    giveUpQuestion() { this.#question?.abort() }

    /**
     * Asks what is there.
     * @param {Coordinate} point
     * @param {{takesFocus?: boolean, name?: string}} how whether the focus goes to the answer, for those who have asked by a key; what the map calls it
     */
    async find(point, { takesFocus = false, name }) {
        this.giveUpQuestion()
        const { signal } = this.#question = new AbortController()
        /** @type {Placemark | undefined} */
        let place
        try {
            place = await reverse(point, signal)
        } catch (error) {
            const { code, message } = /** @type {import("../io/api.js").ServerError} */ (error)
            if (code !== "no-place") {
                if (!signal.aborted) notice(message, "error")
                return
            }
        }
        if (signal.aborted) return
        const content = this.showFound(place, point, name)
        if (takesFocus) content.focus({ preventScroll: true })
    }

    /**
     * @param {Visit} visit
     * @param {boolean} [flies]
     */
    showVisit(visit, flies = true) {
        this.giveUpQuestion()
        this.actions.stopFollowing()
        this.actions.uncoverMap()
        if (flies) this.surface.flyTo({ center: visit.coordinate, zoom: Math.max(14, this.surface.zoom()) })
        this.surface.showCallout(visit.coordinate, visitCallout(visit, this.#further(visit.coordinate)))
    }

    /**
     * @param {import("../model/regionIndex.js").RegionEntry} region
     * @param {boolean} flies
     */
    showRegion(region, flies) {
        this.giveUpQuestion()
        this.actions.stopFollowing()
        this.actions.uncoverMap()
        const zoom = region.radius ? Math.max(2, Math.min(16, 22.5 - Math.log2(region.radius))) : 13
        if (flies) this.surface.flyTo({ center: region.center, zoom })
        const { isInside, units, editRegion, removeRegion } = this.actions
        this.surface.showCallout(region.center, regionCallout(region, isInside(region.identifier), units(),
            () => editRegion(region),
            () => {
                this.surface.hideCallout()
                removeRegion(region.identifier)
            }, this.#further(region.center)))
    }

    /** @param {Coordinate} at */
    #further(at) {
        const { box, units, form } = this.actions
        return furtherFrom(box(), at, units(), () => copyText(coordinateInForm(at, form())), () => void this.find(at, {}))
    }
}
