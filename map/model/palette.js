// The colours of the map, by day and by night. The words of the page have theirs in page.css.

/** @typedef {"light" | "dark"} Appearance */

const light = {
    land: "#f6f3ec", water: "#a9d3ea", river: "#a9d3ea", waterText: "#3c6f8f", halo: "#fdfcf9", text: "#353b45", textMinor: "#5d6673",
    country: "#a396a8", state: "#c9c0c9", county: "#dcd5d8", park: "#cfe6c3", built: "#ebe6dc", farmland: "#f3f0dd",
    grass: "#e0ecd0", wood: "#c4dcb9", sand: "#f2e6c2", rock: "#dfdad3", ice: "#eaf4f9", pier: "#e9e3d8", building: "#dbd2c5",
    buildingEdge: "#c3b8a8", breakwater: "#a89f92", rail: "#9298a1", shield: "#fffdf5", shieldEdge: "#8a8271",
    depth200: "#9dcbe5", depth2000: "#91c2df", depth4000: "#86b9d8", mark: "#4f6f8a",
    streetCase: "#ddd6c8", street: "#ffffff", mainStreet: "#fff2cc", motorway: "#ffd98f", path: "#cfc6b4",
    region: "#7a5cff", regionInside: "#16a34a", cluster: "#6d55d8", clusterText: "#ffffff", draft: "#e0620d",
    user: "#0a74ff", trip: "#0f766e", danger: "#d60019", haloWidth: 1.4,
    speeds: ["#7d8793", "#2b7bd6", "#1aa39a", "#5aa02c", "#e29a15", "#d63a3a"],
}

/**
 * Of these, a night at the helm leaves nothing but the red (page.css): what has to be seen then has enough of it.
 * @type {typeof light}
 */
const dark = {
    land: "#282d35", water: "#10426a", river: "#2a6499", waterText: "#8ab4d2", halo: "#1b1f25", text: "#dfe4ea", textMinor: "#a3adb8",
    country: "#6c6478", state: "#474450", county: "#37363f", park: "#24372c", built: "#2d3139", farmland: "#2b3033",
    grass: "#29342f", wood: "#20322a", sand: "#3b382f", rock: "#35373b", ice: "#3d4a57", pier: "#363b43", building: "#3a3f48",
    buildingEdge: "#4b515b", breakwater: "#565c66", rail: "#6b727d", shield: "#30353d", shieldEdge: "#7d7763",
    depth200: "#0e3b60", depth2000: "#0c3556", depth4000: "#0a2f4c", mark: "#86a3bb",
    streetCase: "#1a1d22", street: "#3b414a", mainStreet: "#4d5058", motorway: "#6e6145", path: "#4a4e55",
    region: "#a48fff", regionInside: "#4ade80", cluster: "#8b76f0", clusterText: "#14121f", draft: "#ff9440",
    user: "#3d95ff", trip: "#8feadb", danger: "#ff5a4d", haloWidth: 1.4,
    speeds: ["#9aa4b0", "#82b8ff", "#8fe3d8", "#a8dd7f", "#ffbf47", "#ff6b6b"],
}

/** @param {Appearance} appearance */
export const palette = (appearance) => (appearance === "dark" ? dark : light)

/** @typedef {typeof light} Palette */
