// Draws a region, or changes one, and sends it to the daemon. All of it works without a mouse too: the middle of the map and
// numbers in the form take the place of clicks.

import { addRegion, removeRegion } from "../io/api.js"
import { afterClick, afterMove, afterRemoval, draftFeature, draftOf, emptyCircle, emptyPolygon, limitedRadius, whatIsMissing } from "../model/draft.js"
import { circleRing, destination } from "../model/geometry.js"
import { button, byID, element, notice } from "./elements.js"

/** One draft at a time, in place of the list of regions. */
export class RegionEditor {
    /** @type {import("../model/draft.js").Draft | undefined} */
    draft = undefined
    /**
     * Told when a draft is opened, and when it is closed.
     * @type {(isDrawing: boolean) => void}
     */
    drawing = () => {}

    /**
     * @param {import("./surface.js").MapSurface} surface
     * @param {import("./regionsView.js").RegionsView} regions
     */
    constructor(surface, regions) {
        this.surface = surface
        this.regions = regions
        this.hint = element("p", { role: "status", className: "hint" })
        this.name = element("input", { id: "region-name", type: "text", maxLength: 128, required: true, oninput: () => this.#show() })
        this.radius = element("input", { id: "region-radius", type: "number", min: "1", max: "1000000", oninput: () => this.#setRadius() })
        this.radiusRow = element("label", { for: "region-radius" }, "Radius in metres", this.radius)
        this.dwell = element("input", { id: "region-dwell", type: "number", min: "0", value: "0" })
        this.onEntry = element("input", { id: "region-entry", type: "checkbox", checked: true })
        this.onExit = element("input", { id: "region-exit", type: "checkbox", checked: true })
        this.saveButton = element("button", { type: "submit", className: "primary", textContent: "Save" })
        this.undoButton = button("Remove last corner", () => this.#change(afterRemoval))
        this.title = element("h3", {})
        this.form = element("form", { className: "editor", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.save() } },
            this.title, this.hint,
            element("label", { for: "region-name" }, "Name", this.name),
            this.radiusRow,
            element("div", { className: "more" },
                element("label", { for: "region-dwell" }, "Seconds inside before the entry counts", this.dwell),
                element("label", { className: "check", for: "region-entry" }, this.onEntry, "Report when the box enters it"),
                element("label", { className: "check", for: "region-exit" }, this.onExit, "Report when the box leaves it")),
            element("div", { className: "tools" },
                button("Use the middle of the map", () => this.click(this.surface.center())), this.undoButton),
            element("div", { className: "tools" }, this.saveButton, button("Cancel", () => this.close()),
                button("More", () => { document.body.classList.toggle("drawing-more"); this.drawing(true) }, { className: "more-button" })))
    }

    /**
     * @param {"circle" | "polygon"} kind
     * @param {Coordinate} [at] where a circle begins
     */
    create(kind, at) {
        this.#open(kind === "circle" ? { ...emptyCircle, center: at } : emptyPolygon, `New ${kind}`)
        this.name.value = ""
        this.name.readOnly = false
        this.dwell.value = "0"
        this.onEntry.checked = this.onExit.checked = true
    }

    /** @param {import("../model/regionIndex.js").RegionEntry} region */
    edit(region) {
        const draft = draftOf(region)
        if (!draft) {
            notice("A region that has holes or several parts can only be changed in its file.", "error")
            return
        }
        this.#open(draft, "Change the region")
        this.name.value = region.identifier
        this.name.readOnly = true
        this.dwell.value = String(region.properties.dwell ?? 0)
        this.onEntry.checked = region.properties.notifyOnEntry !== false
        this.onExit.checked = region.properties.notifyOnExit !== false
        this.#show()
    }

    /**
     * @param {import("../model/draft.js").Draft} draft
     * @param {string} title
     */
    #open(draft, title) {
        this.draft = draft
        this.title.textContent = title
        if (draft.kind === "circle") this.radius.value = String(draft.radius)
        this.regions.body.hidden = true
        byID("regions").append(this.form)
        this.surface.hideCallout()
        document.body.classList.add("drawing")
        this.#show()
        this.drawing(true)
        this.name.focus({ preventScroll: true })
    }

    close() {
        this.draft = undefined
        this.form.remove()
        this.regions.body.hidden = false
        document.body.classList.remove("drawing", "drawing-more")
        this.drawing(false)
        this.surface.setOverlay("draft", [])
        this.surface.setHandles([])
        this.regions.showList()
    }

    /**
     * A click on the map belongs to the draft, while there is one.
     * @param {Coordinate} point
     * @returns {boolean}
     */
    click(point) {
        if (!this.draft) return false
        this.#change((draft) => afterClick(draft, point))
        return true
    }

    /** @param {(draft: import("../model/draft.js").Draft) => import("../model/draft.js").Draft} change */
    #change(change) {
        if (!this.draft) return
        this.draft = change(this.draft)
        if (this.draft.kind === "circle" && this.radius.value !== String(this.draft.radius)) this.radius.value = String(this.draft.radius)
        this.#show()
    }

    #setRadius() {
        const radius = limitedRadius(Number(this.radius.value))
        if (this.draft?.kind === "circle" && !Number.isNaN(radius)) this.draft = { ...this.draft, radius }
        this.#show()
    }

    #show() {
        const draft = this.draft
        if (!draft) return
        const missing = whatIsMissing(draft, this.name.value)
        this.hint.textContent = missing ?? "Drag the points to change the region."
        this.saveButton.disabled = missing !== undefined
        this.radiusRow.hidden = draft.kind !== "circle"
        this.undoButton.hidden = draft.kind === "circle" || draft.corners.length === 0
        this.surface.setOverlay("draft", shapes(draft))
        this.surface.setHandles(handles(draft).map(({ label, coordinate }, index) => ({
            label, coordinate, move: (to) => this.#change((draft) => afterMove(draft, index, to)),
        })))
    }

