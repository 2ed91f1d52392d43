// What the reader chooses, and the browser keeps: units, colours, the basemap.

import { byID, element } from "./elements.js"

/**
 * @param {string} key
 * @param {string} fallback
 */
function kept(key, fallback) {
    try {
        return localStorage.getItem(`placemarkd.${key}`) ?? fallback
    } catch {
        return fallback
    }
}

/**
 * @param {string} key
 * @param {string} value
 */
function keep(key, value) {
    try {
        localStorage.setItem(`placemarkd.${key}`, value)
    } catch {
        // A browser that keeps nothing; the choice holds for this page.
    }
}

const darkScheme = matchMedia("(prefers-color-scheme: dark)")

/** The choices, and what to do when one changes. */
export class Options {
    /** @type {() => void} */
    changed = () => undefined

    units = /** @type {import("../model/units.js").Units} */ (kept("units", "metric"))
    appearanceChoice = kept("appearance", "auto")
    basemap = kept("basemap", "")
    form = /** @type {import("../model/coordinates.js").CoordinateForm} */ (kept("form", "degrees"))
    hasInstruments = kept("instruments", "off") === "on"

    /** @returns {import("../model/palette.js").Appearance} */
    get appearance() {
        if (this.appearanceChoice === "light" || this.appearanceChoice === "dark") return this.appearanceChoice
        // The night is dark, and red besides: the page is seen through a red glass.
        if (this.appearanceChoice === "night") return "dark"
        return darkScheme.matches ? "dark" : "light"
    }

    /**
     * @param {Basemap[]} basemaps
     * @param {string[]} notes what else is to be said: versions, problems
     */
    show(basemaps, notes) {
        const rows = [
            this.#select("units", "Units", [["metric", "Metric: km, km/h"], ["nautical", "Nautical: NM, kn"], ["imperial", "Imperial: mi, ft, mph"]], this.units, (value) => { this.units = /** @type {any} */ (value) }),
            this.#select("appearance", "Colours", [["auto", "Same as the system"], ["light", "Light"], ["dark", "Dark"], ["night", "Night: red only"]], this.appearanceChoice, (value) => { this.appearanceChoice = value }),
            this.#select("form", "Positions", [["degrees", "Degrees: 47.14100, 9.52150"], ["minutes", "Minutes: 47° 08.460' N"], ["utm", "UTM: 32T 539480 5220840"]], this.form, (value) => { this.form = /** @type {any} */ (value) }),
        ]
        if (basemaps.length > 1) {
            rows.push(this.#select("basemap", "Map", basemaps.map(({ name }) => [name, name]), this.basemap || basemaps[0].name, () => location.reload()))
        }
        byID("options").replaceChildren(...rows, ...notes.map((text) => element("p", { className: "quiet", textContent: text })))
        darkScheme.addEventListener("change", () => this.apply())
        this.apply()
    }

    toggleInstruments() {
        this.hasInstruments = !this.hasInstruments
        keep("instruments", this.hasInstruments ? "on" : "off")
        this.changed()
    }

    apply() {
        document.documentElement.dataset.appearance = this.appearance
        document.documentElement.toggleAttribute("data-night", this.appearanceChoice === "night")
        this.changed()
    }

    /**
     * @param {string} key
     * @param {string} label
     * @param {string[][]} choices
     * @param {string} value
     * @param {(value: string) => void} set
     */
    #select(key, label, choices, value, set) {
        const select = element("select", { id: `option-${key}` }, ...choices.map(([value, text]) => element("option", { value, textContent: text })))
        select.value = value
        select.addEventListener("change", () => {
            keep(key, select.value)
            set(select.value)
            this.apply()
        })
        return element("label", { for: `option-${key}` }, label, select)
    }
}
