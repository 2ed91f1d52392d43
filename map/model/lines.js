// One JSON object a line, from pieces of any size.

/** Cuts text into lines; the last one needs no end. */
export class Lines {
    #rest = ""

    /**
     * @param {string} text
     * @returns {any[]} what the complete lines hold; a line that is no JSON is left out
     */
    take(text) {
        const lines = (this.#rest + text).split("\n")
        this.#rest = lines.pop() ?? ""
        return lines.flatMap(parsed)
    }

    /** @returns {any[]} the last line, if nothing ended it */
    finish() {
        const rest = this.#rest
        this.#rest = ""
        return parsed(rest)
    }
}

/**
 * @param {string} line
 * @returns {any[]}
 */
function parsed(line) {
    if (!line.trim()) return []
    try {
        return [JSON.parse(line)]
    } catch {
        return []
    }
}
