// Where the box is, in words.

import { mapEdgeInDegrees } from "../model/following.js"
import { badge } from "../model/state.js"
import { cityInWords, distanceFromPlaceInWords, agoInWords, motionInWords, sinceInWords, streetInWords } from "../model/words.js"
import { byID, element } from "./elements.js"

/** No screen reader should read more names at once. */
const mostRegions = 6

/**
 * Sets a text only when it is another one, so that screen readers stay quiet.
 * @param {HTMLElement} place
 * @param {string} text
 */
function setText(place, text) {
    if (place.textContent !== text) place.textContent = text
    place.hidden = text === ""
}

/**
 * @param {import("../model/state.js").PageState} state
 * @param {import("../model/units.js").Units} units
 * @param {number} now milliseconds
 */
export function showPlace(state, units, now) {
    const { placemark, location } = state
    const problem = badge(state)
    setText(byID("here-badge"), problem ? [problem.title, problem.detail].filter(Boolean).join(": ") : "")
    setText(byID("here-city"), placemark ? cityInWords(placemark) : location ? "No name for this place yet" : "No position yet")
    setText(byID("here-street"), (placemark && streetInWords(placemark)) ?? "")
    const details = placemark
        ? [distanceFromPlaceInWords(placemark, units), sinceInWords(placemark, (now - state.placemarkNamedAt) / 1000), placemark.attribution]
        : []
    setText(byID("here-details"), details.filter(Boolean).join(" · "))
    setText(byID("here-motion"), location ? positionWords(state, units, now) : "")
    const isOffTheMap = location !== undefined && Math.abs(location.coordinate.latitude) > mapEdgeInDegrees
    setText(byID("here-edge"), isOffTheMap ? `The map ends at ${Math.floor(mapEdgeInDegrees)}°: the dot is at the edge, but the box is nearer to the pole.` : "")
    showRegions([...state.regions])
    document.title = placemark ? `${cityInWords(placemark)} · placemarkd` : "Map · placemarkd"
}

/**
 * @param {import("../model/state.js").PageState} state
 * @param {import("../model/units.js").Units} units
 * @param {number} now
 */
function positionWords(state, units, now) {
    if (!state.location) return ""
    if (state.precision === "reduced") return "Position known to about 3 km: the cell on the map"
    const age = (now - state.locationTakenAt) / 1000
    const words = motionInWords(state.location, state.motion, units)
    return badge(state) || age > 90 ? [words, agoInWords(age)].filter(Boolean).join(" · ") : words
}

/** @param {string[]} regions */
function showRegions(regions) {
    const place = byID("here-regions")
    const words = regions.slice(0, mostRegions).concat(regions.length > mostRegions ? [`and ${regions.length - mostRegions} more`] : [])
    if (place.dataset.shown === JSON.stringify(words)) return
    place.dataset.shown = JSON.stringify(words)
    place.replaceChildren(...words.map((word) => element("li", { textContent: word, dir: "auto" })))
    place.hidden = words.length === 0
}
