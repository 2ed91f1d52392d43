import assert from "node:assert/strict"
import { test } from "node:test"
import { linkTo, viewOfLink } from "../model/link.js"

test("a link is a place, and leads there again", () => {
    const view = { zoom: 12.5, center: { latitude: 43.73, longitude: -7.42 }, bearing: -90, day: "2026-11-20" }
    assert.equal(linkTo(view), "#12.50/43.73000/-7.42000/270/2026-11-20")
    assert.deepEqual(viewOfLink(linkTo(view)), { ...view, bearing: 270 })
    assert.deepEqual(viewOfLink("#8/47.1/9.5"), { zoom: 8, center: { latitude: 47.1, longitude: 9.5 }, bearing: 0, day: undefined })
})

test("while the map follows, no place stands in the address", () => {
    const link = linkTo({ zoom: 15, center: undefined, bearing: 40, day: undefined })
    assert.equal(link, "#15.00/follow")
    assert.equal(viewOfLink(link)?.center, undefined)
})

test("an address that is none leads nowhere", () => {
    for (const hash of ["", "#", "#regions", "#8", "#8/91/0", "#8/0/181", "#99/0/0", "#8/x/9", "#8/1/2/3/4", "#/1/2", "#8/follow/1", "#8/1e3/2"]) assert.equal(viewOfLink(hash), undefined, hash)
})
