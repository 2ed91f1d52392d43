// How the basemap looks that `placemark-gazetteer map` makes (docs/explain/basemap.md): all layers that a file may have.

import { areaKinds, lineKinds } from "./areaKinds.js"
import { basemapSource } from "./basemapSources.js"
import { nameExpression } from "./languages.js"
import { capitalPicture, dotImage, dotPicture, dottedLabelLayout, labelLayout } from "./rightToLeft.js"
import { shieldLayout } from "./shields.js"
import { markPicture } from "./symbols.js"

/**
 * The weight is what MapLibre takes from the first name; the letters come from the browser.
 */
export const fonts = { regular: ["system-ui"], medium: ["Medium", "system-ui"], bold: ["Semibold", "system-ui"] }

/**
 * Line widths that double with the zoom from a certain one on.
 * @param {(readonly [number, number])[]} stops
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
 * @param {string} [edge] the colour of its outline
 */
const area = (id, layer, color, filter, edge) => ({
    id,
    type: "fill",
    source: basemapSource,
    "source-layer": layer,
    ...(filter ? { filter } : {}),
    paint: { "fill-color": color, "fill-antialias": true, ...(edge ? { "fill-outline-color": edge } : {}) },
})

/**
 * The sea from so many metres on. Its edges are those of a map of the world: from near they would be a patchwork.
 * @param {number} depth
 * @param {string} color
 */
function depths(depth, color) {
    const layer = area(`depths-${depth}`, "depths", color, ["==", ["get", "depth"], depth])
    return { ...layer, maxzoom: 9, paint: { ...layer.paint, "fill-opacity": ["interpolate", ["linear"], ["zoom"], 7, 1, 9, 0] } }
}

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

/** How important a name is: 0 the most. */
const rank = ["coalesce", ["get", "rank"], 9]

/** A country or a lake has room elsewhere, where a city stands in its middle. */
const movable = { "text-variable-anchor": ["center", "top", "bottom", "left", "right"], "text-radial-offset": 0.8 }

/** Whether a place is the seat of a government, which has a layer of its own. */
const isCapital = ["==", ["get", "capital"], true]

/**
 * Capitals that look at each other over a river, as Brazzaville and Kinshasa do, both have a name: at a corner if need be, and never on the
 * other's dot, which the map shows in any case.
 */
const roomForCapitals = {
    "text-padding": 2,
    // Farther from its own dot than that of the neighbour is: at zoom 4 a pixel lies between them.
    "text-radial-offset": ["step", ["zoom"], 0.8, 10, 0],
    "text-variable-anchor": ["bottom", "top", "left", "right", "bottom-right", "bottom-left", "top-right", "top-left"],
}

