// The scale at the foot of the map.

import { metersPerPixel } from "../model/geometry.js"
import { scaleBar } from "../model/units.js"
import { byID } from "./elements.js"

/**
 * @param {import("./surface.js").MapSurface} surface
 * @param {import("../model/units.js").Units} units
 */
export function showScale(surface, units) {
    const { pixels, label } = scaleBar(metersPerPixel(surface.center().latitude, surface.zoom()), 110, units)
    const scale = byID("scale")
    scale.style.width = `${pixels.toFixed(1)}px`
    if (scale.textContent !== label) scale.textContent = label
}
