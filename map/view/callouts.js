// What a callout of the map says, and what can be done there.

import { bearingInDegrees, distanceInMeters } from "../model/geometry.js"
import { courseInWords, lengthInWords } from "../model/units.js"
import { titleInWords, visitInWords } from "../model/words.js"
import { button, element, nameElement } from "./elements.js"
import { visitName } from "./visitsView.js"

/**
 * @param {string} title
 * @param {(string | undefined)[]} lines
 * @param {HTMLElement[]} buttons
 */
const callout = (title, lines, buttons = []) =>
    element("div", { className: "callout", tabIndex: -1 }, nameElement(title, "strong"),
        ...lines.filter(Boolean).map((line) => element("p", { textContent: line, dir: "auto", className: "quiet" })),
        ...(buttons.length ? [element("div", { className: "tools" }, ...buttons)] : []))

/**
 * A place that was searched for or pressed on.
 * @param {Placemark | undefined} place
 * @param {{name: string | undefined, coordinate: string, wayFromBox: string | undefined, copy: () => void, createRegion: (() => void) | undefined}} more
 * `name`: what the map calls that which was clicked
 */
export function placeCallout(place, { name, coordinate, wayFromBox, copy, createRegion }) {
    const title = place ? titleInWords(place) : undefined
    const lines = [place?.fullAddress, coordinate, wayFromBox, place?.attribution]
    // A river or a bay is no place of the gazetteer's: then its own name comes first, and then what is there.
    const isElse = name !== undefined && !(title ?? "").includes(name)
    return callout(isElse ? name : title ?? "No place known here", isElse && !place?.fullAddress ? [title, ...lines] : lines,
        [button("Copy", copy, { "aria-label": `Copy ${coordinate}` }), ...(createRegion ? [button("New region here", createRegion)] : [])])
}

/**
 * Where one can go on to from what is no place: how far it is, and what else can be done there.
 * @typedef {{wayFromBox: string | undefined, buttons: () => HTMLElement[]}} Further
 */

/**
 * @param {Coordinate | undefined} box
 * @param {Coordinate} there
 * @param {import("../model/units.js").Units} units
 * @param {() => void} copy
 * @param {() => void} find
 * @returns {Further}
 */
export const furtherFrom = (box, there, units, copy, find) => ({
    wayFromBox: wayInWords(box, there, units),
    buttons: () => [button("What is here?", find), button("Copy", copy, { "aria-label": "Copy the position" })],
})

/**
 * `4.2 NM, 283° from the box`.
 * @param {Coordinate | undefined} box
 * @param {Coordinate} there
 * @param {import("../model/units.js").Units} units
 */
export function wayInWords(box, there, units) {
    if (!box) return undefined
    const distance = distanceInMeters(box, there)
    if (distance < 1) return "The box is here."
    return `${lengthInWords(distance, units)}, ${courseInWords(bearingInDegrees(box, there))} from the box`
}

/**
 * @param {Visit} visit
 * @param {Further} further
 */
export const visitCallout = (visit, further) =>
    callout(visitName(visit), [visitInWords(visit), visit.placemark?.fullAddress, further.wayFromBox], further.buttons())

/**
 * A region; only one that was added at run time can be changed or removed here.
 * @param {import("../model/regionIndex.js").RegionEntry} region
 * @param {boolean} isInside
 * @param {import("../model/units.js").Units} units
 * @param {() => void} edit
 * @param {() => void} remove
 * @param {Further} further
 */
export function regionCallout(region, isInside, units, edit, remove, further) {
    const size = region.radius === undefined ? "An area" : `A circle of ${lengthInWords(region.radius, units)}`
    const origin = region.origin === "file" ? "It comes from a file, and can only be changed there." : undefined
    let asked = false
    const removeButton = button("Remove", () => {
        if (asked) remove()
        asked = true
        removeButton.textContent = "Really remove?"
    }, { className: "danger" })
    return callout(region.identifier, [size, isInside ? "The box is in it." : further.wayFromBox, origin],
        [...(region.origin === "file" ? [] : [button("Change", edit), removeButton]), ...further.buttons()])
}
