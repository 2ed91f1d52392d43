// Draws the labels that MapLibre cannot write (see model/rightToLeft.js), the shields of roads, and marks.

import { capitalPicture, dotPicture, labelPicture } from "../model/rightToLeft.js"
import { shieldPicture } from "../model/shields.js"
import { mark } from "../model/symbols.js"

const pixelRatio = 2
const dotRadius = 2.5 * pixelRatio
const capitalRadius = 4 * pixelRatio

/**
 * Whether a picture is one of these, in the colours of the day or the night.
 * @param {string} id
 */
export const isDrawnHere = (id) => id === dotPicture || id === capitalPicture || labelPicture(id) !== undefined || shieldPicture(id) !== undefined || mark(id) !== undefined

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
        if (id === dotPicture || id === capitalPicture) map.addImage(id, drawnDot(canvas, context, colors(), id === capitalPicture), { pixelRatio })
        const shield = shieldPicture(id)
        if (shield) map.addImage(id, drawnShield(canvas, context, colors(), shield), { pixelRatio })
        const shown = mark(id)
        if (shown) map.addImage(id, drawnMark(canvas, context, colors(), shown), { pixelRatio })
        if (!label) return
        const font = `500 ${label.size * pixelRatio}px system-ui, sans-serif`
        context.font = font
        // Each line is written by itself: two scripts in one would change places.
        const lines = label.text.split("\n")
        canvas.width = Math.ceil(Math.max(...lines.map((line) => context.measureText(line).width))) + 12
        canvas.height = Math.ceil(label.size * pixelRatio * 1.6 * lines.length)
        context.font = font
        context.textAlign = "center"
        context.textBaseline = "middle"
        context.lineJoin = "round"
        context.lineWidth = 5
        context.strokeStyle = colors().halo
        context.fillStyle = colors().text
        lines.forEach((line, index) => {
            const y = (canvas.height * (index + 0.5)) / lines.length
            context.strokeText(line, canvas.width / 2, y)
            context.fillText(line, canvas.width / 2, y)
        })
        map.addImage(id, context.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio })
    })
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2D} context
 * @param {import("../model/palette.js").Palette} colors
 * @param {boolean} isRing
 */
function drawnDot(canvas, context, colors, isRing) {
    const radius = isRing ? capitalRadius : dotRadius
    canvas.width = canvas.height = 2 * radius + 4
    context.beginPath()
    context.arc(canvas.width / 2, canvas.height / 2, radius, 0, 2 * Math.PI)
    context.fillStyle = isRing ? colors.halo : colors.text
    context.strokeStyle = isRing ? colors.text : colors.halo
    context.lineWidth = isRing ? 2.5 : 2
    context.fill()
    context.stroke()
    return context.getImageData(0, 0, canvas.width, canvas.height)
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2D} context
 * @param {import("../model/palette.js").Palette} colors
 * @param {{isFilled: boolean, number: string}} shield
 */
function drawnShield(canvas, context, colors, { isFilled, number }) {
    const font = `600 ${10 * pixelRatio}px system-ui, sans-serif`
    context.font = font
    canvas.width = Math.ceil(context.measureText(number).width) + 8 * pixelRatio
    canvas.height = 15 * pixelRatio
    context.font = font
    context.textAlign = "center"
    context.textBaseline = "middle"
    const [side, corner] = [1, 3 * pixelRatio]
    context.beginPath()
    for (const [x, y, toX, toY] of [[side, canvas.height - side, side, side], [side, side, canvas.width - side, side], [canvas.width - side, side, canvas.width - side, canvas.height - side], [canvas.width - side, canvas.height - side, side, canvas.height - side]]) {
        context.arcTo(x, y, toX, toY, corner)
    }
    context.closePath()
    context.fillStyle = isFilled ? colors.motorway : colors.shield
    context.strokeStyle = colors.shieldEdge
    context.lineWidth = pixelRatio
    context.fill()
    context.stroke()
    context.fillStyle = colors.text
    context.fillText(number, canvas.width / 2, canvas.height / 2 + 1)
    return context.getImageData(0, 0, canvas.width, canvas.height)
}

const markSide = 16

/**
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2D} context
 * @param {import("../model/palette.js").Palette} colors
 * @param {import("../model/symbols.js").Mark} shown
 */
function drawnMark(canvas, context, colors, { outline, isFilled }) {
    canvas.width = canvas.height = markSide * pixelRatio
    context.scale((markSide * pixelRatio) / 24, (markSide * pixelRatio) / 24)
    context.lineCap = context.lineJoin = "round"
    // With a halo, so that it shows on all grounds.
    for (const [color, width] of /** @type {[string, number][]} */ ([[colors.halo, isFilled ? 3 : 5], [colors.mark, isFilled ? 0.5 : 2]])) {
        context.strokeStyle = context.fillStyle = color
        context.lineWidth = width
        context.beginPath()
        for (const line of outline) line.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)))
        context.stroke()
        if (isFilled) context.fill()
    }
    return context.getImageData(0, 0, canvas.width, canvas.height)
}
