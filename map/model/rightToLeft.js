// Labels in Arabic, Hebrew and the like. MapLibre draws letter by letter, which these scripts are not written in, without a
// library that is not there. So such a label is a picture that the browser's own text engine draws: it knows both the order and
// the forms of the letters.

import { namesInScripts } from "./scripts.js"

/** How the name of such a picture begins; then size and text. */
export const labelPicturePrefix = "label:"

/**
 * The layout of a label: as text where MapLibre can, else as a picture.
 * @param {any} text an expression
 * @param {number} size of the picture, in pixels
 */
export function labelLayout(text, size) {
    return {
        "text-field": ["case", ["is-supported-script", text], text, ""],
        "icon-image": ["case", ["is-supported-script", text], "", ["concat", `${labelPicturePrefix}${size}:`, text]],
    }
}

/** The picture of a dot where a place is. */
export const dotPicture = "place-dot"

/** That of the seat of a government: a ring. */
export const capitalPicture = "capital-dot"

/** The zoom from which on a place is larger than a dot, and its name stands in its middle. */
const lastDotZoom = 10

/**
 * The picture of a dot as long as the map shows it from afar, where the label is no picture.
 * @param {any} name an expression
 * @param {string} dot the name of the dot's picture
 */
export const dotImage = (name, dot) => ["step", ["zoom"], ["case", ["is-supported-script", name], dot, ""], lastDotZoom, ""]

/** The zoom from which on a place has two names where people there write another script: from afar there is no room for them. */
const firstLocalZoom = 6

/**
 * The layout of the label of a place: beside a dot where the map is seen from afar. A label that is a picture has no dot.
 * @param {any} name an expression
 * @param {number} size of the picture, in pixels
 * @param {string} dot the name of the dot's picture
 */
export function dottedLabelLayout(name, size, dot) {
    const one = labelLayout(name, size)
    const { shown, local } = namesInScripts(name)
    const localSize = size - 2
    const isWritten = ["is-supported-script", shown]
    // Below a name that MapLibre can write, one that it cannot is a picture in the text; below one that it cannot write, all is one picture.
    const second = ["case", ["==", local, ""], ["format", shown], ["is-supported-script", local], ["format", shown, {}, ["concat", "\n", local], { "font-scale": 0.85 }],
        ["format", shown, {}, "\n", {}, ["image", ["concat", `${labelPicturePrefix}${localSize}:`, local]], {}]]
    const both = ["case", ["==", local, ""], shown, ["concat", shown, "\n", local]]
    const picture = ["case", isWritten, "", ["concat", `${labelPicturePrefix}${size}:`, both]]
    return {
        "text-field": ["step", ["zoom"], one["text-field"], firstLocalZoom, ["case", isWritten, second, ["format", ""]]],
        "icon-image": ["step", ["zoom"], ["case", isWritten, dot, one["icon-image"]], firstLocalZoom, ["case", isWritten, dot, picture], lastDotZoom, picture],
        "text-variable-anchor": ["bottom", "top", "left", "right"],
        "text-radial-offset": ["step", ["zoom"], 0.4, lastDotZoom, 0],
        "text-justify": "auto",
    }
}

/**
 * What the picture of this name has to show.
 * @param {string} name
 * @returns {{size: number, text: string} | undefined}
 */
export function labelPicture(name) {
    const match = /^label:(\d+):(.+)$/s.exec(name)
    return match ? { size: Number(match[1]), text: match[2] } : undefined
}
