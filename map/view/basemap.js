// Reads what a file of tiles is, and makes layers for it.

import { session, sessionFields } from "../io/session.js"
import { basemapSource, basemapSources, withSources } from "../model/basemapSources.js"
import { basemapLayers } from "../model/basemapStyle.js"
import { tileAt } from "../model/geometry.js"
import { foreignLayers, pictureLayers } from "../model/foreignStyle.js"
import { languagesToShow, ownLanguagesToShow } from "../model/languages.js"

/** The types of tiles in a PMTiles header: vector tiles are 1, pictures are 2 to 5. */
const vectorTiles = 1

/**
 * What is known of a basemap that can be read.
 * @typedef {object} OpenBasemap
 * @property {Basemap} basemap
 * @property {boolean} isVector
 * @property {import("../model/basemapSources.js").TileLayer[]} layers
 * @property {string[]} languages
 * @property {string} attribution as plain text
 * @property {(at: Coordinate) => Promise<boolean>} hasStreets whether it has a tile with streets there
 */

/** The zoom at which maps of all kinds have streets. */
const streetZoom = 14

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
    await session
    const archive = new pmtiles.PMTiles(new pmtiles.FetchSource(new URL(basemap.url, location.href).href, sessionFields))
    const header = await archive.getHeader()
    if (header.tileType < 1 || header.tileType > 5) throw new Error("it holds no tiles that this map can show")
    const metadata = /** @type {any} */ (await archive.getMetadata()) ?? {}
    protocol.add(archive)
    /** @type {import("../model/basemapSources.js").TileLayer[]} */
    const layers = Array.isArray(metadata.vector_layers) ? metadata.vector_layers.map(tileLayer) : []
    return {
        basemap,
        isVector: header.tileType === vectorTiles,
        layers,
        languages: Array.isArray(metadata.languages) ? metadata.languages.map(String) : languagesIn(metadata),
        attribution: plainText(metadata.attribution),
        hasStreets: async (at) => {
            if (header.maxZoom < streetZoom || !layers.some(({ id }) => /^(streets|roads|transportation)$/.test(id))) return false
            const { x, y } = tileAt(at, streetZoom)
            // A file that cannot be read any more has nothing to show.
            return (await archive.getZxy(streetZoom, x, y).catch(() => undefined)) !== undefined
        },
    }
}

/**
 * What the metadata say of a layer: whatever else is there is not ours.
 * @param {any} layer
 * @returns {import("../model/basemapSources.js").TileLayer}
 */
function tileLayer(layer) {
    const zoom = (/** @type {unknown} */ value) => (Number.isInteger(value) ? Number(value) : undefined)
    return { id: String(layer.id), minzoom: zoom(layer.minzoom), maxzoom: zoom(layer.maxzoom) }
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
 * The languages of the names on the map, the best first.
 * @param {OpenBasemap | undefined} open
 */
export function shownLanguages(open) {
    if (!open) return []
    return (open.basemap.kind === "placemarkd" ? ownLanguagesToShow : languagesToShow)(navigator.languages, open.languages)
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
    const languages = shownLanguages(open)
    const ids = open.layers.map(({ id }) => id)
    if (open.basemap.kind !== "placemarkd") {
        return { sources: { [basemapSource]: { type: "vector", url } }, layers: foreignLayers(colors, languages, ids) }
    }
    const { sources, sourceOfLayer } = basemapSources(url, open.layers)
    return { sources, layers: withSources(basemapLayers(colors, languages, ids.includes("land")), sourceOfLayer) }
}
