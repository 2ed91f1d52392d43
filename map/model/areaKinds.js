// The kinds of areas that tiles of a detail pack have (docs/basemap.md), and the colour of each. A test of the tiles' writer holds
// its kinds against these.

/**
 * By kind, the name of its colour in the palette.
 * @satisfies {{[kind: string]: keyof import("./palette.js").Palette}}
 */
export const areaKinds = /** @type {const} */ ({
    interest: "built",
    park: "park",
    water: "water",
})
