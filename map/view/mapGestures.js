// What hands do on MapLibre's map: clicks, long presses, moves.

import { basemapSource } from "../model/basemapSources.js"
import { coordinate } from "./markers.js"

/** A press that is held so long, without moving, asks what is there. */
const longPressInMs = 550

const regionLayers = ["region-circles", "region-shapes-fill", "region-names"]

/**
 * Tells the listener what the user does with the map, and when the camera moves.
 * @param {any} map
 * @param {import("./surface.js").SurfaceListener} listener
 * @param {{clicked: () => void, taken: () => void}} first what is called before the listener hears of a click that was no long press, and of a hand that moves the map
 */
export function listenToGestures(map, listener, first) {
    /** Whether the click that comes next is the end of a long press. */
    let isHeld = false
    map.on("click", (/** @type {any} */ event) => {
        if (isHeld) {
            isHeld = false
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
        const ground = map.queryRenderedFeatures(event.point).find((/** @type {any} */ { layer, source }) => layer.type === "symbol" && source.startsWith(basemapSource))
        if (ground) listener.nameClicked(ground.geometry.type === "Point" ? coordinate({ lng: ground.geometry.coordinates[0], lat: ground.geometry.coordinates[1] }) : coordinate(event.lngLat))
    })
    map.on("contextmenu", (/** @type {any} */ event) => listener.longPress(coordinate(event.lngLat)))
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    const cancel = () => clearTimeout(timer)
    const press = (/** @type {any} */ event) => {
        cancel()
        if (event.points?.length > 1 || event.originalEvent.button > 0) return
        timer = setTimeout(() => {
            isHeld = true
            setTimeout(() => { isHeld = false }, 1000)
            listener.longPress(coordinate(event.lngLat))
        }, longPressInMs)
    }
    map.on("mousedown", press)
    map.on("touchstart", press)
    for (const end of ["mouseup", "touchend", "touchcancel", "dragstart", "zoomstart", "rotatestart"]) map.on(end, cancel)
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
 * Comes as near as it needs to see the cluster's parts.
 * @param {any} map
 * @param {any} cluster
 */
async function openCluster(map, cluster) {
    const zoom = await map.getSource("region-points").getClusterExpansionZoom(cluster.properties.cluster_id)
    map.easeTo({ center: cluster.geometry.coordinates, zoom: zoom + 0.2 })
}
