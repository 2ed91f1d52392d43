// How the basemap looks that `placemark-gazetteer map` makes (docs/basemap.md). Layers that a file does not have draw nothing.

import { nameExpression } from "./languages.js"
import { labelLayout } from "./rightToLeft.js"

/** The name of the basemap's source in the style. */
export const basemapSource = "basemap"

/**
 * The weight is what MapLibre takes from the first name; the letters come from the browser.
 */
export const fonts = { regular: ["system-ui"], medium: ["Medium", "system-ui"], bold: ["Semibold", "system-ui"] }

/**
 * Line widths that double with the zoom from a certain one on.
 * @param {[number, number][]} stops
 */
export const widthByZoom = (...stops) => ["interpolate", ["exponential", 1.6], ["zoom"], ...stops.flat()]

/**
 * @param {string} id
 * @param {string} layer
 * @param {any} name
 * @param {number} size
 * @param {import("./palette.js").Palette} colors
 * @param {{[key: string]: any}} more
 */
function label(id, layer, name, size, colors, more) {
    const { layout = {}, paint = {}, ...rest } = more
    return {
        id,
        type: "symbol",
        source: basemapSource,
        "source-layer": layer,
        layout: { ...labelLayout(name, size), "text-font": fonts.regular, "text-size": size, "text-padding": 4, ...layout },
        paint: { "text-color": colors.text, "text-halo-color": colors.halo, "text-halo-width": colors.haloWidth, ...paint },
        ...rest,
    }
}

/**
 * @param {string} id
 * @param {string} layer
 * @param {string} color
 * @param {any} [filter]
 */
const area = (id, layer, color, filter) => ({
    id,
    type: "fill",
    source: basemapSource,
    "source-layer": layer,
    ...(filter ? { filter } : {}),
    paint: { "fill-color": color, "fill-antialias": true },
})

/**
 * @param {string} id
 * @param {string} layer
 * @param {any} filter
 * @param {string} color
 * @param {any} width
 * @param {{[key: string]: any}} [more]
 */
const line = (id, layer, filter, color, width, more) => ({
    id,
    type: "line",
    source: basemapSource,
    "source-layer": layer,
    filter,
    layout: { "line-join": "round", "line-cap": "round" },
    ...more,
    paint: { "line-color": color, "line-width": width, ...more?.paint },
})

/**
 * The layers from the ground up.
 * @param {import("./palette.js").Palette} colors
 * @param {readonly string[]} languages
 * @param {boolean} hasLand whether the file has the land as polygons; else it has the sea
 */
export function basemapLayers(colors, languages, hasLand) {
    const name = nameExpression(languages)
    const streetClass = ["get", "class"]
    const inClasses = (/** @type {string[]} */ ...classes) => ["in", streetClass, ["literal", classes]]
    return [
        { id: "background", type: "background", paint: { "background-color": hasLand ? colors.water : colors.land } },
        area("land", "land", colors.land),
        area("ocean", "ocean", colors.water),
        area("parks", "areas", colors.park, ["in", ["get", "kind"], ["literal", ["park", "forest", "wood", "garden", "nature_reserve"]]]),
        area("built-areas", "areas", colors.built, ["!", ["in", ["get", "kind"], ["literal", ["park", "forest", "wood", "garden", "nature_reserve"]]]]),
        area("water", "water", colors.water),
        line("borders-county", "borders", ["==", ["get", "level"], 6], colors.county, 0.8, { minzoom: 7 }),
        line("borders-state", "borders", ["==", ["get", "level"], 4], colors.state, widthByZoom([3, 0.5], [8, 1.2]), {
            minzoom: 3,
            paint: { "line-dasharray": [3, 2] },
        }),
        line("borders-country", "borders", ["==", ["get", "level"], 2], colors.country, widthByZoom([1, 0.6], [8, 1.8])),
        line("paths", "streets", inClasses("path"), colors.path, widthByZoom([13, 0.6], [18, 3]), { paint: { "line-dasharray": [2, 1.5] } }),
        line("streets-case", "streets", ["!", inClasses("path")], colors.streetCase, widthByZoom([12, 1.6], [15, 5], [18, 20])),
        line("streets-small", "streets", inClasses("residential", "service", "tertiary"), colors.street, widthByZoom([12, 0.8], [15, 3.6], [18, 17])),
        line("streets-main", "streets", inClasses("primary", "secondary"), colors.mainStreet, widthByZoom([10, 1], [15, 4.6], [18, 19])),
        line("streets-fast", "streets", inClasses("motorway", "trunk"), colors.motorway, widthByZoom([8, 1], [15, 5], [18, 20])),
        label("house-numbers", "house_numbers", ["to-string", ["get", "number"]], 10, colors, { minzoom: 16, paint: { "text-color": colors.textMinor } }),
        label("street-names", "streets", ["coalesce", ["get", "name"], ""], 12, colors, {
            minzoom: 13,
            layout: { "symbol-placement": "line", "text-padding": 20 },
            paint: { "text-color": colors.textMinor },
        }),
        label("area-names", "areas", name, 11, colors, { minzoom: 14, paint: { "text-color": colors.textMinor } }),
        label("water-names", "water_names", name, 12, colors, {
            layout: { "text-font": fonts.regular, "text-max-width": 7, "text-letter-spacing": 0.05 },
            paint: { "text-color": colors.waterText, "text-halo-width": 0.8, "text-halo-color": colors.water },
        }),
        label("county-names", "counties", name, 11, colors, { minzoom: 8, paint: { "text-color": colors.textMinor } }),
        ...placeLabels(name, colors),
        label("state-names", "states", name, 12, colors, {
            minzoom: 4,
            maxzoom: 8,
            layout: { "symbol-sort-key": ["coalesce", ["get", "rank"], 9], "text-letter-spacing": 0.08, "text-max-width": 8 },
            paint: { "text-color": colors.textMinor },
        }),
        label("country-names", "countries", name, 14, colors, {
            maxzoom: 8,
            layout: {
                "text-font": fonts.bold,
                "text-size": ["interpolate", ["linear"], ["zoom"], 1, 11, 6, 18],
                "text-max-width": 8,
                "symbol-sort-key": ["coalesce", ["get", "rank"], 9],
            },
        }),
    ]
}

/**
 * Places by how many people live there: the large ones first, from afar.
 * @param {any} name
 * @param {import("./palette.js").Palette} colors
 */
function placeLabels(name, colors) {
    const rank = ["coalesce", ["get", "rank"], 9]
    const sizes = ["interpolate", ["linear"], ["zoom"], 3, ["-", 13, ["*", 0.4, rank]], 12, ["-", 22, rank]]
    return [
        { id: "large-places", filter: ["<=", rank, 3], minzoom: 3, font: fonts.medium, size: 14 },
        { id: "middle-places", filter: ["all", [">", rank, 3], ["<=", rank, 6]], minzoom: 5, font: fonts.regular, size: 13 },
        { id: "small-places", filter: [">", rank, 6], minzoom: 7, font: fonts.regular, size: 12 },
    ].map(({ id, filter, minzoom, font, size }) =>
        label(id, "places", name, size, colors, {
            minzoom,
            filter,
            layout: { "text-font": font, "text-size": sizes, "symbol-sort-key": rank, "text-padding": 6 },
        }),
    )
}