/**
 * The layers from the ground up. MapLibre gives room to the names of the last layer first: so cities of a
 * million and capitals come last, and what may be left out comes before.
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
        depths(200, colors.depth200),
        depths(2000, colors.depth2000),
        depths(4000, colors.depth4000),
        area("land", "land", colors.land),
        area("ice", "land", colors.ice, ["==", ["get", "kind"], "ice"]),
        area("ocean", "ocean", colors.water),
        ...Object.entries(areaKinds).map(([kind, color]) => area(`areas-${kind}`, "areas", colors[color], ["==", ["get", "kind"], kind], kind === "building" ? colors.buildingEdge : undefined)),
        area("water", "water", colors.water),
        ...Object.entries(lineKinds).map(([kind, { color, width }]) => line(`lines-${kind}`, "lines", ["==", ["get", "kind"], kind], colors[color], widthByZoom(...width))),
        {
            // Sleepers, as maps have drawn railways since there are any.
            ...line("railway-sleepers", "lines", ["==", ["get", "kind"], "railway"], colors.rail, widthByZoom([13, 2.5], [18, 9]), { minzoom: 14 }),
            paint: { "line-color": colors.rail, "line-width": widthByZoom([13, 2.5], [18, 9]), "line-dasharray": [0.25, 2.2] },
            layout: { "line-cap": "butt" },
        },
        // The world's lines go straight from bend to bend, which shows from zoom 11 on: from there they become thin, so that nobody
        // takes them for what lies there, and do not cross out the streets of a detail pack.
        line("rivers", "rivers", true, colors.river, widthByZoom([3, 0.6], [8, 1.6], [11, 3], [13, 1.2])),
        // Roads do not tell what they are: those that join the greatest towns are drawn last.
        line("railways", "railways", true, colors.textMinor, widthByZoom([6, 0.5], [10, 1], [13, 0.7]), { minzoom: 6, paint: { "line-opacity": 0.35 } }),
        line("roads-small", "roads", ["==", rank, 3], colors.path, widthByZoom([8, 0.4], [10, 1], [13, 0.8]), { minzoom: 8 }),
        line("roads-middle", "roads", ["==", rank, 2], colors.path, widthByZoom([7, 0.5], [10, 1.4], [13, 0.9]), { minzoom: 7 }),
        line("roads-large", "roads", ["==", rank, 1], colors.path, widthByZoom([6, 0.7], [10, 2.2], [13, 1]), { minzoom: 6 }),
        line("roads-great", "roads", ["==", rank, 0], colors.motorway, widthByZoom([4, 0.6], [6, 1.2], [10, 2.8], [13, 1.2]), { minzoom: 4 }),
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
        {
            id: "road-numbers",
            type: "symbol",
            source: basemapSource,
            "source-layer": "road_numbers",
            minzoom: 12,
            layout: shieldLayout,
        },
        label("area-names", "areas", name, 11, colors, { minzoom: 14, paint: { "text-color": colors.textMinor } }),
        label("stream-names", "lines", ["coalesce", ["get", "name"], ""], 11, colors, {
            minzoom: 13,
            layout: { "symbol-placement": "line", "symbol-spacing": 400, "text-padding": 20 },
            paint: { "text-color": colors.waterText },
        }),
        label("county-names", "counties", name, 11, colors, { minzoom: 8, paint: { "text-color": colors.textMinor } }),
        markLabel("airports", "airport", ["step", ["zoom"], "", 7, ["get", "code"], 10, ["get", "name"]], colors),
        markLabel("ports", "port", ["step", ["zoom"], "", 10, name], colors),
        placeLabel("small-places", [">", rank, 6], 7, fonts.regular, 12, name, colors),
        label("river-names", "rivers", ["coalesce", ["get", "name"], ""], 11, colors, {
            minzoom: 5,
            maxzoom: 13,
            layout: { "symbol-placement": "line", "symbol-spacing": 400, "text-padding": 20, "symbol-sort-key": rank },
            paint: { "text-color": colors.waterText },
        }),
        label("water-names", "water_names", name, 12, colors, {
            layout: { "text-font": fonts.regular, "text-max-width": 7, "text-letter-spacing": 0.05, "symbol-sort-key": rank, ...movable },
            paint: { "text-color": colors.waterText },
        }),
        label("state-names", "states", name, 12, colors, {
            minzoom: 4,
            maxzoom: 8,
            layout: { "symbol-sort-key": rank, "text-letter-spacing": 0.08, "text-max-width": 8 },
            paint: { "text-color": colors.textMinor },
        }),
        placeLabel("middle-places", ["all", [">", rank, 3], ["<=", rank, 6]], 5, fonts.regular, 13, name, colors),
        placeLabel("large-places", ["==", rank, 3], 3, fonts.medium, 14, name, colors),
        countryLabel("country-names", [">", rank, 2], name, colors),
        placeLabel("great-places", ["<=", rank, 2], 3, fonts.medium, 14, name, colors),
        // A large country without its name is missed sooner than one city of many.
        countryLabel("large-country-names", ["<=", rank, 2], name, colors),
        placeLabel("capitals", isCapital, 3, fonts.bold, 14, name, colors),
        {
            id: "capital-dots",
            type: "symbol",
            source: basemapSource,
            "source-layer": "places",
            filter: isCapital,
            minzoom: 3,
            layout: { "icon-image": dotImage(name, capitalPicture), "icon-padding": 0, "icon-allow-overlap": true },
        },
    ]
}

/**
 * @param {string} id
 * @param {any} filter
 * @param {any} name
 * @param {import("./palette.js").Palette} colors
 */
const countryLabel = (id, filter, name, colors) => label(id, "countries", name, 14, colors, {
    filter,
    maxzoom: 8,
    layout: {
        "text-font": fonts.bold,
        "text-size": ["interpolate", ["linear"], ["zoom"], 1, 11, 6, 18],
        "text-max-width": 8,
        "symbol-sort-key": rank,
        ...movable,
    },
})

/**
 * Marks with a name below where it has room.
 * @param {string} layer of the tiles
 * @param {"airport" | "port"} mark
 * @param {any} text
 * @param {import("./palette.js").Palette} colors
 */
const markLabel = (layer, mark, text, colors) => ({
    id: layer,
    type: "symbol",
    source: basemapSource,
    "source-layer": layer,
    minzoom: 6,
    layout: {
        "icon-image": markPicture(mark),
        "icon-size": ["interpolate", ["linear"], ["zoom"], 6, 0.7, 10, 1],
        "icon-padding": 3,
        "text-field": text,
        "text-font": fonts.regular,
        "text-size": 11,
        "text-anchor": "top",
        "text-offset": [0, 0.7],
        "text-max-width": 9,
        "text-optional": true,
    },
    paint: { "text-color": colors.mark, "text-halo-color": colors.halo, "text-halo-width": colors.haloWidth },
})

/**
 * Places of some ranks, the larger before the smaller, each with a dot where it is as long as the map shows it from afar.
 * @param {string} id
 * @param {any} filter
 * @param {number} minzoom
 * @param {string[]} font
 * @param {number} size
 * @param {any} name
 * @param {import("./palette.js").Palette} colors
 */
function placeLabel(id, filter, minzoom, font, size, name, colors) {
    const sizes = ["interpolate", ["linear"], ["zoom"], 3, ["-", 13, ["*", 0.4, rank]], 12, ["-", 22, rank]]
    return label(id, "places", name, size, colors, {
        minzoom,
        filter: filter === isCapital ? filter : ["all", filter, ["!", isCapital]],
        layout: {
            ...dottedLabelLayout(name, size, filter === isCapital ? "" : dotPicture),
            "text-font": font, "text-size": sizes, "symbol-sort-key": rank, "text-padding": 6,
            ...(filter === isCapital ? roomForCapitals : {}),
        },
    })
}
