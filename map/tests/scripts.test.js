import assert from "node:assert/strict"
import { test } from "node:test"
import { nameExpression } from "../model/languages.js"
import { namesInScripts } from "../model/scripts.js"

/**
 * What a style's expression gives for a feature.
 * @param {any} expression
 * @param {{[key: string]: string}} properties
 * @returns {any}
 */
function value(expression, properties) {
    if (!Array.isArray(expression)) return expression
    const [operator, ...rest] = expression
    const of = (/** @type {any} */ part) => value(part, properties)
    if (operator === "get") return properties[rest[0]] ?? null
    if (operator === "to-string") return of(rest[0]) ?? ""
    if (operator === "coalesce") return rest.map(of).find((found) => found !== null) ?? null
    if (operator === "<") return of(rest[0]) < of(rest[1])
    if (operator === "==") return of(rest[0]) === of(rest[1])
    if (operator === "any") return rest.some(of)
    if (operator === "case") {
        for (let index = 0; index + 1 < rest.length; index += 2) if (of(rest[index])) return of(rest[index + 1])
        return of(rest.at(-1))
    }
    throw new Error(`no ${operator} here`)
}

test("a place has a second name where its people write another script than the reader's name of it", () => {
    const [athens, moscow, cairo, vienna] = [
        { name: "Athens", "name:ru": "Афины", local: "Αθήνα" }, { name: "Moscow", "name:ru": "Москва", local: "Москва" },
        { name: "Cairo", "name:ar": "القاهرة", local: "القاهرة" }, { name: "Vienna", "name:ru": "Вена" },
    ]
    /** @type {[{[key: string]: string}, string[], string, string][]} */
    const cases = [
        [athens, ["en"], "Athens", "Αθήνα"], [athens, ["ru"], "Афины", "Αθήνα"], [moscow, ["en"], "Moscow", "Москва"], [moscow, ["ru"], "Москва", ""],
        [cairo, ["en"], "Cairo", "القاهرة"], [cairo, ["ar"], "القاهرة", ""], [vienna, ["en"], "Vienna", ""], [{ name: "Kyiv", local: "Київ", "name:ru": "Киев" }, ["ru"], "Киев", ""],
    ]
    for (const [place, languages, first, second] of cases) {
        const { shown, local } = namesInScripts(nameExpression(languages))
        assert.deepEqual([value(shown, place), value(local, place)], [first, second], `${place.name} ${languages}`)
    }
})
