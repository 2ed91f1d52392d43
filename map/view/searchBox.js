// Search for a place, by mouse, touch and keyboard: a combobox as the ARIA practices describe it.

import { search } from "../io/api.js"
import { cityInWords } from "../model/words.js"
import { byID, element, nameElement, notice } from "./elements.js"

/** So long after the last key the daemon is asked. */
const pauseInMs = 220

/**
 * How near the map comes: a large city is wider.
 * @param {Placemark} place
 */
const zoomFor = (place) => ((place.population ?? 0) > 1e6 ? 9.5 : (place.population ?? 0) > 1e5 ? 11 : place.thoroughfare ? 16 : 12.5)

/**
 * @param {() => Coordinate} near
 * @param {(place: Placemark & {coordinate: Coordinate}, zoom: number) => void} choose
 */
export function startSearch(near, choose) {
    /** @type {HTMLInputElement} */
    const input = byID("search-text")
    const list = byID("search-results")
    /** @type {(Placemark & {coordinate: Coordinate})[]} */
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
        const place = results[index]
        if (!place?.coordinate) return
        input.value = cityInWords(place)
        giveUp()
        close()
        choose(place, zoomFor(place))
    }
    const activate = (/** @type {number} */ index) => {
        active = (index + results.length) % results.length
        ;[...list.children].forEach((item, other) => item.setAttribute("aria-selected", String(other === active)))
        input.setAttribute("aria-activedescendant", `place-${active}`)
    }
    const show = () => {
        list.replaceChildren(
            ...(results.length
                ? results.map((place, index) =>
                      element("li", { id: `place-${index}`, role: "option", "aria-selected": "false", onmousedown: (/** @type {Event} */ event) => event.preventDefault(), onclick: () => take(index) },
                          nameElement(cityInWords(place), "strong"), nameElement(place.fullAddress ?? "", "quiet")))
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
        try {
            const answer = await search(text, near(), isEntered, mine.signal)
            if (mine !== question) return
            results = answer.results
        } catch (error) {
            if (mine !== question) return
            results = []
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
