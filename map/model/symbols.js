// The marks of the map, as paths in a square of 24: the picture without a browser has the same ones (Sources/Map/MapPicture/MapMark.swift).

/** @typedef {{outline: [number, number][][], isFilled: boolean}} Mark */

/** How the name of a mark's picture begins. */
const markPrefix = "mark:"

/**
 * An airliner from above.
 * @type {[number, number][]}
 */
const airliner = [[12, 2], [13.4, 4.5], [13.4, 9], [21, 14], [21, 16], [13.4, 13.8], [13.4, 19], [15.8, 20.8], [15.8, 22], [12, 21], [8.2, 22], [8.2, 20.8], [10.6, 19], [10.6, 13.8], [3, 16], [3, 14], [10.6, 9], [10.6, 4.5]]

/**
 * An anchor: ring, shank, stock, arms.
 * @type {[number, number][][]}
 */
const anchor = [
    [[12, 7], [10, 6], [9.5, 4.5], [10.5, 2.8], [12, 2.3], [13.5, 2.8], [14.5, 4.5], [14, 6], [12, 7]],
    [[12, 7], [12, 21]],
    [[7.5, 10.5], [16.5, 10.5]],
    [[4, 14], [5, 17.5], [8, 20.2], [12, 21], [16, 20.2], [19, 17.5], [20, 14]],
]

/** @type {{[name: string]: Mark}} */
const marks = { airport: { outline: [airliner], isFilled: true }, port: { outline: anchor, isFilled: false } }

/** @param {"airport" | "port"} name */
export const markPicture = (name) => `${markPrefix}${name}`

/**
 * What the picture of this name has to show.
 * @param {string} name
 */
export const mark = (name) => (name.startsWith(markPrefix) ? marks[name.slice(markPrefix.length)] : undefined)
