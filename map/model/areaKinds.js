// The kinds of areas and lines that tiles of a detail pack have (docs/explain/basemap.md), and the colour of each, in the order in which they
// are drawn. A test of the tiles' writer holds its kinds against these, and a test of the picture its colours.

/**
 * By kind, the name of its colour in the palette.
 * @satisfies {{[kind: string]: keyof import("./palette.js").Palette}}
 */
export const areaKinds = /** @type {const} */ ({
    land: "land",
    sea: "water",
    built: "built",
    farmland: "farmland",
    interest: "built",
    grass: "grass",
    park: "park",
    wood: "wood",
    sand: "sand",
    rock: "rock",
    ice: "ice",
    water: "water",
    pier: "pier",
    building: "building",
})

/**
 * The same of lines.
 * @satisfies {{[kind: string]: keyof import("./palette.js").Palette}}
 */
export const lineKinds = /** @type {const} */ ({
    stream: "water",
    river: "water",
    breakwater: "breakwater",
    tram: "rail",
    railway: "rail",
})
