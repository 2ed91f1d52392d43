// Finds out which map there can be: with a basemap, without one, or without WebGL.

import { json } from "../io/api.js"
import { openBasemap } from "./basemap.js"
import { byID } from "./elements.js"
import { MapView } from "./mapView.js"
import { SimpleMap } from "./simpleMap.js"

/** @returns {boolean} */
function hasWebGL() {
    return document.createElement("canvas").getContext("webgl2") !== null
}

/**
 * @param {import("./optionsView.js").Options} options
 * @param {(problem: string) => void} problem
 * @returns {Promise<{surface: import("./surface.js").MapSurface, basemaps: Basemap[], attribution: string, version: string, hasReplay: boolean, hasStreets: boolean}>}
 */
export async function openMap(options, problem) {
    const container = byID("map")
    const known = await json("/map.json", { cache: "no-store" })
    /** @type {Basemap[]} */
    const basemaps = known.basemaps ?? []
    const facts = { basemaps, version: String(known.version ?? ""), hasReplay: known.replay !== false }
    for (const text of known.problems ?? []) problem(String(text))
    if (!hasWebGL()) {
        problem("This browser has no WebGL: the way, the regions and the position are shown without a map below.")
        return { ...facts, surface: new SimpleMap(container, options.appearance), attribution: "", hasStreets: true }
    }
    const basemap = basemaps.find(({ name }) => name === options.basemap) ?? basemaps[0]
    /** @type {import("./basemap.js").OpenBasemap | undefined} */
    let open
    try {
        if (basemap) open = await openBasemap(basemap)
        else if (!known.problems?.length) problem("There is no basemap. `placemark-gazetteer map` makes one.")
    } catch (error) {
        problem(`The basemap ${basemap.name} cannot be read: ${/** @type {Error} */ (error).message}. The map goes on without it.`)
    }
    let wasTold = false
    const map = new MapView(container, open, options.appearance, (reason) => {
        if (!wasTold) problem(`Parts of the basemap ${basemap?.name ?? ""} cannot be read: ${reason}. The map goes on without them.`)
        wasTold = true
    })
    await map.ready()
    const hasStreets = open?.layers.some((layer) => /^(streets|roads|transportation)$/.test(layer)) ?? false
    return { ...facts, surface: map, attribution: open?.attribution ?? "", hasStreets }
}
