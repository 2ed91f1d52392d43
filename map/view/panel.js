// The panel beside the map, which is a sheet at the bottom of a small screen, and its tabs.

import { byID } from "./elements.js"

/** What is left of the map above a sheet is a place to look at, however large the sheet is: so much of the window at most is covered. */
const largestSheet = 0.6

/** What is to be done when the panel covers more or less of the map. */
let resized = () => {}

/**
 * Makes the tabs work by mouse and keyboard, and the sheet go up and down.
 * @param {() => void} whenResized
 */
export function startPanel(whenResized) {
    resized = whenResized
    /** @type {HTMLButtonElement[]} */
    const tabs = [...byID("tabs").children]
    tabs.forEach((tab, index) => {
        tab.addEventListener("click", () => openTab(tab.id.slice(4)))
        tab.addEventListener("keydown", (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
            if (!step) return
            const next = tabs[(index + step + tabs.length) % tabs.length]
            showTab(next.id.slice(4))
            next.focus()
        })
    })
    byID("sheet-handle").addEventListener("click", () => raiseSheet(!document.body.classList.contains("sheet-up")))
    window.addEventListener("resize", resized)
}

/** @param {boolean} isUp whether the sheet of a small screen shows its tabs */
function raiseSheet(isUp) {
    const handle = byID("sheet-handle")
    document.body.classList.toggle("sheet-up", isUp)
    handle.setAttribute("aria-expanded", String(isUp))
    handle.setAttribute("aria-label", isUp ? "Show less" : "Show more")
    resized()
}

/**
 * Shows a tab, also where the sheet is down.
 * @param {string} name
 */
export function openTab(name) {
    showTab(name)
    raiseSheet(true)
}

/** Leaves the screen to the map: what a list has been asked to show there would lie below the sheet. */
export function lowerSheet() {
    if (document.body.classList.contains("sheet-up")) raiseSheet(false)
}

/** @param {string} name */
function showTab(name) {
    for (const tab of byID("tabs").children) {
        const isShown = tab.id === `tab-${name}`
        tab.setAttribute("aria-selected", String(isShown))
        tab.tabIndex = isShown ? 0 : -1
        byID(tab.id.slice(4)).hidden = !isShown
    }
}

/** What of the window the panel and the instruments cover: the map centres on the rest. */
export function coveredByPanel() {
    const box = byID("panel").getBoundingClientRect()
    const isSheet = box.width > window.innerWidth * 0.8
    document.body.style.setProperty("--covered", isSheet ? `${Math.round(window.innerHeight - box.top)}px` : "0px")
    const top = Math.round(byID("instruments").getBoundingClientRect().bottom)
    document.body.style.setProperty("--covered-top", `${top}px`)
    return isSheet
        ? { left: 0, top, right: 0, bottom: Math.round(Math.min(window.innerHeight - box.top, window.innerHeight * largestSheet)) }
        : { left: Math.round(box.right), top, right: 0, bottom: 0 }
}
