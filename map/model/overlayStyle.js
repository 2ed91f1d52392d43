// What lies above the basemap: the way, the regions, a trip, a draft. The overlays of MapKit.

import { fonts } from "./basemapStyle.js"
import { labelLayout } from "./rightToLeft.js"
import { collection } from "./regionIndex.js"

/** @param {any} [more] */
const geojson = (more = {}) => ({ type: "geojson", data: collection([]), ...more })

/** The sources of the overlays, empty. Regions cluster where they are too small to be seen one by one. */
export const overlaySources = () => ({
    "track-old": geojson({ tolerance: 0.6, buffer: 16 }),
    "track-recent": geojson({ tolerance: 0.2, buffer: 16 }),
    "region-points": geojson({ cluster: true, clusterRadius: 44, clusterMaxZoom: 11, promoteId: "identifier", buffer: 32 }),
    "region-shapes": geojson({ promoteId: "identifier", tolerance: 0.5, buffer: 16 }),
    grid: geojson({ tolerance: 0, buffer: 2 }),
    cell: geojson(),
    guard: geojson(),
    trip: geojson({ tolerance: 0.5 }),
    draft: geojson(),
})

const isInside = ["boolean", ["feature-state", "inside"], false]
const isCluster = ["has", "point_count"]

/**
 * A circle of the earth is one of the map too, as long as it is small: its radius doubles with each zoom.
 * @param {any} least pixels
 */
const radiusByZoom = (least) => [
    "interpolate", ["exponential", 2], ["zoom"],
    0, ["max", least, ["coalesce", ["get", "pixels"], 0]],
    ...[4, 8, 10, 12, 14, 16, 18, 20, 22].flatMap((zoom) => [zoom, ["max", least, ["*", ["coalesce", ["get", "pixels"], 0], 2 ** zoom]]]),
]

/** @param {import("./palette.js").Palette} colors */
export function overlayLayers(colors) {
    const regionColor = ["case", isInside, colors.regionInside, colors.region]
    const guardColor = ["case", ["get", "isAlarm"], colors.danger, colors.regionInside]
    const speedColor = ["match", ["get", "speed"], ...colors.speeds.slice(0, -1).flatMap((color, index) => [index, color]), colors.speeds.at(-1)]
    const wayWidth = ["interpolate", ["linear"], ["zoom"], 3, 2.5, 14, 5]
    const wayLayout = { "line-cap": "round", "line-join": "round" }
    /** @param {string} source */
    const wayCase = (source) => ({
        id: `${source}-case`, type: "line", source, layout: wayLayout,
        paint: { "line-color": colors.halo, "line-width": ["interpolate", ["linear"], ["zoom"], 3, 4, 14, 8], "line-opacity": 0.85 },
    })
    /** @param {string} source */
    const way = (source) => ({ id: source, type: "line", source, layout: wayLayout, paint: { "line-color": speedColor, "line-width": wayWidth } })
    const ways = ["track-old", "track-recent", "trip"]
    return [
        { id: "grid", type: "line", source: "grid", paint: { "line-color": colors.waterText, "line-width": 1, "line-opacity": 0.45 } },
        { id: "cell-fill", type: "fill", source: "cell", paint: { "fill-color": colors.user, "fill-opacity": 0.14 } },
        { id: "cell-line", type: "line", source: "cell", paint: { "line-color": colors.user, "line-width": 1.5, "line-dasharray": [2, 1.5] } },
        {
            id: "region-shapes-fill", type: "fill", source: "region-shapes",
            paint: { "fill-color": regionColor, "fill-opacity": ["case", isInside, 0.28, 0.12] },
        },
        { id: "region-shapes-line", type: "line", source: "region-shapes", paint: { "line-color": regionColor, "line-width": ["case", isInside, 2.5, 1.5] } },
        {
            id: "region-circles", type: "circle", source: "region-points", filter: ["all", ["!", isCluster], ["has", "pixels"]],
            paint: {
                "circle-radius": radiusByZoom(4), "circle-color": regionColor, "circle-opacity": ["case", isInside, 0.28, 0.14],
                "circle-stroke-color": regionColor, "circle-stroke-width": ["case", isInside, 2.5, 1.5],
                "circle-pitch-alignment": "map",
            },
        },
        {
            id: "guard-fill", type: "fill", source: "guard", filter: ["==", ["get", "part"], "ring"],
            paint: { "fill-color": guardColor, "fill-opacity": ["case", ["get", "isAlarm"], 0.25, 0.08] },
        },
        { id: "guard-line", type: "line", source: "guard", filter: ["==", ["get", "part"], "ring"], paint: { "line-color": guardColor, "line-width": 3 } },
        {
            id: "guard-inner", type: "line", source: "guard", filter: ["!=", ["get", "part"], "ring"],
            paint: { "line-color": ["match", ["get", "part"], "warning", colors.draft, colors.user], "line-width": 1.5, "line-dasharray": [3, 2] },
        },
        // All edges lie below all ways: one of them goes on where another ends.
        ...ways.map(wayCase),
        ...ways.map(way),
        { id: "draft-fill", type: "fill", source: "draft", filter: ["==", ["geometry-type"], "Polygon"], paint: { "fill-color": colors.draft, "fill-opacity": 0.18 } },
        { id: "draft-line", type: "line", source: "draft", paint: { "line-color": colors.draft, "line-width": 2.5 } },
        {
            id: "region-names", type: "symbol", source: "region-points", minzoom: 10, filter: ["!", isCluster],
            layout: { ...labelLayout(["get", "identifier"], 12), "text-size": 12, "text-font": fonts.medium, "text-optional": true },
            paint: { "text-color": regionColor, "text-halo-color": colors.halo, "text-halo-width": 1.5 },
        },
        {
            id: "region-clusters", type: "circle", source: "region-points", filter: isCluster,
            paint: {
                "circle-color": colors.cluster, "circle-opacity": 0.92, "circle-stroke-color": colors.halo, "circle-stroke-width": 2,
                "circle-radius": ["step", ["get", "point_count"], 13, 10, 15, 100, 18, 1000, 22, 10_000, 26],
            },
        },
        {
            id: "region-cluster-counts", type: "symbol", source: "region-points", filter: isCluster,
            layout: { "text-field": ["get", "point_count_abbreviated"], "text-size": 12, "text-font": fonts.bold, "text-allow-overlap": true, "text-ignore-placement": true },
            paint: { "text-color": colors.clusterText },
        },
    ]
}

/**
 * All layers in their order: the ground, the areas and ways, the names of the ground, the names of the regions. So no way hides the
 * name of a town.
 * @param {{type: string}[]} ground
 * @param {{id: string, type: string}[]} overlays
 */
export function stackedLayers(ground, overlays) {
    const names = overlays.findIndex(({ id }) => id === "region-names")
    const isName = (/** @type {{type: string}} */ { type }) => type === "symbol"
    return [...ground.filter((layer) => !isName(layer)), ...overlays.slice(0, names), ...ground.filter(isName), ...overlays.slice(names)]
}
