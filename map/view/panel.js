// The panel beside the map, which is a sheet at the bottom of a small screen, and its tabs.

import { byID } from "./elements.js"

/**
 * Makes the tabs work by mouse and keyboard, and the sheet go up and down.
 * @param {() => void} resized
 */
export function startPanel(resized) {
    /** @type {HTMLButtonElement[]} */
    const tabs = [...byID("tabs").children]
    tabs.forEach((tab, index) => {
        tab.addEventListener("click", () => {
            showTab(tab.id.slice(4))
            expand(true)
        })
        tab.addEventListener("keydown", (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
            if (!step) return
            const next = tabs[(index + step + tabs.length) % tabs.length]
            showTab(next.id.slice(4))
            next.focus()
        })
    })
    const handle = byID("sheet-handle")
    const expand = (/** @type {boolean} */ up) => {
        document.body.classList.toggle("sheet-up", up)
        handle.setAttribute("aria-expanded", String(up))
        handle.setAttribute("aria-label", up ? "Show less" : "Show more")
        resized()
    }
    handle.addEventListener("click", () => expand(!document.body.classList.contains("sheet-up")))
    window.addEventListener("resize", resized)
}

/** @param {string} name of a tab */
export function showTab(name) {
    for (const tab of byID("tabs").children) {
        const isShown = tab.id === `tab-${name}`
        tab.setAttribute("aria-selected", String(isShown))
        tab.tabIndex = isShown ? 0 : -1
        byID(tab.id.slice(4)).hidden = !isShown
    }
}

/** What of the window the panel covers: the map centres on the rest. */
export function coveredByPanel() {
    const box = byID("panel").getBoundingClientRect()
    const isSheet = box.width > window.innerWidth * 0.8
    return isSheet
        ? { left: 0, top: 0, right: 0, bottom: Math.round(Math.min(window.innerHeight - box.top, window.innerHeight * 0.6)) }
        : { left: Math.round(box.right), top: 0, right: 0, bottom: 0 }
}
