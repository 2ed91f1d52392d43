// The numbers of roads stand on shields, along the road: pictures that are drawn when the map first asks for one.

/** How the name of such a picture begins; then the class of the road and its number. */
const shieldPrefix = "shield:"

/** The layout of the numbers: upright, one every so often, the greatest roads first. */
export const shieldLayout = {
    "symbol-placement": "line",
    "symbol-spacing": 350,
    "icon-image": ["concat", shieldPrefix, ["get", "class"], ":", ["get", "ref"]],
    "icon-rotation-alignment": "viewport",
    "icon-padding": 12,
    "symbol-sort-key": ["match", ["get", "class"], "motorway", 0, "trunk", 1, "primary", 2, "secondary", 3, 4],
}

/**
 * What the picture of this name has to show: motorways and trunk roads are filled.
 * @param {string} name
 * @returns {{isFilled: boolean, number: string} | undefined}
 */
export function shieldPicture(name) {
    const match = /^shield:(\w+):(.+)$/s.exec(name)
    return match ? { isFilled: match[1] === "motorway" || match[1] === "trunk", number: match[2] } : undefined
}
