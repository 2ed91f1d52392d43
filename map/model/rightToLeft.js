// Labels in Arabic, Hebrew and the like. MapLibre draws letter by letter, which these scripts are not written in, without a
// library that is not there. So such a label is a picture that the browser's own text engine draws: it knows both the order and
// the forms of the letters.

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
 * The layout of the label of a place: beside a dot where the map is seen from afar. A label that is a picture has no dot.
 * @param {any} text an expression
 * @param {number} size of the picture, in pixels
 * @param {string} dot the name of the dot's picture
 */
export function dottedLabelLayout(text, size, dot) {
    const { "text-field": field, "icon-image": picture } = labelLayout(text, size)
    return {
        "text-field": field,
        "icon-image": ["step", ["zoom"], ["case", ["is-supported-script", text], dot, picture], lastDotZoom, picture],
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
