// The kinds of areas and lines that tiles of a detail pack have (docs/explain/basemap.md), and how each is drawn, in the order in which they
// are drawn. A test of the tiles' writer holds its kinds against these, and a test of the picture its colours and widths.

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
 * The same of lines, with their widths.
 * @satisfies {{[kind: string]: {color: keyof import("./palette.js").Palette, width: readonly (readonly [number, number])[]}}}
 */
export const lineKinds = /** @type {const} */ ({
    stream: { color: "water", width: [[13, 0.6], [16, 1.6], [18, 4]] },
    river: { color: "water", width: [[12, 1], [15, 3], [18, 12]] },
    breakwater: { color: "breakwater", width: [[13, 1], [18, 7]] },
    tram: { color: "rail", width: [[13, 0.6], [18, 2]] },
    railway: { color: "rail", width: [[12, 0.9], [15, 1.8], [18, 4]] },
})
