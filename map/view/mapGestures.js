// What hands do on MapLibre's map: clicks, long presses, moves.

import { basemapSource } from "../model/basemapSources.js"
import { nameOf } from "../model/languages.js"
import { coordinate } from "./markers.js"

/** A press that is held so long, without moving, asks what is there. */
const longPressInMs = 550

/** A click that its browser makes of a press comes so soon after its end, or not at all. */
const longestToClickInMs = 1000

/** A road is thin, and a finger is not. */
const reachInPixels = 6

const regionLayers = ["region-circles", "region-shapes-fill", "region-names"]

/**
 * Tells the listener what the user does with the map, and when the camera moves.
 * @param {any} map
 * @param {import("./surface.js").SurfaceListener} listener
 * @param {readonly string[]} languages of the names on the map
 * @param {{clicked: () => void, taken: () => void}} first what is called before the listener hears of a click that was no long press, and of a hand that moves the map
 */
export function listenToGestures(map, listener, languages, first) {
    /**
     * The long press whose end may be the click that comes next: when it began, and the event that ends it. (A browser makes up a mouse for fingers.)
     * @type {{beganInMs: number, end: "mouseup" | "touchend"} | undefined}
     */
    let held
    map.on("click", (/** @type {any} */ event) => {
        if (held) {
            held = undefined
            return
        }
        first.clicked()
        const [cluster] = map.queryRenderedFeatures(event.point, { layers: ["region-clusters"] })
        if (cluster) {
            void openCluster(map, cluster)
            return
        }
        const [region] = map.queryRenderedFeatures(event.point, { layers: regionLayers })
        if (listener.click(coordinate(event.lngLat), region?.properties.identifier)) return
        const ground = namedGround(map, event.point, languages)
        if (ground) listener.nameClicked(ground.at ?? coordinate(event.lngLat), ground.name)
    })
    map.on("contextmenu", (/** @type {any} */ event) => listener.longPress(coordinate(event.lngLat)))
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    const cancel = () => clearTimeout(timer)
    const press = (/** @type {any} */ event) => {
        cancel()
        if (event.type === "touchstart" || held?.end === "mouseup") held = undefined
        if (event.points?.length > 1 || event.originalEvent.button > 0) return
        // What stands on the map has a press of its own: a corner that is dragged for long ends in no click, and the next one counted as its end.
        if (event.originalEvent.target.closest?.(".maplibregl-marker")) return
        /** @type {NonNullable<typeof held>} */
        const begun = { beganInMs: event.originalEvent.timeStamp, end: event.type === "touchstart" ? "touchend" : "mouseup" }
        timer = setTimeout(() => {
            held = begun
            listener.longPress(coordinate(event.lngLat))
        }, longPressInMs)
    }
    const release = (/** @type {any} */ event) => {
        cancel()
        const released = held
        if (!released) return
        // A busy machine tells of the release when the timer has gone off, though it came before: what happened counts, and a click was one.
        if (event.type === released.end && event.originalEvent.timeStamp - released.beganInMs < longPressInMs) held = undefined
        else setTimeout(() => { if (held === released) held = undefined }, longestToClickInMs)
    }
    map.on("mousedown", press)
    map.on("touchstart", press)
    for (const end of ["mouseup", "touchend", "touchcancel", "dragstart", "zoomstart", "rotatestart"]) map.on(end, release)
    const take = () => {
        first.taken()
        listener.userMoved()
    }
    for (const start of ["dragstart", "rotatestart"]) map.on(start, (/** @type {any} */ event) => { if (event.originalEvent) take() })
    map.getCanvas().addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key.startsWith("Arrow")) take() })
    map.on("moveend", () => listener.moved())
    map.on("move", () => listener.changed())
}

/**
 * What of the ground lies under a click and has a name: names first, then ways and waters, then areas, as they lie on each other.
 * @param {any} map
 * @param {{x: number, y: number}} point pixels
 * @param {readonly string[]} languages of the names on the map
 * @returns {{name: string, at: Coordinate | undefined} | undefined} where its name stands, if that is one place
 */
function namedGround(map, { x, y }, languages) {
    /** @type {any[]} */
    const found = map.queryRenderedFeatures([[x - reachInPixels, y - reachInPixels], [x + reachInPixels, y + reachInPixels]])
    const order = ["symbol", "circle", "line", "fill"]
    const named = found.filter(({ source, layer }) => source.startsWith(basemapSource) && order.includes(layer.type))
        .flatMap((feature) => {
            const name = nameOf(feature.properties, languages)
            return name === undefined ? [] : [{ name, geometry: feature.geometry, rank: order.indexOf(feature.layer.type) }]
        })
        .sort((a, b) => a.rank - b.rank)
    if (named.length === 0) return undefined
    const [{ name, geometry }] = named
    return { name, at: geometry.type === "Point" ? coordinate({ lng: geometry.coordinates[0], lat: geometry.coordinates[1] }) : undefined }
}

/**
 * Comes as near as it needs to see the cluster's parts.
 * @param {any} map
 * @param {any} cluster
 */
async function openCluster(map, cluster) {
    const zoom = await map.getSource("region-points").getClusterExpansionZoom(cluster.properties.cluster_id)
    map.easeTo({ center: cluster.geometry.coordinates, zoom: zoom + 0.2 })
}
