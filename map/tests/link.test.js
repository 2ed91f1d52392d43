import assert from "node:assert/strict"
import { test } from "node:test"
import { linkTo, viewOfLink } from "../model/link.js"

test("a link is a place, and leads there again", () => {
    const view = { zoom: 12.5, center: { latitude: 43.73, longitude: -7.42 }, bearing: -90, day: "2026-11-20", trip: undefined }
    assert.equal(linkTo(view), "#12.50/43.73000/-7.42000/270/2026-11-20")
    assert.deepEqual(viewOfLink(linkTo(view)), { ...view, bearing: 270 })
    assert.deepEqual(viewOfLink("#8/47.1/9.5"), { zoom: 8, center: { latitude: 47.1, longitude: 9.5 }, bearing: 0, day: undefined, trip: undefined })
})

test("a trip stands behind its day, also where its identity has digits alone", () => {
    for (const trip of ["5d0c3a7b9e1f2048", "1234567890123456"]) {
        const view = { zoom: 12.5, center: { latitude: 43.73, longitude: -7.42 }, bearing: 0, day: "2026-11-20", trip }
        assert.equal(linkTo(view), `#12.50/43.73000/-7.42000/2026-11-20/${trip}`)
        assert.deepEqual(viewOfLink(linkTo(view)), view)
        assert.equal(linkTo({ ...view, day: undefined }), "#12.50/43.73000/-7.42000")
    }
    assert.equal(viewOfLink("#15.00/follow/2026-11-20/5d0c3a7b9e1f2048")?.trip, "5d0c3a7b9e1f2048")
    for (const hash of ["#8/1/2/5d0c3a7b9e1f2048", "#8/1/2/2026-11-20/5d0c", "#8/1/2/2026-11-20/5d0c3a7b9e1f204x"]) assert.equal(viewOfLink(hash), undefined, hash)
})

test("while the map follows, no place stands in the address", () => {
    const link = linkTo({ zoom: 15, center: undefined, bearing: 40, day: undefined, trip: undefined })
    assert.equal(link, "#15.00/follow")
    assert.equal(viewOfLink(link)?.center, undefined)
})

test("an address that is none leads nowhere", () => {
    for (const hash of ["", "#", "#regions", "#8", "#8/91/0", "#8/0/181", "#99/0/0", "#8/x/9", "#8/1/2/3/4", "#/1/2", "#8/follow/1", "#8/1e3/2"]) assert.equal(viewOfLink(hash), undefined, hash)
})
