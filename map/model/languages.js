// Which of a place's names the map shows.

/** What everybody is shown on the maps of `placemark-gazetteer`: their names of places have no other English. */
const shownToAll = "en"

/** How browsers say that a reader of Chinese wants the traditional characters. */
const traditional = new Set(["hant", "tw", "hk", "mo"])

/**
 * What tiles may call a language, in small letters, the best first. One in another script is not better than none.
 * @param {string} tag the browser's: `de-CH`, `zh-Hant-TW`
 */
function codesOf(tag) {
    const parts = tag.toLowerCase().split(/[-_]/)
    const prefixes = parts.map((_, index) => parts.slice(0, parts.length - index).join("-"))
    if (parts[0] === "zh") {
        return [...prefixes.slice(0, -1), ...(parts.some((part) => traditional.has(part)) ? ["zh-hant", "zh-tw", "zh-hk"] : ["zh", "zh-hans", "zh-cn"])]
    }
    // Norwegian is two written languages; `no` means the greater, and whoever reads one reads the other.
    if (parts[0] === "no" || parts[0] === "nb") return [...prefixes, "nb", "nb-no", "no", "nn", "nn-no"]
    return parts[0] === "nn" ? [...prefixes, "nn-no", "no", "nb", "nb-no"] : prefixes
}

/**
 * The languages of the reader that the tiles have, the first one best.
 * @param {readonly string[]} wanted the browser's
 * @param {readonly string[]} had those of the tiles, as BCP 47 or POSIX writes them
 */
export function languagesToShow(wanted, had) {
    const offered = new Map(had.map((language) => [language.toLowerCase().replaceAll("_", "-"), language]))
    return [...new Set(wanted.flatMap(codesOf).flatMap((code) => offered.get(code) ?? []))]
}

/**
 * The same for tiles of `placemark-gazetteer`, which leave a name out in each language that calls the place as everybody does. So
 * the first language that they have is the only one: with the next ones, London would be `Londres` to a German who reads French.
 * @param {readonly string[]} wanted
 * @param {readonly string[]} had
 */
export function ownLanguagesToShow(wanted, had) {
    for (const tag of wanted) {
        const found = languagesToShow([tag], [...had, shownToAll])
        if (found.length > 0) return found
    }
    return []
}

/**
 * What a feature of the tiles is called, for a reader of these languages; nothing where it has no name.
 * @param {{[key: string]: unknown}} properties
 * @param {readonly string[]} languages those that the map shows
 */
export function nameOf(properties, languages) {
    const names = [...languages.map((language) => `name:${language}`), "name"].map((key) => properties[key])
    return /** @type {string | undefined} */ (names.find((name) => typeof name === "string" && name !== ""))
}

/**
 * A style's expression for the name in the first of these languages that a place has, else its own.
 * @param {readonly string[]} languages
 */
export function nameExpression(languages) {
    return ["coalesce", ...languages.map((language) => ["get", `name:${language}`]), ["get", "name"], ""]
}
