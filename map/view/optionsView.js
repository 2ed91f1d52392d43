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

const darkScheme = matchMedia("(prefers-color-scheme: dark)")

/** The choices, and what to do when one changes. */
export class Options {
    /** @type {() => void} */
    changed = () => undefined

    units = /** @type {import("../model/units.js").Units} */ (kept("units", "metric"))
    appearanceChoice = kept("appearance", "auto")
    basemap = kept("basemap", "")

    /** @returns {import("../model/palette.js").Appearance} */
    get appearance() {
        if (this.appearanceChoice === "light" || this.appearanceChoice === "dark") return this.appearanceChoice
        return darkScheme.matches ? "dark" : "light"
    }

    /**
     * @param {Basemap[]} basemaps
     * @param {string[]} notes what else is to be said: versions, problems
     */
    show(basemaps, notes) {
        const rows = [
            this.#select("units", "Units", [["metric", "Metric: km, km/h"], ["nautical", "Nautical: NM, kn"]], this.units, (value) => { this.units = /** @type {any} */ (value) }),
            this.#select("appearance", "Colours", [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]], this.appearanceChoice, (value) => { this.appearanceChoice = value }),
        ]
        if (basemaps.length > 1) {
            rows.push(this.#select("basemap", "Map", basemaps.map(({ name }) => [name, name]), this.basemap || basemaps[0].name, () => location.reload()))
        }
        byID("options").replaceChildren(...rows, ...notes.map((text) => element("p", { className: "quiet", textContent: text })))
        darkScheme.addEventListener("change", () => this.apply())
        this.apply()
    }

    apply() {
        document.documentElement.dataset.appearance = this.appearance
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
            try {
                localStorage.setItem(`placemarkd.${key}`, select.value)
            } catch {
                // A browser that keeps nothing; the choice holds for this page.
            }
            set(select.value)
            this.apply()
        })
        return element("label", { for: `option-${key}` }, label, select)
    }
}
