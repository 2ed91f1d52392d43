// Draws the labels that MapLibre cannot write: see model/rightToLeft.js.

import { dotPicture, labelPicture } from "../model/rightToLeft.js"

const pixelRatio = 2
const dotRadius = 2.5 * pixelRatio

/**
 * Whether a picture is one of these, in the colours of the day or the night.
 * @param {string} id
 */
export const isDrawnHere = (id) => id === dotPicture || labelPicture(id) !== undefined

/**
 * Makes each picture when the map first asks for it.
 * @param {any} map
 * @param {() => import("../model/palette.js").Palette} colors
 */
export function drawLabelPictures(map, colors) {
    map.on("styleimagemissing", (/** @type {{id: string}} */ { id }) => {
        const label = labelPicture(id)
        const canvas = document.createElement("canvas")
        const context = canvas.getContext("2d", { willReadFrequently: true })
        if (!context || map.hasImage(id)) return
        if (id === dotPicture) map.addImage(id, drawnDot(canvas, context, colors()), { pixelRatio })
        if (!label) return
        const font = `500 ${label.size * pixelRatio}px system-ui, sans-serif`
        context.font = font
        canvas.width = Math.ceil(context.measureText(label.text).width) + 12
        canvas.height = Math.ceil(label.size * pixelRatio * 1.6)
        context.font = font
        context.textBaseline = "middle"
        context.lineJoin = "round"
        context.lineWidth = 5
        context.strokeStyle = colors().halo
        context.fillStyle = colors().text
        context.strokeText(label.text, 6, canvas.height / 2)
        context.fillText(label.text, 6, canvas.height / 2)
        map.addImage(id, context.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio })
    })
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2D} context
 * @param {import("../model/palette.js").Palette} colors
 */
function drawnDot(canvas, context, colors) {
    canvas.width = canvas.height = 2 * dotRadius + 4
    context.beginPath()
    context.arc(canvas.width / 2, canvas.height / 2, dotRadius, 0, 2 * Math.PI)
    context.fillStyle = colors.text
    context.strokeStyle = colors.halo
    context.lineWidth = 2
    context.fill()
    context.stroke()
    return context.getImageData(0, 0, canvas.width, canvas.height)
}
