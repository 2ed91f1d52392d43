// The regions: on the map, in the list, and drawn anew.

import { json } from "../io/api.js"
import { listedRegions, regionEntry, regionSources } from "../model/regionIndex.js"
import { lengthInWords } from "../model/units.js"
import { button, byID, element, nameElement } from "./elements.js"

/** More rows than this nobody reads; a name in the field above the list finds the others. */
const mostRows = 100

/** Reads, shows and finds the regions. */
export class RegionsView {
    /** @type {import("../model/regionIndex.js").RegionEntry[]} */
    regions = []
    /** @type {ReadonlySet<string>} */
    inside = new Set()
    /**
     * Why there are none to be seen.
     * @type {string | undefined}
     */
    problem = undefined
    /**
     * The rows that are shown, by the names of their regions: one that was replaced under a finger would take the tap with it.
     * @type {Map<string, {item: HTMLElement, words: HTMLElement}>}
     */
    #rows = new Map()

    /**
     * @param {import("./surface.js").MapSurface} surface
     * @param {() => import("../model/units.js").Units} units
     * @param {{create: (kind: "circle" | "polygon") => void, select: (region: import("../model/regionIndex.js").RegionEntry) => void}} actions
     */
    constructor(surface, units, actions) {
        this.surface = surface
        this.units = units
        this.actions = actions
        this.count = element("p", { className: "quiet" })
        this.list = element("ul", { className: "rows", "aria-label": "Regions" })
        this.filter = element("input", { type: "search", placeholder: "Find a region", "aria-label": "Find a region", oninput: () => this.showList() })
        this.tools = element("div", { className: "tools" },
            button("New circle", () => actions.create("circle")), button("New polygon", () => actions.create("polygon")))
        this.body = element("div", {}, this.tools, this.filter, this.count, this.list)
        byID("regions").replaceChildren(this.body)
    }

    /** Asks the daemon for all of them, for the first time or after a change. */
    async load() {
        try {
            const collection = await json("/v1/shapes", { cache: "no-store" })
            this.regions = collection.features.map(regionEntry)
            this.problem = undefined
            this.tools.hidden = false
        } catch (error) {
            this.regions = []
            const code = /** @type {any} */ (error).code
            this.problem = code === "forbidden" ? "Only precise readers may see the regions." : /** @type {Error} */ (error).message
            this.tools.hidden = code === "forbidden"
        }
        const { points, shapes } = regionSources(this.regions)
        this.surface.setOverlay("region-points", points.features)
        this.surface.setOverlay("region-shapes", shapes.features)
        this.showList()
        document.body.dataset.regions = String(this.regions.length)
    }

    /** @param {ReadonlySet<string>} inside */
    setInside(inside) {
        if (inside.size === this.inside.size && [...inside].every((identifier) => this.inside.has(identifier))) return
        this.inside = inside
        this.surface.setInside(inside)
        this.showList()
    }

    /** @param {string} identifier */
    find(identifier) {
        return this.regions.find((region) => region.identifier === identifier)
    }

    /**
     * Those whose name has this text, the shortest names first.
     * @param {string} text
     */
    named(text) {
        const wanted = text.trim().toLocaleLowerCase()
        return this.regions.filter(({ identifier }) => identifier.toLocaleLowerCase().includes(wanted)).sort((a, b) => a.identifier.length - b.identifier.length)
    }

    /** The rows, for the part of the world that the map shows. */
    showList() {
        if (byID("regions").hidden) return
        const rows = listedRegions(this.regions, this.inside, this.surface.center(), this.filter.value, mostRows)
        this.filter.hidden = this.regions.length < 10
        this.count.textContent = this.problem
            ?? (this.regions.length === 0 ? "No regions yet." : this.regions.length > rows.length ? `The nearest ${rows.length} of ${this.regions.length.toLocaleString("en")}` : rows.length === 1 ? "1 region" : `${rows.length} regions`)
        this.#rows = new Map(rows.map(({ region, isInside, distance }) => {
            const row = this.#rows.get(region.identifier) ?? this.#row(region.identifier)
            const words = [isInside ? "inside" : lengthInWords(distance, this.units()), region.radius ? `radius ${lengthInWords(region.radius, this.units())}` : "area"].join(" · ")
            // What is set is laid out and painted anew, also when it is the same.
            row.item.classList.toggle("inside", isInside)
            if (row.words.textContent !== words) row.words.textContent = words
            return [region.identifier, row]
        }))
        const items = [...this.#rows.values()].map(({ item }) => item)
        const isSame = items.length === this.list.children.length && items.every((item, index) => item === this.list.children[index])
        if (!isSame) this.list.replaceChildren(...items)
    }

    /** @param {string} identifier */
    #row(identifier) {
        const words = element("span", { className: "quiet" })
        const select = () => {
            const region = this.find(identifier)
            if (region) this.actions.select(region)
        }
        const item = element("li", {}, element("button", { type: "button", className: "row", onclick: select }, nameElement(identifier, "strong"), words))
        return { item, words }
    }
}
