// Reads what a file of tiles is, and makes layers for it.

import { basemapLayers, basemapSource } from "../model/basemapStyle.js"
import { foreignLayers, pictureLayers } from "../model/foreignStyle.js"
import { languagesToShow } from "../model/languages.js"

/** The types of tiles in a PMTiles header: vector tiles are 1, pictures are 2 to 5. */
const vectorTiles = 1

/**
 * What is known of a basemap that can be read.
 * @typedef {object} OpenBasemap
 * @property {Basemap} basemap
 * @property {boolean} isVector
 * @property {string[]} layers
 * @property {string[]} languages
 * @property {string} attribution as plain text
 */

/** @type {any} */
let protocol

/**
 * Looks into the file; throws where it is none, or is gone.
 * @param {Basemap} basemap
 * @returns {Promise<OpenBasemap>}
 */
export async function openBasemap(basemap) {
    if (!protocol) {
        protocol = new pmtiles.Protocol({ metadata: false })
        maplibregl.addProtocol("pmtiles", protocol.tile)
    }
    const archive = new pmtiles.PMTiles(new URL(basemap.url, location.href).href)
    const header = await archive.getHeader()
    if (header.tileType < 1 || header.tileType > 5) throw new Error("it holds no tiles that this map can show")
    const metadata = /** @type {any} */ (await archive.getMetadata()) ?? {}
    protocol.add(archive)
    const layers = Array.isArray(metadata.vector_layers) ? metadata.vector_layers.map((/** @type {any} */ layer) => String(layer.id)) : []
    return {
        basemap,
        isVector: header.tileType === vectorTiles,
        layers,
        languages: Array.isArray(metadata.languages) ? metadata.languages.map(String) : languagesIn(metadata),
        attribution: plainText(metadata.attribution),
    }
}

/**
 * The languages of files that name them only as fields.
 * @param {any} metadata
 * @returns {string[]}
 */
function languagesIn(metadata) {
    const fields = (metadata.vector_layers ?? []).flatMap((/** @type {any} */ layer) => Object.keys(layer.fields ?? {}))
    return [...new Set(fields.filter((/** @type {string} */ field) => field.startsWith("name:")).map((/** @type {string} */ field) => field.slice(5)))]
}

/**
 * The words of an attribution that may be markup.
 * @param {unknown} attribution
 */
function plainText(attribution) {
    if (typeof attribution !== "string") return ""
    return new DOMParser().parseFromString(attribution, "text/html").body.textContent ?? ""
}

/**
 * Source and layers of the style; without a basemap there is only the ground.
 * @param {OpenBasemap | undefined} open
 * @param {import("../model/palette.js").Palette} colors
 */
export function basemapStyle(open, colors) {
    if (!open) return { sources: {}, layers: [{ id: "background", type: "background", paint: { "background-color": colors.land } }] }
    const url = `pmtiles://${new URL(open.basemap.url, location.href).href}`
    if (!open.isVector) return { sources: { [basemapSource]: { type: "raster", url, tileSize: 256 } }, layers: pictureLayers(colors) }
    const languages = languagesToShow(navigator.languages, open.languages)
    const layers = open.basemap.kind === "placemarkd"
        ? basemapLayers(colors, languages, open.layers.includes("land"))
        : foreignLayers(colors, languages, open.layers)
    return { sources: { [basemapSource]: { type: "vector", url } }, layers }
}
