// The trips of a day as a list: one is chosen to be seen alone on the map.

import { placesOfTrip, timesOfTripInWords, tripInWords } from "../model/trips.js"
import { element, nameElement } from "./elements.js"

/**
 * @param {readonly Trip[]} trips
 * @param {string | undefined} shown the identity of the one that the map shows
 * @param {import("../model/units.js").Units} units
 * @param {(trip: Trip) => void} select of the one that is shown as well: pressed again, it is let go
 */
export function tripRows(trips, shown, units, select) {
    const rows = trips.map((trip) => {
        const [from, to] = placesOfTrip(trip)
        const button = element("button", {
            type: "button", className: "row", "data-key": trip.id, "aria-pressed": trip.id === shown, title: trip.label?.note,
            onclick: () => select(trip),
        },
        element("strong", {}, ...(trip.state === "underway" ? ["From ", nameElement(from), ", now "] : [nameElement(from), " to "]), nameElement(to)),
        element("span", { textContent: timesOfTripInWords(trip) }),
        element("span", { className: "quiet", textContent: tripInWords(trip, units) }))
        return element("li", {}, button)
    })
    return element("ul", { className: "rows trips", "aria-label": "Trips of the day" }, ...rows)
}