    async save() {
        if (!this.draft || whatIsMissing(this.draft, this.name.value)) return
        const identifier = this.name.value.trim()
        try {
            const dwell = Number(this.dwell.value) || undefined
            await addRegion(draftFeature(this.draft, { identifier, dwell, notifyOnEntry: this.onEntry.checked, notifyOnExit: this.onExit.checked }))
            this.close()
            notice(`The region ${identifier} is watched now.`)
            await this.regions.load()
        } catch (error) {
            notice(/** @type {Error} */ (error).message, "error")
        }
    }

    /** @param {string} identifier */
    async remove(identifier) {
        try {
            await removeRegion(identifier)
            notice(`The region ${identifier} is gone.`)
            await this.regions.load()
        } catch (error) {
            notice(/** @type {Error} */ (error).message, "error")
        }
    }
}

/**
 * @param {import("../model/draft.js").Draft} draft
 * @returns {Feature[]}
 */
function shapes(draft) {
    if (draft.kind === "circle") {
        if (!draft.center) return []
        return [{ type: "Feature", geometry: { type: "Polygon", coordinates: [circleRing(draft.center, draft.radius)] }, properties: {} }]
    }
    const corners = draft.corners.map(({ longitude, latitude }) => [longitude, latitude])
    if (corners.length < 2) return []
    const geometry = corners.length === 2 ? { type: "LineString", coordinates: corners } : { type: "Polygon", coordinates: [[...corners, corners[0]]] }
    return [{ type: "Feature", geometry, properties: {} }]
}

/**
 * @param {import("../model/draft.js").Draft} draft
 * @returns {{label: string, coordinate: Coordinate}[]}
 */
function handles(draft) {
    if (draft.kind === "polygon") return draft.corners.map((coordinate, index) => ({ label: `Corner ${index + 1}`, coordinate }))
    if (!draft.center) return []
    return [{ label: "Middle", coordinate: draft.center }, { label: "Border", coordinate: destination(draft.center, draft.radius, 90) }]
}
