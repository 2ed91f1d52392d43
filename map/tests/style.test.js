import assert from "node:assert/strict"
import { test } from "node:test"
import { areaKinds, lineKinds } from "../model/areaKinds.js"
import { basemapSources, withSources } from "../model/basemapSources.js"
import { basemapLayers } from "../model/basemapStyle.js"
import { foreignLayers } from "../model/foreignStyle.js"
import { languagesToShow, nameExpression, nameOf, ownLanguagesToShow } from "../model/languages.js"
import { overlayLayers, overlaySources, stackedLayers } from "../model/overlayStyle.js"
import { palette } from "../model/palette.js"
import { dotPicture, labelLayout, labelPicture } from "../model/rightToLeft.js"
import { shieldPicture } from "../model/shields.js"

test("the languages of the reader that the tiles have, the best first", () => {
    assert.deepEqual(languagesToShow(["de-CH", "fr", "en-US", "en"], ["en", "de", "zh-Hans"]), ["de", "en"])
    assert.deepEqual(languagesToShow(["zh-Hans-CN", "zh-hans"], ["zh-Hans"]), ["zh-Hans"])
    assert.deepEqual(nameExpression(["de"]), ["coalesce", ["get", "name:de"], ["get", "name"], ""])
})

test("a reader of Chinese or Norwegian is understood, however browser and tiles write it, and no other script stands in", () => {
    const had = ["nb", "pt", "zh_CN", "zh_TW"]
    for (const [tag, code] of [["zh-CN", "zh_CN"], ["zh", "zh_CN"], ["zh-Hans-SG", "zh_CN"], ["zh-TW", "zh_TW"], ["zh-Hant-HK", "zh_TW"], ["no", "nb"], ["nb-NO", "nb"], ["pt-BR", "pt"]]) {
        assert.deepEqual(languagesToShow([tag], had), [code], tag)
    }
    assert.deepEqual(languagesToShow(["zh-TW"], ["zh_CN"]), [])
    // Bokmål is `nb`, `nb_NO` or `no`, as who made the tiles writes it; readers of Nynorsk are nearer to it than to English.
    for (const code of ["nb", "nb_NO", "no"]) {
        for (const tag of ["nb", "nb-NO", "no", "no-NO", "nn", "nn-NO"]) assert.deepEqual(languagesToShow([tag], ["de", code]), [code], tag)
    }
    assert.deepEqual(languagesToShow(["nn"], ["no", "nn"]), ["nn", "no"])
    assert.deepEqual(languagesToShow(["nb"], ["nn"]), ["nn"])
})

test("on our own tiles the first language that they have is the only one, and English is what everybody is shown", () => {
    const had = ["de", "fr", "ru"]
    const [munich, london] = [{ name: "Munich", "name:de": "München" }, { name: "London", "name:fr": "Londres" }]
    /** @type {[string[], string, string][]} */
    const readers = [[["de-AT", "fr"], "München", "London"], [["fr", "de"], "Munich", "Londres"], [["en-GB", "de"], "Munich", "London"], [["sv", "de"], "München", "London"], [["sv"], "Munich", "London"]]
    for (const [wanted, first, second] of readers) {
        const languages = ownLanguagesToShow(wanted, had)
        assert.deepEqual([nameOf(munich, languages), nameOf(london, languages)], [first, second], wanted.join())
    }
    assert.equal(nameOf({ kind: "lake" }, ["de"]), undefined)
})

test("a label that MapLibre cannot write is a picture with its own text", () => {
    const name = JSON.stringify(labelLayout(["get", "name"], 13)["icon-image"])
    assert.match(name, /label:13:/)
    assert.deepEqual(labelPicture("label:13:دبي: 1"), { size: 13, text: "دبي: 1" })
    assert.equal(labelPicture("arrow"), undefined)
})

