// Which of a place's names the map shows.

/**
 * The languages of the reader that the tiles have, the first one best.
 * @param {readonly string[]} wanted the browser's
 * @param {readonly string[]} had those of the tiles
 */
export function languagesToShow(wanted, had) {
    const offered = new Map(had.map((language) => [language.toLowerCase(), language]))
    const found = wanted.flatMap((tag) => {
        const lower = tag.toLowerCase()
        const language = offered.get(lower) ?? offered.get(lower.split("-")[0])
        return language ? [language] : []
    })
    return [...new Set(found)]
}

/**
 * What a feature of the tiles is called, for a reader of these languages; nothing where it has no name.
 * @param {{[key: string]: unknown}} properties
 * @param {readonly string[]} languages the browser's
 */
export function nameOf(properties, languages) {
    const names = [...languages.flatMap((tag) => [`name:${tag}`, `name:${tag.split("-")[0]}`]), "name"].map((key) => properties[key])
    return /** @type {string | undefined} */ (names.find((name) => typeof name === "string" && name !== ""))
}

/**
 * A style's expression for the name in the first of these languages that a place has, else its own.
 * @param {readonly string[]} languages
 */
export function nameExpression(languages) {
    return ["coalesce", ...languages.map((language) => ["get", `name:${language}`]), ["get", "name"], ""]
}
