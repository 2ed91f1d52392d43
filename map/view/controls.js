// The buttons of the map, and the keys.

import { byID } from "./elements.js"

/**
 * What buttons and keys do.
 * @typedef {object} ControlActions
 * @property {() => void} nextTrackingMode
 * @property {() => void} turnToNorth
 * @property {(levels: number) => void} zoomBy
 * @property {() => void} askWhatIsInTheMiddle
 * @property {() => void} giveUp closes what is open
 */

/** @param {ControlActions} actions */
export function startControls(actions) {
    byID("tracking").addEventListener("click", actions.nextTrackingMode)
    byID("north").addEventListener("click", actions.turnToNorth)
    byID("zoom-in").addEventListener("click", () => actions.zoomBy(1))
    byID("zoom-out").addEventListener("click", () => actions.zoomBy(-1))
    document.addEventListener("keydown", (event) => {
        const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
        if (event.key === "Escape") actions.giveUp()
        else if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
        else if (event.key === "r") actions.askWhatIsInTheMiddle()
        else if (event.key === "f") actions.nextTrackingMode()
        else if (event.key === "/") {
            event.preventDefault()
            byID("search-text").focus()
        }
    })
}

/**
 * The needle, which is there while the map is turned.
 * @param {number} bearing degrees
 */
export function showNorth(bearing) {
    const north = byID("north")
    north.hidden = Math.abs(bearing) < 0.5
    north.style.setProperty("--bearing", `${-bearing}deg`)
}
