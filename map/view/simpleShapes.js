// The overlays and the dot as SVG.

import { metersPerPixel } from "../model/geometry.js"

/** More shapes than this are not drawn. */
const mostShapes = 1500

/** What is drawn, from below. */
const overlays = ["grid", "cell", "guard", "region-shapes", "region-points", "track-old", "track-recent", "trip", "draft"]

/**
 * What there is to draw.
 * @typedef {object} Drawing
 * @property {import("../model/flatCamera.js").FlatCamera} camera
 * @property {ReadonlyMap<string, Feature[]>} features by overlay
 * @property {ReadonlySet<string>} inside the regions that the box is in
 * @property {import("./surface.js").UserLocation | undefined} user
 * @property {import("../model/palette.js").Palette} colors
 */

/**
 * An element of SVG.
 * @param {string} tag
 * @param {{[name: string]: string | number}} attributes
 */
export function svg(tag, attributes) {
    const result = document.createElementNS("http://www.w3.org/2000/svg", tag)
    for (const [name, value] of Object.entries(attributes)) result.setAttribute(name, String(value))
    return result
}

/**
 * All of it.
 * @param {Drawing} drawing
 */
export function shapes(drawing) {
    return [...overlays.flatMap((name) => overlayShapes(name, drawing)), ...dot(drawing)]
}

/**
 * @param {string} name
 * @param {Drawing} drawing
 */
function overlayShapes(name, drawing) {
    const result = []
    for (const feature of drawing.features.get(name) ?? []) {
        if (result.length >= mostShapes) break
        const drawn = shape(name, feature, drawing)
        if (drawn) result.push(drawn)
    }
    return result
}

/**
 * @param {string} name
 * @param {Drawing} drawing
 * @param {{[key: string]: any}} properties of a feature
 */
function color(name, { inside, colors }, properties) {
    if (name.startsWith("region")) return inside.has(properties.identifier) ? colors.regionInside : colors.region
    if (name === "draft") return colors.draft
    if (name === "grid") return colors.waterText
    if (name === "guard") return properties.isAlarm ? colors.danger : properties.part === "ring" ? colors.regionInside : colors.draft
    return name === "cell" ? colors.user : colors.speeds[properties.speed] ?? colors.trip
}

/**
 * @param {string} name
 * @param {Feature} feature
 * @param {Drawing} drawing
 */
function shape(name, { geometry, properties }, drawing) {
    const { camera, inside } = drawing
    const tint = color(name, drawing, properties)
    if (geometry.type === "Point") {
        if (properties.pixels === undefined) return undefined
        const [cx, cy] = camera.pixel({ longitude: geometry.coordinates[0], latitude: geometry.coordinates[1] })
        const r = Math.max(4, properties.pixels * 2 ** camera.zoom)
        if (cx + r < 0 || cy + r < 0 || cx - r > camera.width || cy - r > camera.height) return undefined
        return svg("circle", { cx, cy, r, fill: tint, "fill-opacity": 0.18, stroke: tint, "stroke-width": inside.has(properties.identifier) ? 3 : 1.5 })
    }
    const isArea = geometry.type.endsWith("Polygon")
    const rings = geometry.type === "LineString" ? [geometry.coordinates] : geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat()
    const d = rings.map((/** @type {Position[]} */ ring) => path(ring, camera) + (isArea ? "Z" : "")).join("")
    return svg("path", { d, fill: isArea ? tint : "none", "fill-opacity": 0.18, "fill-rule": "evenodd", stroke: tint, "stroke-width": name === "grid" ? 0.5 : isArea ? 1.5 : 4, "stroke-linejoin": "round" })
}

/**
 * Points that fall on the same pixel are one.
 * @param {Position[]} ring
 * @param {import("../model/flatCamera.js").FlatCamera} camera
 */
function path(ring, camera) {
    let [lastX, lastY] = [NaN, NaN]
    let result = ""
    ring.forEach(([longitude, latitude], index) => {
        const [x, y] = camera.pixel({ longitude, latitude })
        if (Math.abs(x - lastX) < 1 && Math.abs(y - lastY) < 1 && index < ring.length - 1) return
        result += `${result ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`
        ;[lastX, lastY] = [x, y]
    })
    return result
}

/** @param {Drawing} drawing */
function dot({ user, camera, colors }) {
    if (!user) return []
    const [cx, cy] = camera.pixel(user.coordinate)
    const r = user.accuracy / metersPerPixel(user.coordinate.latitude, camera.zoom)
    const fill = user.isStale ? "#8a93a0" : colors.user
    return [
        svg("circle", { cx, cy, r: Math.min(r, 4000), fill, "fill-opacity": 0.15 }),
        svg("circle", { class: "simple-dot", cx, cy, r: 8, fill, stroke: "#fff", "stroke-width": 3 }),
    ]
}
