// The buttons of the map, and the keys.

import { byID } from "./elements.js"

/**
 * What buttons and keys do.
 * @typedef {object} ControlActions
 * @property {() => void} nextTrackingMode
 * @property {() => void} nextHeadingMode
 * @property {() => void} turnToNorth
 * @property {(x: number, y: number) => void} panBy pixels
 * @property {() => void} toggleInstruments
 * @property {(levels: number) => void} zoomBy
 * @property {() => void} askWhatIsInTheMiddle
 * @property {() => void} giveUp closes what is open
 */

/**
 * What an arrow moves the map by, in pixels: as much as MapLibre does.
 * @type {{[key: string]: [number, number]}}
 */
const steps = { ArrowLeft: [-100, 0], ArrowRight: [100, 0], ArrowUp: [0, -100], ArrowDown: [0, 100] }

/** @param {ControlActions} actions */
export function startControls(actions) {
    byID("tracking").addEventListener("click", actions.nextTrackingMode)
    byID("heading").addEventListener("click", actions.nextHeadingMode)
    byID("instruments-button").addEventListener("click", actions.toggleInstruments)
    byID("north").addEventListener("click", actions.turnToNorth)
    byID("zoom-in").addEventListener("click", () => actions.zoomBy(1))
    byID("zoom-out").addEventListener("click", () => actions.zoomBy(-1))
    document.addEventListener("keydown", (event) => {
        const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
        if (event.key === "Escape") actions.giveUp()
        else if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
        else if (event.key === "r") actions.askWhatIsInTheMiddle()
        else if (event.key === "f") actions.nextTrackingMode()
        else if (event.key === "h") actions.nextHeadingMode()
        else if (event.key === "i") actions.toggleInstruments()
        else if (event.target instanceof HTMLCanvasElement) return // MapLibre moves a map that has the focus.
        else if (event.key === "+" || event.key === "=") actions.zoomBy(1)
        else if (event.key === "-") actions.zoomBy(-1)
        else if (event.target === document.body && event.key in steps) {
            event.preventDefault()
            const [x, y] = steps[event.key]
            actions.panBy(x, y)
        }
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
