// Finds out which map there can be: with a basemap, without one, or without WebGL.

import { firstStatus, mapFacts } from "../io/firstRequests.js"
import { firstZoom, onTheMap } from "../model/following.js"
import { viewOfLink } from "../model/link.js"
import { openBasemap } from "./basemap.js"
import { byID } from "./elements.js"
import { MapView } from "./mapView.js"
import { SimpleMap } from "./simpleMap.js"

/** What is shown until there is a position. */
const wholeWorld = { center: { longitude: 10, latitude: 30 }, zoom: 1.3 }

/** @returns {boolean} */
function hasWebGL() {
    return document.createElement("canvas").getContext("webgl2") !== null
}

/**
 * What the server says of a file that it cannot show, in the page's words: `world.pmtiles: damaged: it is cut off; …`.
 * @param {string} problem
 */
const unreadableFile = (problem) => `The basemap ${problem.replace(/: (cannot read it: )?/, " cannot be read: ")}. The map goes on without it.`

/**
 * @param {import("./optionsView.js").Options} options
 * @param {(problem: string) => void} problem
 * @returns {Promise<{surface: import("./surface.js").MapSurface, basemaps: Basemap[], attribution: string, version: string, hasReplay: boolean, hasStreets: (at: Coordinate) => Promise<boolean>}>}
 */
export async function openMap(options, problem) {
    const container = byID("map")
    // Its worker reads the library too: the sooner the better.
    maplibregl.prewarm()
    const known = await mapFacts
    /** @type {Basemap[]} */
    const basemaps = known.basemaps ?? []
    const facts = { basemaps, version: String(known.version ?? ""), hasReplay: known.replay !== false }
    for (const text of known.problems ?? []) problem(unreadableFile(String(text)))
    if (!hasWebGL()) {
        problem("This browser has no WebGL: the way, the regions and the position are shown without a map beneath them.")
        return { ...facts, surface: new SimpleMap(container, options.appearance), attribution: "", hasStreets: async () => true }
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
    const hasStreets = open?.hasStreets ?? (async () => false)
    const status = await firstStatus()
    const center = status?.location?.coordinate
    const link = viewOfLink(location.hash)
    const own = center ? { center: onTheMap(center), zoom: link?.zoom ?? firstZoom(status.precision === "reduced", await hasStreets(center)) } : wholeWorld
    const camera = link?.center ? { center: onTheMap(link.center), zoom: link.zoom } : own
    const map = new MapView(container, open, options.appearance, camera, (reason) => {
        if (!wasTold) problem(`Parts of the basemap ${basemap?.name ?? ""} cannot be read: ${reason}. The map goes on without them.`)
        wasTold = true
    })
    await map.ready
    return { ...facts, surface: map, attribution: open?.attribution ?? "", hasStreets }
}
