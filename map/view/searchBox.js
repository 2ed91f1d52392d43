// Search for a place, by mouse, touch and keyboard: a combobox as the ARIA practices describe it.

import { search } from "../io/api.js"
import { parsedCoordinate } from "../model/coordinates.js"
import { cityInWords, titleInWords } from "../model/words.js"
import { byID, element, nameElement, notice } from "./elements.js"

/** So long after the last key the daemon is asked. */
const pauseInMs = 220

/**
 * How near the map comes: a large city is wider.
 * @param {Placemark} place
 */
const zoomFor = (place) => ((place.population ?? 0) > 1e6 ? 9.5 : (place.population ?? 0) > 1e5 ? 11 : place.thoroughfare ? 16 : 12.5)

/** More regions than this leave no room for places. */
const mostRegions = 3

/** @typedef {{title: string, detail: string, take: () => void}} Result */

/**
 * What a search can lead to.
 * @typedef {object} SearchActions
 * @property {() => Coordinate} near
 * @property {(text: string) => import("../model/regionIndex.js").RegionEntry[]} regions those whose name has this text
 * @property {(place: Placemark & {coordinate: Coordinate}, zoom: number) => void} showPlace
 * @property {(coordinate: Coordinate) => void} showCoordinate
 * @property {(region: import("../model/regionIndex.js").RegionEntry) => void} showRegion
 */

/** @param {SearchActions} actions */
export function startSearch({ near, regions, showPlace, showCoordinate, showRegion }) {
    /** @type {HTMLInputElement} */
    const input = byID("search-text")
    const list = byID("search-results")
    /** @type {Result[]} */
    let results = []
    let active = -1
    /**
     * The newest question; those before it are given up.
     * @type {AbortController | undefined}
     */
    let question
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer

    const close = () => {
        list.hidden = true
        active = -1
        input.setAttribute("aria-expanded", "false")
        input.removeAttribute("aria-activedescendant")
    }
    const giveUp = () => {
        clearTimeout(timer)
        question?.abort()
        question = undefined
    }
    const take = (/** @type {number} */ index) => {
        const result = results[index]
        if (!result) return
        input.value = result.title
        giveUp()
        close()
        result.take()
    }
    /**
     * @param {Placemark & {coordinate: Coordinate}} place
     * @returns {Result}
     */
    const placeResult = (place) => {
        const title = titleInWords(place)
        return { title, detail: place.fullAddress ?? (place.thoroughfare ? cityInWords(place) : ""), take: () => showPlace(place, zoomFor(place)) }
    }
    /**
     * What the page itself knows: a coordinate, and regions.
     * @param {string} text
     * @returns {Result[]}
     */
    const ownResults = (text) => {
        const coordinate = parsedCoordinate(text)
        if (coordinate) return [{ title: text, detail: "This place on the map", take: () => showCoordinate(coordinate) }]
        return regions(text).slice(0, mostRegions).map((region) => ({ title: region.identifier, detail: "Region", take: () => showRegion(region) }))
    }
    const activate = (/** @type {number} */ index) => {
        active = (index + results.length) % results.length
        ;[...list.children].forEach((item, other) => item.setAttribute("aria-selected", String(other === active)))
        input.setAttribute("aria-activedescendant", `place-${active}`)
    }
    const show = () => {
        list.replaceChildren(
            ...(results.length
                ? results.map((result, index) =>
                      element("li", { id: `place-${index}`, role: "option", "aria-selected": "false", onmousedown: (/** @type {Event} */ event) => event.preventDefault(), onclick: () => take(index) },
                          nameElement(result.title, "strong"), nameElement(result.detail, "quiet")))
                : [element("li", { role: "option", "aria-disabled": "true", "aria-selected": "false", textContent: "No place of that name" })]),
        )
        list.hidden = false
        input.setAttribute("aria-expanded", "true")
    }
    const ask = async (/** @type {boolean} */ isEntered) => {
        const text = input.value.trim()
        giveUp()
        if (!text) {
            close()
            return
        }
        const mine = (question = new AbortController())
        const own = ownResults(text)
        try {
            // The daemon knows names, and a coordinate is none.
            const answer = parsedCoordinate(text) ? { results: [] } : await search(text, near(), isEntered, mine.signal)
            if (mine !== question) return
            results = [...own, ...answer.results.filter((/** @type {any} */ place) => place.coordinate).map(placeResult)]
        } catch (error) {
            if (mine !== question) return
            results = own
            if (/** @type {any} */ (error).code !== "no-place") notice(/** @type {Error} */ (error).message, "error")
        }
        active = -1
        show()
        if (isEntered) take(0)
    }
    input.addEventListener("input", () => {
        giveUp()
        timer = setTimeout(() => void ask(false), pauseInMs)
    })
    input.addEventListener("blur", close)
    input.addEventListener("keydown", (event) => {
        if (event.key === "Escape") close()
        else if (!list.hidden && results.length && event.key === "ArrowDown") activate(active + 1)
        else if (!list.hidden && results.length && event.key === "ArrowUp") activate(active < 0 ? results.length - 1 : active - 1)
        else return
        event.preventDefault()
    })
    byID("search").addEventListener("submit", (/** @type {Event} */ event) => {
        event.preventDefault()
        if (active >= 0) take(active)
        else void ask(true)
    })
}
