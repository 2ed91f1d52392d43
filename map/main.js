// Starts the page: options, the map that can be had, and what is shown on it.

import { byID, element, notice } from "./view/elements.js"
import { openMap } from "./view/openMap.js"
import { Options } from "./view/optionsView.js"
import { Page } from "./view/page.js"
import { startPanel } from "./view/panel.js"

async function start() {
    const options = new Options()
    options.apply()
    /** @type {string[]} */
    const problems = []
    const { surface, basemaps, attribution, version, hasReplay, hasStreets } = await openMap(options, (problem) => {
        problems.push(problem)
        document.body.dataset.problem = problem
        notice(problem, "error")
    })
    const page = new Page(surface, options, hasReplay, hasStreets)
    startPanel(() => page.layoutChanged())
    page.layoutChanged()
    if (attribution) byID("attribution").prepend(element("details", {}, element("summary", { textContent: "Sources" }), element("p", { textContent: attribution })))
    options.changed = () => page.optionsChanged()
    options.show(basemaps, [...problems, version && `placemarkd ${version}`, "Keys: / search, F follow, H heading up, I instruments, + and − zoom, R what is in the middle, Escape back."].filter(Boolean))
    page.start()
}

start().catch((error) => {
    console.error(error)
    notice(error.message, "error")
    byID("here-city").textContent = error.message
})
