// The stays, as a list; the pins of the map are made of the same visits.

import { json } from "../io/api.js"
import { cityInWords, coordinateInWords, visitInWords } from "../model/words.js"
import { byID, element, nameElement } from "./elements.js"

/**
 * What a visit is called.
 * @param {Visit} visit
 */
export const visitName = (visit) => (visit.placemark ? cityInWords(visit.placemark) : coordinateInWords(visit.coordinate))

/** The last stays, the newest first. */
export class VisitsView {
    /** @type {Visit[]} */
    visits = []

    /**
     * @param {(visit: Visit) => void} select
     * @param {() => void} changed
     */
    constructor(select, changed) {
        this.select = select
        this.changed = changed
        this.hint = element("p", { className: "quiet" })
        this.list = element("ul", { className: "rows", "aria-label": "Visits" })
        byID("visits").replaceChildren(this.hint, this.list)
    }

    async load() {
        /** @type {string | undefined} */
        let problem
        try {
            const { current, recent } = await json("/v1/visits", { cache: "no-store" })
            this.visits = [...(current ? [current] : []), ...[...(recent ?? [])].reverse()]
        } catch (error) {
            this.visits = []
            problem = /** @type {any} */ (error).code === "forbidden" ? "Only precise readers may see the visits." : /** @type {Error} */ (error).message
        }
        this.hint.textContent = problem ?? (this.visits.length ? "" : "No visits yet: a stay of three minutes or more is a visit.")
        this.hint.hidden = this.hint.textContent === ""
        this.list.replaceChildren(...this.visits.map((visit) =>
            element("li", {}, element("button", { type: "button", className: "row", onclick: () => this.select(visit) },
                nameElement(visitName(visit), "strong"), element("span", { className: "quiet", textContent: visitInWords(visit) })))))
        this.changed()
    }
}