test("layers have names of their own, by day and by night the same ones", () => {
    for (const layersOf of [
        (/** @type {any} */ colors) => basemapLayers(colors, ["en"], true),
        (/** @type {any} */ colors) => foreignLayers(colors, ["en"], ["earth", "water", "landuse", "roads", "boundaries", "buildings", "places", "pois", "other"]),
    ]) {
        const [day, night] = [palette("light"), palette("dark")].map((colors) => [...layersOf(colors), ...overlayLayers(colors)])
        assert.equal(new Set(day.map(({ id }) => id)).size, day.length)
        assert.deepEqual(day.map(({ id }) => id), night.map(({ id }) => id))
        assert.notDeepEqual(day.map(({ paint }) => paint), night.map(({ paint }) => paint))
    }
})

test("each overlay has a source, and none is drawn that has none", () => {
    const drawn = new Set(overlayLayers(palette("light")).map(({ source }) => source))
    assert.deepEqual([...drawn].sort(), Object.keys(overlaySources()).sort())
})

test("foreign tiles: what lies on the ground comes first, and points of interest are left out", () => {
    const layers = foreignLayers(palette("light"), [], ["place", "transportation", "water", "landcover", "poi", "boundary"])
    const sources = layers.flatMap((/** @type {any} */ layer) => layer["source-layer"] ?? [])
    assert.deepEqual([...new Set(sources)], ["landcover", "water", "transportation", "boundary", "place"])
})

test("no way hides the name of a town, and none is lost", () => {
    const colors = palette("light")
    const [ground, overlays] = [basemapLayers(colors, ["en"], true), overlayLayers(colors)]
    const order = stackedLayers(ground, overlays).map((/** @type {any} */ { id }) => id)
    assert.equal(order.length, ground.length + overlays.length)
    for (const [below, above] of [["water", "track-old"], ["track-recent", "large-places"], ["country-names", "region-clusters"], ["region-clusters", "region-cluster-counts"]]) {
        assert.ok(order.indexOf(below) >= 0 && order.indexOf(below) < order.indexOf(above), `${below} ${above}`)
    }
})

test("the world goes on below the streets: each range of zooms is a source of its own", () => {
    const ranges = [{ id: "land", minzoom: 0, maxzoom: 8 }, { id: "places", minzoom: 2, maxzoom: 8 }, { id: "streets", minzoom: 12, maxzoom: 14 }]
    const { sources, sourceOfLayer } = basemapSources("pmtiles://x", ranges)
    assert.deepEqual(Object.values(sources).map(({ minzoom, maxzoom }) => [minzoom, maxzoom]), [[0, 8], [12, 14]])
    const layers = withSources(basemapLayers(palette("light"), ["en"], true), sourceOfLayer)
    const rangeOf = (/** @type {string} */ id) => sources[layers.find((layer) => layer.id === id).source].maxzoom
    assert.deepEqual(["land", "large-places", "streets-main", "street-names"].map(rangeOf), [8, 8, 14, 14])
})

test("the coast goes on beyond the rest of the world, and ways are drawn below the names", () => {
    const ranges = [{ id: "land", minzoom: 0, maxzoom: 11 }, ...["roads", "rivers", "railways", "places"].map((id) => ({ id, minzoom: 0, maxzoom: 8 }))]
    const { sources, sourceOfLayer } = basemapSources("pmtiles://x", ranges)
    const layers = withSources(basemapLayers(palette("light"), ["en"], true), sourceOfLayer)
    const layer = (/** @type {string} */ id) => layers.find((layer) => layer.id === id)
    assert.deepEqual(["land", "roads-great"].map((id) => sources[layer(id).source].maxzoom), [11, 8])
    const order = layers.map(({ id }) => id)
    for (const id of ["rivers", "railways", "roads-small", "roads-great"]) assert.ok(order.indexOf(id) < order.indexOf("small-places"), id)
})

test("a file that tells no zooms of its layers is one source", () => {
    const { sources } = basemapSources("pmtiles://x", [{ id: "land" }, { id: "streets" }])
    assert.deepEqual(sources, { basemap: { type: "vector", url: "pmtiles://x" } })
})

test("each place has a dot where its name stands beside it", () => {
    const places = basemapLayers(palette("light"), ["en"], true).filter(({ id }) => /^(great|large|middle|small)-places$/.test(id))
    assert.equal(places.length, 4)
    for (const { id, layout } of places) assert.ok(JSON.stringify(layout["icon-image"]).includes(dotPicture), id)
})

