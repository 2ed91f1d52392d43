// A page that is printed: the browser prints nothing of what a graphics card has drawn, so the map becomes a picture for as long. The
// picture has its own scale on the paper, so all that lies on the map has to be in it: the dot, the pins, the bar of the scale.

import { byID, element } from "./elements.js"

/** @param {() => HTMLCanvasElement | undefined} drawing of the map as it is now, by the graphics card */
export function startPrinting(drawing) {
    /** @type {HTMLCanvasElement | undefined} */
    let picture = undefined
    window.addEventListener("beforeprint", () => {
        const drawn = drawing()
        if (!drawn) return
        picture = pictureOf(drawn)
        byID("map").append(picture)
    })
    window.addEventListener("afterprint", () => picture?.remove())
}

/** @param {HTMLCanvasElement} drawn */
function pictureOf(drawn) {
    const picture = element("canvas", { id: "printed-map", width: drawn.width, height: drawn.height, role: "img", "aria-label": "The map" })
    const context = picture.getContext("2d")
    if (!context) return picture
    context.drawImage(drawn, 0, 0)
    const box = byID("map").getBoundingClientRect()
    context.scale(drawn.width / box.width, drawn.height / box.height)
    context.translate(-box.left, -box.top)
    for (const part of document.querySelectorAll("#map :is(.user-accuracy, .user-dot)")) {
        const { left, top, width, height } = part.getBoundingClientRect()
        drawCircle(context, left + width / 2, top + height / 2, width / 2, getComputedStyle(part))
    }
    for (const pin of document.querySelectorAll("#map .pin")) drawPin(context, pin)
    drawScale(context, box)
    return picture
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {CSSStyleDeclaration} style
 */
function drawCircle(context, x, y, radius, style) {
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.fillStyle = style.backgroundColor
    context.strokeStyle = style.borderTopColor
    context.lineWidth = 2
    context.fill()
    context.stroke()
}

/**
 * A circle where the pin points, with the number of a cluster.
 * @param {CanvasRenderingContext2D} context
 * @param {Element} pin
 */
function drawPin(context, pin) {
    const { left, top, width, height } = pin.getBoundingClientRect()
    const isRound = pin.matches(".trip, .cluster")
    const [x, y] = [left + width / 2, isRound ? top + height / 2 : top + height]
    drawCircle(context, x, y, isRound ? width / 2 : 6, getComputedStyle(pin, pin.matches(".cluster") ? undefined : "::before"))
    context.fillStyle = "#fff"
    context.font = "700 12px sans-serif"
    context.textAlign = "center"
    context.textBaseline = "middle"
    context.fillText(pin.textContent ?? "", x, y)
}

/**
 * The bar of the page's scale, at the left where the panel leaves the map.
 * @param {CanvasRenderingContext2D} context
 * @param {DOMRect} box
 */
function drawScale(context, box) {
    const scale = byID("scale")
    const width = scale.getBoundingClientRect().width
    const [left, bottom] = [box.left + 24, box.bottom - 24]
    context.fillStyle = context.strokeStyle = getComputedStyle(scale).color
    context.lineWidth = 2
    context.beginPath()
    for (const [x, y] of [[left, bottom - 8], [left, bottom], [left + width, bottom], [left + width, bottom - 8]]) context.lineTo(x, y)
    context.stroke()
    context.font = "11px sans-serif"
    context.textAlign = "center"
    context.textBaseline = "bottom"
    context.fillText(scale.textContent ?? "", left + width / 2, bottom - 2)
}
