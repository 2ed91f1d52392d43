// The sources of a file of tiles. Our own files hold two ranges of zooms: the world, and streets from zoom 12 on. MapLibre enlarges
// a tile only beyond the last zoom of its source; so each range is a source of its own, and the world goes on below the streets.

/** The source of the world, and of all files of others; those of further ranges begin with it. */
export const basemapSource = "basemap"

/**
 * What a file says of one of its layers.
 * @typedef {object} TileLayer
 * @property {string} id
 * @property {number} [minzoom]
 * @property {number} [maxzoom]
 */

/**
 * A source for each last zoom that layers of the file have, and the name of each layer's source.
 * @param {string} url
 * @param {readonly TileLayer[]} layers
 */
export function basemapSources(url, layers) {
    /** @type {{[name: string]: any}} */
    const sources = { [basemapSource]: { type: "vector", url } }
    /** @type {Map<string, string>} */
    const sourceOfLayer = new Map()
    const lastZooms = [...new Set(layers.map(({ maxzoom }) => maxzoom ?? 0))].sort((a, b) => a - b)
    for (const [index, lastZoom] of lastZooms.entries()) {
        const members = layers.filter(({ maxzoom }) => (maxzoom ?? 0) === lastZoom)
        const name = index === 0 ? basemapSource : `${basemapSource}-to-${lastZoom}`
        // Without zooms in the metadata, those of the file's header count.
        const zooms = lastZoom > 0 ? { minzoom: Math.min(...members.map(({ minzoom }) => minzoom ?? 0)), maxzoom: lastZoom } : {}
        sources[name] = { type: "vector", url, ...zooms }
        for (const { id } of members) sourceOfLayer.set(id, name)
    }
    return { sources, sourceOfLayer }
}

/**
 * The layers of the style that the file has something for, each with the source that has its tiles. MapLibre covers the window with
 * a mask for each layer, with each picture, before it looks whether there is something to draw.
 * @param {any[]} layers
 * @param {ReadonlyMap<string, string>} sourceOfLayer
 */
export const withSources = (layers, sourceOfLayer) =>
    layers.flatMap((layer) => {
        if (!layer.source) return [layer]
        const source = sourceOfLayer.get(layer["source-layer"])
        return source ? [{ ...layer, source }] : []
    })
