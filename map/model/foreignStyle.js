// How a file of tiles looks that another program has made: with the layers of Protomaps or OpenMapTiles, or with unknown ones.

import { basemapSource } from "./basemapSources.js"
import { fonts, widthByZoom } from "./basemapStyle.js"
import { nameExpression } from "./languages.js"
import { labelLayout } from "./rightToLeft.js"

/** Words in the names of layers, and what they mean in both schemas. */
const kinds = [
    { kind: "land", words: /^(earth|land)$/ },
    { kind: "green", words: /^(landuse|landcover|park|natural|landuse_.*|areas?)$/ },
    { kind: "water", words: /^(water|ocean|waterway|physical_line)$/ },
    { kind: "buildings", words: /^buildings?$/ },
    { kind: "roads", words: /^(roads|transportation|transit|streets|roads_.*)$/ },
    { kind: "boundaries", words: /^(boundaries|boundary|admin|borders)$/ },
    { kind: "roadNames", words: /^transportation_name$/ },
    { kind: "waterNames", words: /^(water_name|water_names|physical_point)$/ },
    { kind: "places", words: /^(places?|place_label|countries|states)$/ },
    { kind: "houseNumbers", words: /^(housenumber|house_numbers)$/ },
    { kind: "points", words: /^(pois?|mountain_peak|aerodrome_label|aeroway|globallandcover)$/ },
]

/** @param {string} layer */
const kindOf = (layer) => kinds.find(({ words }) => words.test(layer))?.kind ?? "unknown"

const order = ["land", "green", "unknown", "water", "buildings", "roads", "boundaries", "roadNames", "houseNumbers", "waterNames", "places"]

/**
 * The layers from the ground up, for the layers that the file says it has.
 * @param {import("./palette.js").Palette} colors
 * @param {readonly string[]} languages
 * @param {readonly string[]} sourceLayers
 */
export function foreignLayers(colors, languages, sourceLayers) {
    const name = nameExpression(languages.flatMap((language) => [language]))
    const sorted = [...sourceLayers]
        .filter((layer) => kindOf(layer) !== "points")
        .sort((a, b) => order.indexOf(kindOf(a)) - order.indexOf(kindOf(b)))
    const hasLand = sorted.some((layer) => kindOf(layer) === "land")
    return [
        { id: "background", type: "background", paint: { "background-color": hasLand ? colors.water : colors.land } },
        ...sorted.flatMap((layer) => layersOf(layer, kindOf(layer), name, colors)),
    ]
}

/**
 * @param {string} layer
 * @param {string} kind
 * @param {any} name
 * @param {import("./palette.js").Palette} colors
 * @returns {any[]}
 */
function layersOf(layer, kind, name, colors) {
    const source = { source: basemapSource, "source-layer": layer }
    const isPolygon = ["==", ["geometry-type"], "Polygon"]
    const isLine = ["==", ["geometry-type"], "LineString"]
    /** @param {string} color */
    const fill = (color) => ({ id: layer, type: "fill", ...source, filter: isPolygon, paint: { "fill-color": color } })
    /**
     * @param {string} color
     * @param {any} width
     * @param {string} [suffix]
     */
    const line = (color, width, suffix = "-lines") => ({
        id: layer + suffix, type: "line", ...source, filter: isLine,
        layout: { "line-cap": "round", "line-join": "round" }, paint: { "line-color": color, "line-width": width },
    })
    /**
     * @param {any} text
     * @param {number} size
     * @param {string} color
     * @param {{[key: string]: any}} [layout]
     */
    const label = (text, size, color, layout = {}) => ({
        id: `${layer}-names`, type: "symbol", ...source,
        layout: { ...labelLayout(text, size), "text-size": size, "text-font": fonts.regular, ...layout },
        paint: { "text-color": color, "text-halo-color": colors.halo, "text-halo-width": colors.haloWidth },
    })
    switch (kind) {
        case "land": return [fill(colors.land)]
        case "green": return [fill(colors.park)]
        case "water": return [fill(colors.water), line(colors.water, widthByZoom([8, 0.6], [16, 4]))]
        case "buildings": return [fill(colors.built)]
        case "roads": return [
            line(colors.streetCase, widthByZoom([6, 0.6], [12, 1.8], [18, 16]), "-case"),
            line(colors.street, widthByZoom([6, 0.3], [12, 1], [18, 13])),
            label(name, 12, colors.textMinor, { "symbol-placement": "line", "text-padding": 20 }),
        ]
        case "boundaries": return [line(colors.country, 1)]
        case "roadNames": return [label(name, 12, colors.textMinor, { "symbol-placement": "line", "text-padding": 20 })]
        case "houseNumbers": return [label(["to-string", ["coalesce", ["get", "housenumber"], ["get", "number"], ""]], 10, colors.textMinor)]
        case "waterNames": return [label(name, 12, colors.waterText)]
        case "places": return [label(name, 13, colors.text, {
            "symbol-sort-key": ["coalesce", ["get", "population_rank"], ["get", "rank"], 9],
        })]
        default: return [fill(colors.built), line(colors.state, 1)]
    }
}

/**
 * Tiles that are pictures: PNG, JPEG, WebP.
 * @param {import("./palette.js").Palette} colors
 */
export const pictureLayers = (colors) => [
    { id: "background", type: "background", paint: { "background-color": colors.land } },
    { id: "pictures", type: "raster", source: basemapSource },
]
