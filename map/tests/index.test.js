import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { dirname, normalize } from "node:path"
import { test } from "node:test"
import { fileURLToPath } from "node:url"

const map = normalize(`${dirname(fileURLToPath(import.meta.url))}/..`)

/**
 * A module and all that it needs.
 * @param {string} file
 * @param {Set<string>} [found]
 */
function modules(file, found = new Set()) {
    if (found.has(file)) return found
    found.add(file)
    for (const [, name] of readFileSync(`${map}/${file}`, "utf8").matchAll(/^import [^"]*"(\.[^"]+)"/gm)) modules(normalize(`${dirname(file)}/${name}`), found)
    return found
}

test("index.html names every module, so that the browser asks for all of them at once", () => {
    const html = readFileSync(`${map}/index.html`, "utf8")
    const named = [...html.matchAll(/<link rel="modulepreload" href="\/page\/([^"]+)">/g)].map(([, name]) => name)
    assert.deepEqual(named, [...modules("main.js")].sort())
})