test("the style has no layer for which the file has nothing", () => {
    const { sourceOfLayer } = basemapSources("pmtiles://x", [{ id: "land", minzoom: 0, maxzoom: 11 }, { id: "places", minzoom: 2, maxzoom: 8 }])
    const layers = withSources(basemapLayers(palette("light"), ["en"], true), sourceOfLayer)
    assert.deepEqual([...new Set(layers.flatMap((layer) => layer["source-layer"] ?? []))].sort(), ["land", "places"])
    assert.ok(layers.some(({ id }) => id === "background"))
})

test("capitals and cities of a million get room first, then countries, smaller places, states and waters, and marks after towns", () => {
    const symbols = basemapLayers(palette("light"), ["en"], true).filter(({ type }) => type === "symbol").map(({ id }) => id)
    // A name may not lie on the dot of another capital: all of these come first.
    const wanted = ["capital-dots", "capitals", "large-country-names", "great-places", "country-names", "large-places", "middle-places", "state-names", "water-names", "river-names", "small-places", "ports", "airports", "county-names"]
    assert.deepEqual(symbols.reverse().slice(0, wanted.length), wanted)
})

test("water is water, whatever holds it, and each kind of area has its colour", () => {
    const colors = palette("light")
    const fills = basemapLayers(colors, ["en"], true).filter((/** @type {any} */ layer) => layer["source-layer"] === "areas" && layer.type === "fill")
    assert.deepEqual(fills.map((/** @type {any} */ { filter }) => filter[2]), Object.keys(areaKinds))
    assert.equal(fills.find(({ id }) => id === "areas-water")?.paint["fill-color"], colors.water)
})

test("each kind of line has its colour, and roads wear their number", () => {
    const lines = basemapLayers(palette("light"), ["en"], true).filter((/** @type {any} */ layer) => layer["source-layer"] === "lines" && layer.id.startsWith("lines-"))
    assert.deepEqual(lines.map((/** @type {any} */ { filter }) => filter[2]), Object.keys(lineKinds))
    const shields = basemapLayers(palette("light"), ["en"], true).filter((/** @type {any} */ layer) => layer["source-layer"] === "road_numbers")
    assert.deepEqual(shields.map(({ layout }) => layout["icon-image"]), [["concat", "shield:", ["get", "class"], ":", ["get", "ref"]]])
    assert.deepEqual(shieldPicture("shield:motorway:A 13"), { isFilled: true, number: "A 13" })
    assert.deepEqual(shieldPicture("shield:secondary:191"), { isFilled: false, number: "191" })
    assert.equal(shieldPicture("place-dot"), undefined)
})

/** The contrast of two colours, from 1 to 21 (WCAG 2.1). @param {string[]} colors */
function contrast(...colors) {
    const [lighter, darker] = colors
        .map((color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)))
        .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
        .sort((a, b) => b - a)
    return (lighter + 0.05) / (darker + 0.05)
}

test("each name stands out from its halo: those of straits and fjords lie half on land", () => {
    for (const appearance of /** @type {const} */ (["light", "dark"])) {
        const labels = basemapLayers(palette(appearance), ["en"], true).filter((/** @type {any} */ { paint }) => paint?.["text-color"])
        assert.ok(labels.length > 10)
        for (const { id, paint } of /** @type {any[]} */ (labels)) {
            const found = contrast(paint["text-color"], paint["text-halo-color"])
            assert.ok(found >= 4.5, `${id} ${appearance}: ${found.toFixed(1)}`)
        }
    }
})

test("at night water is as far from the land as by day, and darker through the red glass of the helm", () => {
    const [day, night] = [palette("light"), palette("dark")]
    assert.ok(contrast(night.water, night.land) >= 1.25, `${contrast(night.water, night.land)}`)
    assert.ok(contrast(day.water, day.land) >= 1.25)
    const red = (/** @type {string} */ color) => parseInt(color.slice(1, 3), 16)
    for (const water of [night.water, night.depth200, night.depth2000, night.depth4000]) assert.ok(2 * red(water) <= red(night.land), water)
    for (const way of [...night.speeds, night.trip]) assert.ok(red(way) >= 3 * red(night.land), `${way} is seen at the helm`)
})
