// Keeps the address of the page that of what the map shows, and goes where an address leads.

import { distanceInMeters, metersPerPixel } from "../model/geometry.js"
import { linkTo, viewOfLink } from "../model/link.js"

/** A move of more pixels or zooms than this is a step that Back undoes; smaller ones are part of the one before. */
const stepInPixels = 400
const stepInZooms = 2.5

/** Browsers refuse an address that changes more often than some times a second. */
const pauseInMs = 400

/** One for the page. */
export class LinkView {
    /** The view that Back leads to, once another is far enough from it. */
    #last = viewOfLink(location.hash)
    /** Whether the map was in a flight when the address was written last: where it comes to is part of the same step, or Back would lead into the air. */
    #wasFlying = false
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer = undefined

    /**
     * @param {() => import("../model/link.js").View} now what the map shows
     * @param {() => boolean} isFlying whether it is on its way elsewhere
     * @param {(view: import("../model/link.js").View) => void} go
     */
    constructor(now, isFlying, go) {
        this.now = now
        this.isFlying = isFlying
        window.addEventListener("popstate", () => {
            clearTimeout(this.#timer)
            this.#timer = undefined
            const view = viewOfLink(location.hash)
            this.#last = view
            this.#wasFlying = true
            if (view) go(view)
        })
    }

    /** The map shows something else; the address follows when it rests. */
    changed() {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => {
            this.#timer = undefined
            const view = this.now()
            const link = linkTo(view)
            const wasFlying = this.#wasFlying
            this.#wasFlying = this.isFlying()
            if (link === location.hash) return
            const isStep = this.#last !== undefined && (isOther(this.#last, view) || (!wasFlying && isFar(this.#last, view)))
            if (isStep) history.pushState(null, "", link)
            else history.replaceState(null, "", link)
            if (isStep || wasFlying || !this.#last) this.#last = view
        }, pauseInMs)
    }
}

/**
 * @param {import("../model/link.js").View} a
 * @param {import("../model/link.js").View} b
 */
function isOther(a, b) {
    return a.day !== b.day || a.trip !== b.trip || Boolean(a.center) !== Boolean(b.center)
}

/**
 * @param {import("../model/link.js").View} a
 * @param {import("../model/link.js").View} b
 */
function isFar(a, b) {
    if (Math.abs(a.zoom - b.zoom) > stepInZooms) return true
    if (!a.center || !b.center) return false
    return distanceInMeters(a.center, b.center) > stepInPixels * metersPerPixel(b.center.latitude, Math.min(a.zoom, b.zoom))
}
